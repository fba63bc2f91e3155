/**
 * All carriers: how each is, what it does, and what waits for it. The figures are those of the last hour, of all nodes.
 */
import type { Schema } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failure, FailureNotice } from '../../ui/failure.tsx';
import { countText, overSteps, rateText, shareText } from '../../ui/figures.ts';
import { Meter } from '../../ui/meter.tsx';
import { Older } from '../../ui/older.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { lengthText } from '../../ui/time-text.ts';
import { useBacklog, useCarriers, useTraffic } from './asked.ts';
import { seatsText, standingOf } from './standing.ts';

interface Row {
  readonly carrier: Schema<'OperatorCarrier'>;
  readonly backlog: Schema<'OperatorCarrierBacklog'> | undefined;
  readonly traffic: Schema<'OperatorCarrierTraffic'> | undefined;
  readonly now: number;
}

const MINUTE_MS = 60_000;

export function CarriersPage() {
  const all = useCarriers();
  const backlog = useBacklog();
  const traffic = useTraffic(1);
  const now = Date.parse(traffic.data?.to ?? '');
  const rows = all.data?.carriers.map((carrier) => ({
    carrier,
    backlog: backlog.data?.carriers.find((each) => each.carrier === carrier.name),
    traffic: traffic.data?.carriers.find(({ name }) => name === carrier.name),
    now,
  }));
  const error = backlog.error ?? traffic.error;
  return (
    <Page title="Carriers" lead="The ways out. Figures are those of the last hour, of all nodes.">
      {all.isPending && <Skeleton lines={4} label="Loading the carriers" />}
      {all.error && !all.data && (
        <Failure what="The carriers could not be loaded." error={all.error} onRetry={() => void all.refetch()} />
      )}
      <Older of={[all]} />
      {error && <FailureNotice what="Their figures could not be loaded." error={error} />}
      {rows && rows.length === 0 && <Empty title="No carrier is configured">Nothing can be sent.</Empty>}
      {rows && rows.length > 0 && (
        <Table
          label="Carriers"
          columns={COLUMNS}
          rows={rows}
          keyOf={({ carrier }) => carrier.name}
          linkOf={({ carrier }) => `/carriers/${encodeURIComponent(carrier.name)}`}
        />
      )}
    </Page>
  );
}

const COLUMNS: ReadonlyArray<Column<Row>> = [
  { id: 'name', head: 'Carrier', cell: ({ carrier }) => carrier.name },
  { id: 'channel', head: 'Channel', cell: ({ carrier }) => carrier.channel.toUpperCase() },
  { id: 'state', head: 'State', cell: ({ carrier }) => <Standing carrier={carrier} /> },
  { id: 'binds', head: 'Binds', cell: ({ carrier }) => seatsText(carrier) ?? '–' },
  { id: 'rate', head: 'Parts a second', cell: ({ backlog }) => backlog && <Rate backlog={backlog} /> },
  { id: 'window', head: 'Window', cell: ({ backlog }) => backlog && <Window backlog={backlog} /> },
  { id: 'waiting', head: 'Waiting', cell: ({ backlog }) => backlog && <Waiting backlog={backlog} /> },
  { id: 'delivered', head: 'Delivered', isNumber: true, cell: ({ traffic }) => <Delivered traffic={traffic} /> },
  { id: 'receipts', head: 'Receipts p50, p99', isNumber: true, cell: ({ traffic }) => receiptsText(traffic) },
  {
    id: 'hour',
    head: 'Last hour',
    cell: ({ carrier, traffic, now }) => {
      const points = overSteps(traffic?.points ?? [], { stepMs: MINUTE_MS, now });
      if (points.length < 2) return '–';
      const values = points.map(({ handed_over: count }) => count);
      return <Sparkline label={`Handed over to ${carrier.name}, minute by minute`} values={values} />;
    },
  },
];

export function Standing({ carrier }: { readonly carrier: Schema<'OperatorCarrier'> }) {
  const { word, tone } = standingOf(carrier);
  return <Badge tone={tone}>{word}</Badge>;
}

type BacklogProps = { readonly backlog: Schema<'OperatorCarrierBacklog'> };

export function Rate({ backlog }: BacklogProps) {
  const { parts_per_second: used, allowed_per_second: allowed } = backlog;
  if (allowed === null) return rateText(used);
  return (
    <Meter value={used} of={allowed}>
      {rateText(used)} of {rateText(allowed)}
    </Meter>
  );
}

export function Window({ backlog }: BacklogProps) {
  const { in_hand: used, room } = backlog;
  if (used === null || room === null) return '–';
  return (
    <Meter value={used} of={room}>
      {countText(used)} of {countText(room)}
    </Meter>
  );
}

function Waiting({ backlog: { waiting, more, oldest_on: oldest, gone_in_seconds: gone } }: BacklogProps) {
  if (waiting === 0) return '0';
  return (
    <>
      {more ? 'over ' : ''}
      {countText(waiting)}, the oldest <Time at={oldest} isRelative />
      {gone !== null && `, gone in ${lengthText(gone * 1_000)}`}
    </>
  );
}

function Delivered({ traffic }: { readonly traffic: Row['traffic'] }) {
  return traffic ? shareText(traffic.delivered, traffic.ended) : '–';
}

function receiptsText(traffic: Row['traffic']): string {
  if (!traffic || traffic.receipt_p50_ms === null || traffic.receipt_p99_ms === null) return '–';
  return `${lengthText(traffic.receipt_p50_ms)} / ${lengthText(traffic.receipt_p99_ms)}`;
}
