/**
 * A few figures side by side, each with its name and a word on it.
 */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './stats.module.css';

export interface Stat {
  readonly name: string;
  readonly value: ReactNode;
  /** What it is to be read with: of how many, since when. */
  readonly note?: ReactNode;
  /** Somebody should look. */
  readonly tone?: 'warn' | 'bad' | undefined;
}

export function Stats({ label, stats }: { readonly label: string; readonly stats: readonly Stat[] }) {
  return (
    <dl className={styles.stats} aria-label={label}>
      {stats.map(({ name, value, note, tone }) => (
        <div key={name} className={styles.stat}>
          <dt>{name}</dt>
          <dd>
            <span className={classes(styles.value, tone && styles[tone])}>{value}</span>
            {note && <span className={styles.note}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
