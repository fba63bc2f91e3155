/**
 * One import: how far it is, what was wrong with rows that were refused, and what it made.
 */
import { useParams } from '@tanstack/react-router';
import type { Schema } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { countText } from '../../ui/figures.ts';
import { Link } from '../../ui/link.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time, useNow } from '../../ui/time.tsx';
import { useDataSets, useImport } from './asked.ts';
import { RemoveSet, StopImport } from './orders.tsx';
import { KINDS, outcomeText, paceText, refusedText, standingOf } from './words.ts';

type Shown = Schema<'OperatorShownImport'>;
type Fault = Schema<'OperatorImportFault'>;

export function ImportPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { data, error, isPending, refetch } = useImport(id);
  const now = useNow(60_000);
  const standing = data && standingOf(data, now);
  return (
    <Page
      title={data?.set ?? 'Import'}
      aside={standing && <Badge tone={standing.tone}>{standing.word}</Badge>}
      lead={<Link to="/imports">All imports</Link>}
      actions={data?.state === 'open' && <StopImport known={data} />}
    >
      {isPending && <Skeleton lines={8} label="Loading the import" />}
      {error && !data && (
        <Failure what="The import could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data && (
        <>
          <HowFar known={data} />
          <Faults known={data} />
          <Made known={data} />
        </>
      )}
    </Page>
  );
}

interface KnownProps {
  readonly known: Shown;
}

function HowFar({ known }: KnownProps) {
  const { kind, date, position, taken, removed, started_on: started } = known;
  const { changed_on: changed, finished_on: finished, stopped_on: stopped } = known;
  const pace = paceText(known);
  return (
    <Section title="How far it is">
      <p>{outcomeText(known)}</p>
      <Facts
        facts={[
          ['Kind', KINDS[kind]],
          ...(date ? ([['Of the day', date]] as const) : []),
          ['Rows', countText(position)],
          ['Taken', countText(taken)],
          ['Refused', refusedText(known)],
          ...(kind === 'contacts' ? ([['Removed', countText(removed)]] as const) : []),
          ...(pace ? ([['Pace', pace]] as const) : []),
          ['Begun', <Time key="started" at={started} />],
          ['Rows came last', <Time key="changed" at={changed} isRelative />],
          ...(finished ? ([['Whole', <Time key="finished" at={finished} />]] as const) : []),
          ...(stopped ? ([['Stopped', <Time key="stopped" at={stopped} />]] as const) : []),
        ]}
      />
    </Section>
  );
}

const COLUMNS: ReadonlyArray<Column<Fault>> = [
  { id: 'row', head: 'Row', isNumber: true, cell: ({ row }) => countText(row + 1) },
  { id: 'line', head: 'Line', isNumber: true, cell: ({ line }) => (line === null ? '–' : countText(line)) },
  { id: 'why', head: 'What was wrong', isWide: true, cell: ({ why }) => why },
];

function Faults({ known: { faults, refused } }: KnownProps) {
  if (refused === 0) return null;
  return (
    <Section title="Rows that were refused">
      {refused > faults.length && (
        <p>
          {faults.length === 0
            ? 'What was wrong was not kept.'
            : `The first ${faults.length} of ${countText(refused)}.`}
        </p>
      )}
      {faults.length > 0 && (
        <Table label="Rows that were refused" columns={COLUMNS} rows={faults} keyOf={({ row }) => String(row)} />
      )}
    </Section>
  );
}

function Made({ known: { kind, set: name, state } }: KnownProps) {
  const { data, error, refetch } = useDataSets();
  const set = data?.data_sets.find((each) => each.kind === kind && each.set === name);
  return (
    <Section
      title="The set that it belongs to"
      actions={(set || state === 'stopped') && <RemoveSet kind={kind} set={name} />}
    >
      {error && !data && <Failure what="The sets could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data && !set && <Empty title="There is no such set yet">One is looked into once its first file is whole.</Empty>}
      {set && (
        <Facts
          facts={[
            ['Set', name],
            ['First file', set.first_date ?? '–'],
            ['Last file', set.last_date ?? '–'],
            ['Last brought in', <Time key="imported" at={set.imported_on} />],
            ...(set.data.length > 0 ? ([['What became known', set.data.join(', ')]] as const) : []),
          ]}
        />
      )}
    </Section>
  );
}
