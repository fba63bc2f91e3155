/**
 * The list of sessions: those that live, or all. It is kept fresh without moving under its reader.
 */
import { api, type Schema, take } from '../../api/client.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters, useFilters } from '../../ui/filters.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ALL_FIELDS, LIVE_FIELDS, numberQueryOf, type SessionQuery } from './fields.ts';
import styles from './masking.module.css';
import { STATES } from './words.ts';

type Session = Schema<'OperatorMaskingSessionSummary'>;

export function Sessions({ isLive = false }: { readonly isLive?: boolean }) {
  const fields = isLive ? LIVE_FIELDS : ALL_FIELDS;
  const filters = useFilters(fields);
  const query: SessionQuery = { ...numberQueryOf<SessionQuery>(filters.values), ...(isLive ? { state: 'live' } : {}) };
  const list = useLivePages<Session>({
    key: ['sessions', 'list', query],
    topics: ['sessions'],
    idOf: ({ session_id: id }) => id,
    fetchPage: async (after) => {
      const { sessions, next } = await take(
        api.GET('/operator/v1/masking-sessions', { params: { query: { ...query, after } } }),
      );
      return { rows: sessions, next };
    },
  });
  const isFiltered = Object.keys(filters.values).length > 0;
  return (
    <div className={styles.part}>
      <Filters fields={fields} filters={filters} />
      <LivePages list={list} what="sessions" nothing={<Nothing isFiltered={isFiltered} isLive={isLive} />}>
        {(rows) => (
          <Table
            label="Sessions"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ session_id: id }) => id}
            linkOf={({ session_id: id }) => `/masking/${id}`}
            isOld={list.isOld}
          />
        )}
      </LivePages>
    </div>
  );
}

export function SessionState({ state }: Pick<Session, 'state'>) {
  const { label, tone } = STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}

const COLUMNS: ReadonlyArray<Column<Session>> = [
  {
    id: 'parties',
    head: 'Parties',
    cell: ({ number_1: first, number_2: second }) => (
      <code>
        {first} · {second}
      </code>
    ),
  },
  { id: 'state', head: 'State', cell: ({ state }) => <SessionState state={state} /> },
  { id: 'first', head: 'From 1', isNumber: true, cell: ({ texts }) => texts.from_1 },
  { id: 'second', head: 'From 2', isNumber: true, cell: ({ texts }) => texts.from_2 },
  { id: 'refused', head: 'Refused', isNumber: true, cell: ({ texts }) => texts.refused },
  { id: 'external', head: 'External id', isWide: true, cell: ({ external_id: id }) => id ?? '' },
  { id: 'opened', head: 'Opened', cell: ({ opened_on: at }) => <Time at={at} /> },
  { id: 'ends', head: 'Ends', cell: ({ ends_on: at, over_on: over }) => <Time at={over ?? at} isRelative /> },
];

function Nothing({ isFiltered, isLive }: { readonly isFiltered: boolean; readonly isLive: boolean }) {
  if (isFiltered) return <Empty title="No session fits">A number may be that of a party or a mask.</Empty>;
  return isLive ? (
    <Empty title="No session is live">A session that is opened appears here as it happens.</Empty>
  ) : (
    <Empty title="There has been no session yet">Callers open one with two numbers and how long it lasts.</Empty>
  );
}
