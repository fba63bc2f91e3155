/**
 * Receipts that match no message. They are looked at again for 72 hours, and then given up.
 */
import { api, type Schema, take } from '../../api/client.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters, useFilters } from '../../ui/filters.tsx';
import { Link } from '../../ui/link.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { Page } from '../../ui/page.tsx';
import { ShowAll } from '../../ui/show-all.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useShown } from '../../ui/use-shown.ts';
import { idsText, RECEIPT_FIELDS, type ReceiptQuery } from './fields.ts';

type Receipt = Schema<'OperatorReceipt'>;

/** Of how many the numbers are shown at once. */
const MOST_SHOWN = 500;

export function ReceiptsPage() {
  const filters = useFilters(RECEIPT_FIELDS);
  const query = filters.values as ReceiptQuery;
  const list = useLivePages<Receipt>({
    key: ['receipts', query],
    // Nothing tells of a receipt alone; what people send comes the same way.
    topics: ['inbound'],
    idOf: ({ id }) => id,
    fetchPage: async (after) => {
      const { receipts, next } = await take(
        api.GET('/operator/v1/unmatched-receipts', { params: { query: { ...query, after } } }),
      );
      return { rows: receipts, next };
    },
  });
  const numbers = useShown(async () => {
    const params = { query: { ...query, full: true, limit: MOST_SHOWN } };
    const { receipts } = await take(api.GET('/operator/v1/unmatched-receipts', { params }));
    return new Map(receipts.map(({ id, report }) => [id, report?.to ?? null]));
  });
  const numberOf = ({ id, report }: Receipt) => numbers.value?.get(id) ?? report?.to ?? '–';
  return (
    <Page
      title="Stray receipts"
      lead="Receipts that no message knows. Many of them mean that a carrier writes its ids in another form than the settings say."
      actions={list.rows.length > 0 && <ShowAll shown={numbers} what="numbers" />}
    >
      <Filters fields={RECEIPT_FIELDS} filters={filters} />
      <LivePages list={list} what="receipts" nothing={<Nothing />}>
        {(rows) => (
          <Table
            label="Receipts"
            columns={columnsWith(numberOf)}
            rows={rows}
            keyOf={({ id }) => id}
            isOld={list.isOld}
          />
        )}
      </LivePages>
    </Page>
  );
}

function columnsWith(numberOf: (receipt: Receipt) => string): ReadonlyArray<Column<Receipt>> {
  return [
    { id: 'received', head: 'Received', cell: ({ received_on: at }) => <Time at={at} /> },
    { id: 'carrier', head: 'Carrier', cell: ({ carrier }) => <Link to={`/carriers/${carrier}`}>{carrier}</Link> },
    { id: 'state', head: 'Says', cell: ({ report }) => <Badge>{report?.state ?? 'unreadable'}</Badge> },
    { id: 'reason', head: 'In its words', cell: ({ report }) => (report?.reason ? <code>{report.reason}</code> : '–') },
    { id: 'number', head: 'Number', cell: (receipt) => <code>{numberOf(receipt)}</code> },
    { id: 'ids', head: 'Ids', isWide: true, cell: ({ report }) => <code>{idsText(report?.remote_ids ?? [])}</code> },
    { id: 'tries', head: 'Looked at', isNumber: true, cell: ({ tries }) => tries },
    { id: 'next', head: 'Again', cell: ({ next_try_on: at }) => <Time at={at} isRelative /> },
    {
      id: 'fits',
      head: 'May belong to',
      cell: ({ fits }) => fits && <Link to={`/messages/${fits.reference_id}`}>{`a message of ${fits.carrier}`}</Link>,
    },
  ];
}

function Nothing() {
  return <Empty title="Every receipt has found its message" />;
}
