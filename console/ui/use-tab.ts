/**
 * Which of several tabs is shown, as the address says it: a link leads to the tab that its writer saw.
 */
import { useNavigate, useSearch } from '@tanstack/react-router';

export function useTab(ids: readonly string[]): { readonly value: string; readonly onChange: (id: string) => void } {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [first = ''] = ids;
  return {
    value: ids.find((id) => id === search.tab) ?? first,
    // What stands beside it belongs to the tab before.
    onChange: (id) =>
      void navigate({ to: '.', search: (id === first ? {} : { tab: id }) as never, resetScroll: false }),
  };
}
