/**
 * Parts of a page of which one is shown. Arrow keys go from one to the other.
 */
import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export interface TabsProps {
  readonly label: string;
  readonly tabs: ReadonlyArray<{ readonly id: string; readonly label: string; readonly content: ReactNode }>;
  readonly value: string;
  readonly onChange: (id: string) => void;
}

export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <Base.Root value={value} onValueChange={(id) => onChange(String(id))}>
      <Base.List className={styles.list} aria-label={label}>
        {tabs.map(({ id, label: words }) => (
          <Base.Tab key={id} value={id} className={styles.tab}>
            {words}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ id, content }) => (
        <Base.Panel key={id} value={id} className={styles.panel}>
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
