/**
 * How much of a work is done, as a bar. The words beside it say the same.
 */
import type { ReactNode } from 'react';
import styles from './progress.module.css';

export interface ProgressProps {
  readonly value: number;
  readonly of: number;
  /** For who hears it. */
  readonly label: string;
  readonly children: ReactNode;
}

export function Progress({ value, of, label, children }: ProgressProps) {
  return (
    <span className={styles.progress}>
      <progress className={styles.bar} max={Math.max(1, of)} value={Math.min(value, of)} aria-label={label} />
      <span className={styles.words}>{children}</span>
    </span>
  );
}
