/**
 * The list of look-ups, kept fresh without moving under its reader. What was answered stands on the page of each.
 */
import { api, type Schema, take } from '../../api/client.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { useWho } from '../../app/session-context.ts';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters, useFilters } from '../../ui/filters.tsx';
import { Link } from '../../ui/link.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { FIELDS, queryOf } from './fields.ts';
import styles from './identity.module.css';
import { addOnText, statusOf } from './words.ts';

type LookUp = Schema<'OperatorLookUpList'>['look_ups'][number];

export function LookUps() {
  const filters = useFilters(FIELDS);
  const query = queryOf(filters.values);
  const list = useLivePages<LookUp>({
    key: ['look_ups', 'list', query],
    topics: ['look_ups'],
    idOf: ({ reference_id: id }) => id,
    fetchPage: async (after) => {
      const { look_ups: rows, next } = await take(
        api.GET('/operator/v1/look-ups', { params: { query: { ...query, after } } }),
      );
      return { rows, next };
    },
  });
  return (
    <div className={styles.part}>
      <Filters fields={FIELDS} filters={filters} />
      <LivePages list={list} what="look-ups" nothing={<Nothing isFiltered={Object.keys(filters.values).length > 0} />}>
        {(rows) => (
          <Table
            label="Look-ups"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ reference_id: id }) => id}
            linkOf={({ reference_id: id }) => `/identity/${id}`}
            isOld={list.isOld}
          />
        )}
      </LivePages>
    </div>
  );
}

export function StatusOf({ status }: Pick<LookUp, 'status'>) {
  const { words, tone } = statusOf(status);
  return <Badge tone={tone}>{words}</Badge>;
}

const COLUMNS: ReadonlyArray<Column<LookUp>> = [
  { id: 'number', head: 'Number', cell: ({ number }) => <code>{number}</code> },
  { id: 'status', head: 'Answer', cell: ({ status }) => <StatusOf status={status} /> },
  {
    id: 'addons',
    head: 'Asked for',
    isWide: true,
    cell: ({ add_ons: asked }) => asked.map(({ add_on: key }) => addOnText(key)).join(', ') || 'the number alone',
  },
  { id: 'external', head: 'External id', cell: ({ external_id: id }) => id ?? '' },
  { id: 'created', head: 'Asked', cell: ({ created_on: at }) => <Time at={at} /> },
];

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  const { sandbox } = useWho();
  return isFiltered ? (
    <Empty title="No look-up fits">A number is compared in full, a time with when it was asked.</Empty>
  ) : (
    <Empty title="Nothing has been asked yet">
      <p>What callers ask about numbers appears here as it happens.</p>
      {sandbox && (
        <p>
          <Link to="/identity" search={{ tab: 'try' }}>
            Try a look-up
          </Link>
        </p>
      )}
    </Empty>
  );
}
