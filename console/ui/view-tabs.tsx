/**
 * Tabs whose choice stands in the address as `view`: a link shows what its writer saw. What is not chosen asks nothing.
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Tabs, type TabsProps } from './tabs.tsx';

export type ViewTabsProps = Pick<TabsProps, 'label' | 'tabs'>;

/** The first one needs no `view`. Filters of one tab mean nothing in another. */
export function ViewTabs({ label, tabs }: ViewTabsProps) {
  const { view }: { readonly view?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const first = tabs[0]?.id ?? '';
  const value = tabs.find(({ id }) => id === view)?.id ?? first;
  const go = (id: string) =>
    void navigate({ to: '.', search: (id === first ? {} : { view: id }) as never, resetScroll: false });
  return <Tabs label={label} tabs={tabs} value={value} onChange={go} />;
}
