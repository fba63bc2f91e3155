/**
 * The list of what people sent: texts, taps, files, places. What was relayed in a masked session is a message.
 */
import { api, type Schema, take } from '../../api/client.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { Empty } from '../../ui/empty.tsx';
import { Filters, useFilters } from '../../ui/filters.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { kindName, MEANING_NAMES } from '../inbound/words.ts';
import { channelName } from '../message/words.ts';
import { INBOUND_FIELDS, type InboundQuery } from './fields.ts';
import styles from './find.module.css';

type Came = Schema<'OperatorText'>;

const COLUMNS: ReadonlyArray<Column<Came>> = [
  { id: 'from', head: 'From', cell: ({ from }) => <code>{from}</code> },
  { id: 'to', head: 'To', cell: ({ to }) => <code>{to}</code> },
  { id: 'kind', head: 'What', cell: ({ kind }) => kindName(kind) },
  { id: 'meaning', head: 'Read as', cell: ({ meaning }) => (meaning === 'other' ? '' : MEANING_NAMES[meaning]) },
  { id: 'channel', head: 'Channel', cell: ({ channel }) => channelName(channel) },
  { id: 'account', head: 'Account', isWide: true, cell: ({ customer_id: account }) => account ?? 'of nobody' },
  { id: 'received', head: 'Came in', cell: ({ received_on: at }) => <Time at={at} /> },
];

export function CameIn() {
  const filters = useFilters(INBOUND_FIELDS);
  const query = filters.values as InboundQuery;
  const list = useLivePages<Came>({
    key: ['inbound', 'list', query],
    topics: ['inbound'],
    idOf: ({ id }) => id,
    fetchPage: async (after) => {
      const { texts, next } = await take(
        api.GET('/operator/v1/inbound-texts', { params: { query: { ...query, after } } }),
      );
      return { rows: texts, next };
    },
  });
  const nothing =
    Object.keys(filters.values).length > 0 ? (
      <Empty title="Nothing that came in fits" />
    ) : (
      <Empty title="Nothing has come in yet">What people send to a sender or an agent appears here as it comes.</Empty>
    );
  return (
    <div className={styles.part}>
      <Filters fields={INBOUND_FIELDS} filters={filters} />
      <LivePages list={list} what="texts" nothing={nothing}>
        {(rows) => (
          <Table
            label="What came in"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => `/inbound/${id}`}
            isOld={list.isOld}
          />
        )}
      </LivePages>
    </div>
  );
}
