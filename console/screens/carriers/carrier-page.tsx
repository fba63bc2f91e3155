/**
 * One carrier: what it does now, what passed through it, what it refused and what failed, who holds its binds.
 */
import { useParams } from '@tanstack/react-router';
import type { Schema } from '../../api/client.ts';
import { Empty } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { countText, overSteps, shareText } from '../../ui/figures.ts';
import { Link } from '../../ui/link.tsx';
import { Older } from '../../ui/older.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { SeriesChart } from '../../ui/series-chart.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stats } from '../../ui/stats.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { lengthText } from '../../ui/time-text.ts';
import { useBacklog, useCarriers, useTraffic } from './asked.ts';
import { Rate, Standing, Window } from './carriers-page.tsx';
import { CarrierOrder } from './order.tsx';
import { SpanSelect, useSpan } from './span.tsx';
import { detailName, detailText, failuresOf, refusalsOf, type Trouble } from './standing.ts';

export function CarrierPage() {
  const { name = '' } = useParams({ strict: false }) as { name?: string };
  const all = useCarriers();
  const backlog = useBacklog();
  const carrier = all.data?.carriers.find((each) => each.name === name);
  return (
    <Page
      title={name}
      aside={carrier && <Standing carrier={carrier} />}
      lead={<Link to="/carriers">All carriers</Link>}
      actions={carrier && <CarrierOrder carrier={carrier} />}
    >
      {all.isPending && <Skeleton lines={6} label="Loading the carrier" />}
      <Older of={[all, backlog]} />
      {all.error && !all.data && (
        <Failure what="The carrier could not be loaded." error={all.error} onRetry={() => void all.refetch()} />
      )}
      {all.data && !carrier && (
        <Empty title="There is no such carrier">It is not in the settings of this gateway.</Empty>
      )}
      {carrier && (
        <>
          <Now name={name} />
          <Traffic name={name} />
          <Seats carrier={carrier} />
          <Details carrier={carrier} />
        </>
      )}
    </Page>
  );
}

function Now({ name }: { readonly name: string }) {
  const { data, error, refetch } = useBacklog();
  const backlog = data?.carriers.find(({ carrier }) => carrier === name);
  if (error && !data) {
    return <Failure what="What waits could not be loaded." error={error} onRetry={() => void refetch()} />;
  }
  if (!backlog) return null;
  const { waiting, more, oldest_on: oldest, gone_in_seconds: gone, by_type: types } = backlog;
  return (
    <Section title="Now">
      <Facts
        facts={[
          ['Parts a second', <Rate key="rate" backlog={backlog} />],
          ['Window', <Window key="window" backlog={backlog} />],
          ['Waiting', waiting === 0 ? 'Nothing' : `${more ? 'over ' : ''}${countText(waiting)}`],
          ...(waiting === 0
            ? []
            : ([
                [
                  'By type',
                  types.map(({ message_type: type, waiting: each }) => `${type} ${countText(each)}`).join(', '),
                ],
                ['The oldest', <Time key="oldest" at={oldest} isRelative />],
                ['Gone in', gone === null ? 'that cannot be said' : lengthText(gone * 1_000)],
              ] as const)),
        ]}
      />
    </Section>
  );
}

