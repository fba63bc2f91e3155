/**
 * What stands around the rows of a list (app/live-pages.ts): skeleton, failure, nothing, "12 new" and "more".
 */
import type { ReactNode } from 'react';
import type { LivePagesState } from '../app/live-pages.ts';
import { waitingText } from '../app/page-rows.ts';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';
import { Failure, FailureNotice } from './failure.tsx';
import styles from './live-pages.module.css';
import { LiveRegion } from './live-region.tsx';
import { Skeleton } from './skeleton.tsx';

export interface LivePagesProps<Row> {
  readonly list: LivePagesState<Row>;
  /** In the plural: messages. */
  readonly what: string;
  /** Shown where there are no rows. */
  readonly nothing?: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

export function LivePages<Row>({ list, what, nothing, children }: LivePagesProps<Row>) {
  if (list.isPending) return <Skeleton lines={8} label={`Loading ${what}`} />;
  if (list.rows.length === 0 && list.error) {
    return <Failure what={`The ${what} could not be loaded.`} error={list.error} onRetry={list.anew} />;
  }
  const isNothing = list.rows.length === 0 && !list.hasMore;
  return (
    <div className={styles.pages}>
      <LiveRegion>{list.waiting.waiting > 0 ? `${waitingText(list.waiting)} ${what}` : null}</LiveRegion>
      {list.waiting.waiting > 0 && (
        <div className={styles.pill}>
          <Button kind="primary" size="small" icon="up" onClick={list.anew}>
            {waitingText(list.waiting)}
          </Button>
        </div>
      )}
      {isNothing ? (nothing ?? <Empty title={`There are no ${what}`} />) : children(list.rows)}
      {list.error && (
        <FailureNotice what={`More ${what} could not be loaded.`} error={list.error} onRetry={list.more} />
      )}
      <div className={styles.foot}>
        {list.hasMore && (
          <Button isBusy={list.isFetchingMore} onClick={list.more}>
            {`More ${what}`}
          </Button>
        )}
        {list.isFull && <p>So many are on the page that a filter serves better.</p>}
        {!isNothing && !list.hasMore && !list.isFull && <p>{`No more ${what}.`}</p>}
      </div>
    </div>
  );
}
