/**
 * A word with a colour that says whether it is good; and a status code with its meaning in words.
 */
import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classes } from './classes.ts';
import { type Tone, toneOf } from './tone.ts';

export function Badge({ tone = 'calm', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <span className={classes(styles.badge, styles[tone])}>{children}</span>;
}

/** As the API has it: the words come from there. */
export interface Status {
  readonly code: number;
  readonly description?: string;
}

export function StatusBadge({ status: { code, description } }: { readonly status: Status }) {
  return (
    <span className={classes(styles.badge, styles[toneOf(code)])}>
      {description ?? 'Status'} <span className={styles.code}>{code}</span>
    </span>
  );
}
