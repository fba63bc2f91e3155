/**
 * The calls that a phone had, the newest first, where it shows no thread.
 */
import type { ReactNode } from 'react';
import { classes } from '../ui/classes.ts';
import styles from './call-log.module.css';
import { Glyph } from './glyph.tsx';

export interface LoggedCall {
  readonly id: string;
  /** Who called, as it is shown. */
  readonly from: string;
  readonly isMissed: boolean;
  /** When, and how long. */
  readonly meta: ReactNode;
}

export function CallLog({ calls }: { readonly calls: readonly LoggedCall[] }) {
  return (
    <ul className={styles.log}>
      {calls.toReversed().map(({ id, from, isMissed, meta }) => (
        <li key={id} className={styles.call}>
          <span className={classes(styles.sign, isMissed && styles.missed)}>
            <Glyph name={isMissed ? 'hangUp' : 'dial'} size={18} />
          </span>
          <div className={styles.words}>
            <p className={classes(styles.from, isMissed && styles.missedWords)}>{from}</p>
            <p className={styles.meta}>
              <span>{isMissed ? 'Missed call' : 'Incoming call'}</span>
              {meta}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
