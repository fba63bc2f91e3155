/**
 * What happened, oldest first, with the time between drawn as a bar.
 */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { withGaps } from './gaps.ts';
import { Time } from './time.tsx';
import { lengthText } from './time-text.ts';
import styles from './timeline.module.css';
import type { Tone } from './tone.ts';

export interface TimelineEntry {
  readonly id: string;
  readonly at: string;
  readonly title: ReactNode;
  readonly tone?: Tone;
  /** Below the title. */
  readonly more?: ReactNode;
}

export function Timeline({ label, entries }: { readonly label: string; readonly entries: readonly TimelineEntry[] }) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {withGaps(entries).map(({ entry, afterMs, share }) => (
        <li key={entry.id} className={styles.entry}>
          <span className={styles.time}>
            <Time at={entry.at} />
          </span>
          <span className={styles.gap}>
            {afterMs !== null && afterMs > 0 && (
              <>
                <span className={styles.length}>+{lengthText(afterMs)}</span>
                <svg className={styles.bar} aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 4">
                  <rect width={Math.max(1, share * 100)} height="4" rx="1" />
                </svg>
              </>
            )}
          </span>
          <span className={classes(styles.mark, styles[entry.tone ?? 'calm'])} aria-hidden="true" />
          <div className={styles.what}>
            {entry.title}
            {entry.more && <div className={styles.more}>{entry.more}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
