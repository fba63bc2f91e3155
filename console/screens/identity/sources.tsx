/**
 * The sources as they are at the node that answers: what fails comes first. They are asked about anew now and then, while
 * nobody has paused.
 */
import { useQuery } from '@tanstack/react-query';
import { api, type Schema, take } from '../../api/client.ts';
import { useEvery } from '../../app/live.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { countText } from '../../ui/figures.ts';
import { Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { lengthText } from '../../ui/time-text.ts';
import styles from './identity.module.css';
import { addOnText, bySorrow, costText, reachText, STATES, sumOf } from './words.ts';

type Source = Schema<'OperatorSource'>;

const AGAIN_MS = 10_000;

export function Sources() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['sources'],
    queryFn: () => take(api.GET('/operator/v1/sources')),
    refetchInterval: useEvery(AGAIN_MS),
  });
  const sources = bySorrow(data?.sources ?? []);
  const said = sources.flatMap(({ name, said: rows }) => rows.map((row) => ({ name, ...row })));
  return (
    <div className={styles.part}>
      {isPending && <Skeleton lines={5} label="Loading the sources" />}
      {error && <Failure what="The sources could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data && sources.length === 0 && (
        <Empty title="No source is configured">Numbering plans answer all the same; add-ons need a source.</Empty>
      )}
      {data && sources.length > 0 && (
        <>
          <p className={styles.muted}>
            {data.simulated && 'These are simulated, because no other is configured. '}
            As node {data.node} sees them since <Time at={data.since} />.
          </p>
          <Table label="Sources" columns={COLUMNS} rows={sources} keyOf={({ name }) => name} />
          <Section title="What they said">
            {said.length === 0 ? (
              <Empty title="None has been asked yet" />
            ) : (
              <Table
                label="What sources said"
                columns={SAID_COLUMNS}
                rows={said}
                keyOf={({ name, add_on: key }) => `${name} ${key}`}
              />
            )}
          </Section>
        </>
      )}
    </div>
  );
}

const COLUMNS: ReadonlyArray<Column<Source>> = [
  { id: 'name', head: 'Source', cell: ({ name }) => <strong>{name}</strong> },
  { id: 'kind', head: 'Kind', cell: ({ kind }) => <code>{kind}</code> },
  { id: 'state', head: 'State', cell: (source) => <State source={source} /> },
  {
    id: 'took',
    head: 'Half within',
    isNumber: true,
    cell: ({ took_ms: took }) => (took === null ? '–' : lengthText(took.p50)),
  },
  {
    id: 'took99',
    head: '99 % within',
    isNumber: true,
    cell: ({ took_ms: took }) => (took === null ? '–' : lengthText(took.p99)),
  },
  {
    id: 'asked',
    head: 'Answers',
    isNumber: true,
    cell: ({ said }) => {
      const { found, nothing } = sumOf(said);
      return countText(found + nothing);
    },
  },
  { id: 'failed', head: 'Failures', isNumber: true, cell: ({ said }) => countText(sumOf(said).failed) },
  {
    id: 'last',
    head: 'Last failure',
    cell: ({ last_failure: failure }) =>
      failure && (
        <span>
          {failure.reason ?? (failure.said === 'timed_out' ? 'no answer in time' : failure.said)},{' '}
          <Time at={failure.on} isRelative />
        </span>
      ),
  },
  { id: 'reach', head: 'Asked about', isWide: true, cell: (source) => reachText(source) ?? 'all numbers' },
];

function State({ source: { state, rests_until: until } }: { readonly source: Source }) {
  const { words, tone } = STATES[state];
  return (
    <span>
      <Badge tone={tone}>{words}</Badge> {until && <Time at={until} isRelative />}
    </span>
  );
}

const SAID_COLUMNS: ReadonlyArray<Column<{ readonly name: string } & Source['said'][number]>> = [
  { id: 'name', head: 'Source', cell: ({ name }) => name },
  { id: 'addon', head: 'Add-on', isWide: true, cell: ({ add_on: key }) => addOnText(key) },
  { id: 'found', head: 'Found', isNumber: true, cell: ({ found }) => countText(found) },
  { id: 'nothing', head: 'Nothing', isNumber: true, cell: ({ nothing }) => countText(nothing) },
  { id: 'other', head: 'Not its number', isNumber: true, cell: ({ not_covered: other }) => countText(other) },
  { id: 'failed', head: 'Failed', isNumber: true, cell: ({ failed }) => countText(failed) },
  { id: 'alone', head: 'Left alone', isNumber: true, cell: ({ left_alone: alone }) => countText(alone) },
  { id: 'memory', head: 'From memory', isNumber: true, cell: ({ remembered }) => countText(remembered) },
  { id: 'cost', head: 'Cost', isNumber: true, cell: ({ cost }) => costText(cost) },
];
