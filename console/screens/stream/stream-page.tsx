/**
 * What happens at the gateway, as it happens. The filters stand in the address; the pause is that of the whole console.
 */
import { useMemo } from 'react';
import { useLive } from '../../app/live.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failure, FailureNotice } from '../../ui/failure.tsx';
import { Filters, useFilters } from '../../ui/filters.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Lines } from './lines.tsx';
import styles from './stream.module.css';
import { FIELDS, filterOf, type StreamFilter } from './topics.ts';
import { useStream } from './use-stream.ts';

export function StreamPage() {
  const filters = useFilters(FIELDS);
  const filter = useMemo(() => filterOf(filters.values), [filters.values]);
  const { state, setPaused } = useLive();
  const isPaused = state === 'paused';
  const stream = useStream(filter);
  return (
    <Page
      title="Stream"
      lead="What happens at the gateway, as it happens, the newest first. Each line says how a thing stands now, and leads to it."
      actions={
        <>
          <Button icon={isPaused ? 'play' : 'pause'} onClick={() => setPaused(!isPaused)}>
            {isPaused ? 'Go on' : 'Pause'}
          </Button>
          <Button kind="quiet" icon="eraser" disabled={stream.lines.length === 0} onClick={stream.clear}>
            Clear
          </Button>
        </>
      }
    >
      <Filters fields={FIELDS} filters={filters} />
      <Happened stream={stream} filter={filter} />
    </Page>
  );
}

interface HappenedProps {
  readonly stream: ReturnType<typeof useStream>;
  readonly filter: StreamFilter;
}

function Happened({ stream, filter }: HappenedProps) {
  const { lines, waiting, hasBegun, error, again, follow, setInside } = stream;
  if (filter.topics.length === 0) {
    return (
      <Empty title="Nothing fits these filters">
        Messages, calls and look-ups have codes of their own; carriers and nodes are of no account.
      </Empty>
    );
  }
  if (!hasBegun && error) {
    return <Failure what="What happens could not be loaded." error={error} onRetry={again} />;
  }
  if (!hasBegun) return <Skeleton lines={8} label="Loading what happened" />;
  return (
    <div className={styles.stream}>
      <LiveRegion>{waiting > 0 ? `${waiting} new events` : null}</LiveRegion>
      {waiting > 0 && (
        <div className={styles.pill}>
          <Button kind="primary" size="small" icon="up" onClick={follow}>
            {`${waiting} new`}
          </Button>
        </div>
      )}
      {error && <FailureNotice what="What happened since could not be loaded." error={error} onRetry={again} />}
      {lines.length === 0 ? (
        <Empty title="Nothing yet">What fits the filters appears here as it happens.</Empty>
      ) : (
        <Lines lines={lines} setInside={setInside} />
      )}
    </div>
  );
}
