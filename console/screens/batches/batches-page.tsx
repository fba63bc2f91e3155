/**
 * The list of batches with how far each is, kept fresh without moving under its reader.
 */
import { api, type Schema, take } from '../../api/client.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { countText } from '../../ui/figures.ts';
import { Filters, useFilters } from '../../ui/filters.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { Page } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { type BatchQuery, FIELDS } from './fields.ts';
import { STATES } from './words.ts';

type Batch = Schema<'OperatorBatchSummary'>;

export function BatchesPage() {
  const filters = useFilters(FIELDS);
  const query = filters.values as BatchQuery;
  const list = useLivePages<Batch>({
    key: ['batches', 'list', query],
    topics: ['batches'],
    idOf: ({ reference_id: id }) => id,
    fetchPage: async (after) => {
      const { batches, next } = await take(api.GET('/operator/v1/batches', { params: { query: { ...query, after } } }));
      return { rows: batches, next };
    },
  });
  return (
    <Page title="Batches" lead="One message for many recipients, taken as one. The newest first.">
      <Filters fields={FIELDS} filters={filters} />
      <LivePages list={list} what="batches" nothing={<Nothing isFiltered={Object.keys(filters.values).length > 0} />}>
        {(rows) => (
          <Table
            label="Batches"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ reference_id: id }) => id}
            linkOf={({ reference_id: id }) => `/batches/${id}`}
            isOld={list.isOld}
          />
        )}
      </LivePages>
    </Page>
  );
}

export function BatchState({ state }: Pick<Batch, 'state'>) {
  const { label, tone } = STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}

const COLUMNS: ReadonlyArray<Column<Batch>> = [
  { id: 'batch', head: 'Batch', cell: ({ reference_id: id }) => <code>{`${id.slice(0, 8)}…${id.slice(-6)}`}</code> },
  { id: 'external', head: 'External id', cell: ({ external_id: id }) => (id === null ? '–' : <code>{id}</code>) },
  { id: 'state', head: 'State', cell: ({ state }) => <BatchState state={state} /> },
  {
    id: 'progress',
    head: 'Worked off',
    cell: ({ worked_off: done, total }) => (
      <Progress value={done} of={total} label="Worked off">
        {`${countText(done)} of ${countText(total)}`}
      </Progress>
    ),
  },
  { id: 'account', head: 'Account', isWide: true, cell: ({ customer_id: account }) => <code>{account}</code> },
  { id: 'created', head: 'Taken', cell: ({ created_on: at }) => <Time at={at} /> },
];

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No batch fits">Account and external id are compared in full.</Empty>
  ) : (
    <Empty title="No batch has been sent in">
      A batch is the body of a message and up to 10,000 recipients, sent to <code>/v1/omnichannel/batch</code>.
    </Empty>
  );
}