function Traffic({ name }: { readonly name: string }) {
  const hours = useSpan();
  const { data, error, isPending, refetch } = useTraffic(hours, name);
  return (
    <Section title="Traffic" actions={<SpanSelect />}>
      {isPending && <Skeleton lines={5} label="Loading the traffic" />}
      {error && !data && (
        <Failure what="The traffic could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data && <Figures name={name} all={data} />}
    </Section>
  );
}

interface FiguresProps {
  readonly name: string;
  readonly all: Schema<'OperatorTraffic'>;
}

function Figures({ name, all: { carriers, step_seconds: stepSeconds, to } }: FiguresProps) {
  const [traffic] = carriers;
  if (!traffic) return <Empty title="Nothing passed through it">In this time it was given nothing.</Empty>;
  const points = overSteps(traffic.points, { stepMs: stepSeconds * 1_000, now: Date.parse(to) });
  const step = stepSeconds === 60 ? 'minute' : 'hour';
  return (
    <>
      <Stats
        label="In this time"
        stats={[
          { name: 'Handed over', value: countText(traffic.handed_over) },
          {
            name: 'Delivered',
            value: shareText(traffic.delivered, traffic.ended),
            note: `${countText(traffic.delivered)} of ${countText(traffic.ended)} that ended`,
          },
          { name: 'Receipts, half of them', value: within(traffic.receipt_p50_ms), note: 'from hand-over, at most' },
          { name: 'Receipts, 99 of 100', value: within(traffic.receipt_p99_ms), note: 'from hand-over, at most' },
        ]}
      />
      <SeriesChart
        label={`Each ${step}`}
        times={points.map(({ at }) => Date.parse(at))}
        series={[
          { label: 'Parts taken', values: points.map(({ accepted }) => accepted) },
          { label: 'Parts not taken', values: points.map(({ not_accepted: count }) => count), color: '--bad' },
          { label: 'Delivered', values: points.map(({ delivered }) => delivered), color: '--good' },
        ]}
      />
      <Troubles title="What it did not take" rows={refusalsOf(traffic)} carrier={name} />
      <Troubles title="What ended without delivery" rows={failuresOf(traffic)} carrier={name} />
    </>
  );
}

function within(ms: number | null): string {
  return ms === null ? '–' : lengthText(ms);
}

function Troubles({
  title,
  rows,
  carrier,
}: {
  readonly title: string;
  readonly rows: readonly Trouble[];
  readonly carrier: string;
}) {
  const columns: ReadonlyArray<Column<Trouble>> = [
    {
      id: 'what',
      head: 'What',
      cell: ({ what, code }) =>
        code === null ? (
          what
        ) : (
          <Link to="/find" search={{ carrier, code: String(code) }}>
            {what} {code}
          </Link>
        ),
    },
    { id: 'reason', head: 'In its words', isWide: true, cell: ({ reason }) => (reason ? <code>{reason}</code> : '–') },
    { id: 'count', head: 'Times', isNumber: true, cell: ({ count }) => countText(count) },
    { id: 'share', head: 'Share', isNumber: true, cell: ({ count, of }) => shareText(count, of) },
  ];
  return (
    <div>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p>Nothing.</p>
      ) : (
        <Table label={title} columns={columns} rows={rows} keyOf={({ id }) => id} />
      )}
    </div>
  );
}

type Carrier = Schema<'OperatorCarrier'>;
type Seat = NonNullable<Carrier['seats']>[number];

const SEATS: ReadonlyArray<Column<Seat>> = [
  { id: 'seat', head: 'Bind', cell: ({ seat }) => seat },
  { id: 'node', head: 'Node', cell: ({ node }) => node ?? 'free' },
  { id: 'since', head: 'Since', cell: ({ since }) => <Time at={since} /> },
];

function Seats({ carrier: { seats } }: { readonly carrier: Carrier }) {
  if (!seats || seats.length === 0) return null;
  return (
    <Section title="Binds">
      <Table label="Binds" columns={SEATS} rows={seats} keyOf={({ seat }) => String(seat)} />
    </Section>
  );
}

function Details({ carrier: { channel, simulated, up_on: upOn, details } }: { readonly carrier: Carrier }) {
  return (
    <Section title="On the node that answered">
      <Facts
        facts={[
          ['Channel', channel.toUpperCase()],
          ['Simulated', simulated ? 'yes' : 'no'],
          ['Can send', upOn === null ? '–' : upOn.join(', ') || 'no node'],
          ...Object.entries(details).map(
            ([name, value]) => [detailName(name), <code key={name}>{detailText(value as string)}</code>] as const,
          ),
        ]}
      />
    </Section>
  );
}
