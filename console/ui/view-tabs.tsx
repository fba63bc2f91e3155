/**
 * Tabs whose choice stands in the address (use-tab.ts). What is not chosen is not there, and asks nothing.
 */
import { Tabs, type TabsProps } from './tabs.tsx';
import { useTab } from './use-tab.ts';

export function ViewTabs({ label, tabs }: Pick<TabsProps, 'label' | 'tabs'>) {
  const { value, onChange } = useTab(tabs.map(({ id }) => id));
  return <Tabs label={label} tabs={tabs} value={value} onChange={onChange} />;
}
