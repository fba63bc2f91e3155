/**
 * Says to a screen reader what has changed on the page, without taking the focus. The same words are said once.
 */
import { Hidden } from './hidden.tsx';

export function LiveRegion({ children }: { readonly children: string | null }) {
  return (
    <div role="status" aria-live="polite">
      <Hidden>{children}</Hidden>
    </div>
  );
}
