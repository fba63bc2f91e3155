/**
 * How much of something is used, as a bar. The words beside it say the same.
 */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './meter.module.css';

export interface MeterProps {
  readonly value: number;
  readonly of: number;
  /** `3 of 10` */
  readonly children: ReactNode;
}

/** From here on it is nearly full. */
const NEARLY = 0.9;

export function Meter({ value, of, children }: MeterProps) {
  const share = of > 0 ? Math.min(1, Math.max(0, value / of)) : 0;
  return (
    <span className={styles.meter}>
      <span aria-hidden="true" className={styles.track}>
        <span className={classes(styles.bar, share >= NEARLY && styles.full)} style={{ width: `${share * 100}%` }} />
      </span>
      <span>{children}</span>
    </span>
  );
}
