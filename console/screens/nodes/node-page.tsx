/**
 * One node: since when, how often it has started, what it can send by, and the seats that it holds. Of the node that
 * answers also what its own diagnosis found.
 */
import { useParams } from '@tanstack/react-router';
import type { Schema } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { countText } from '../../ui/figures.ts';
import { Link } from '../../ui/link.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useDiagnosis, useNodes } from '../overview/asked.ts';
import { Checks } from './checks.tsx';
import { State } from './nodes-page.tsx';
import { type Node, ofNode } from './words.ts';

export function NodePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { data, error, isPending, refetch } = useNodes();
  const node = data?.nodes.find((each) => each.id === id);
  return (
    <Page title={id} aside={node && <State node={node} />} lead={<Link to="/nodes">All nodes</Link>}>
      {isPending && <Skeleton lines={6} label="Loading the node" />}
      {error && !data && <Failure what="The node could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data && !node && <Empty title="There is no such node">None of this name has ever started here.</Empty>}
      {node && (
        <>
          <Known node={node} isAnswering={data?.node === id} />
          {node.state !== 'stopped' && <Carriers node={node} />}
          <Seats node={node} />
          {data?.node === id && <Diagnosis />}
        </>
      )}
    </Page>
  );
}

const WORDS: Readonly<Record<Node['state'], string>> = {
  running:
    'It works. Told to end (SIGTERM), it takes nothing new, finishes what is under way and gives its seats back.',
  silent: 'It gave no sign for a lease. The others declare it dead, then take over its seats and what it had in hand.',
  stopped: 'It has ended, or was declared dead. Nothing is in its hands.',
};

function Known({ node, isAnswering }: { readonly node: Node; readonly isAnswering: boolean }) {
  return (
    <Section title="What is known">
      <p>{WORDS[node.state]}</p>
      <Facts
        facts={[
          ['Release', node.release ?? 'it does not say'],
          ['Started', <Time key="started" at={node.started_on} />],
          ['Starts (epoch)', countText(node.starts)],
          ['Last sign', <Time key="sign" at={node.heartbeat_on} isRelative />],
          ...(node.stopped_on ? ([['Stopped', <Time key="stopped" at={node.stopped_on} />]] as const) : []),
          ...(isAnswering ? ([['Answers', 'this page was asked of it']] as const) : []),
        ]}
      />
    </Section>
  );
}

type CarrierOfNode = Schema<'OperatorCarrierOfNode'>;

const CARRIERS: ReadonlyArray<Column<CarrierOfNode>> = [
  { id: 'name', head: 'Carrier', cell: ({ carrier }) => carrier },
  {
    id: 'state',
    head: 'From here',
    cell: ({ can_send: can, is_resting: resting }) =>
      can ? (
        <Badge tone="good">Can send</Badge>
      ) : resting ? (
        <Badge tone="warn">Rests</Badge>
      ) : (
        <Badge>Cannot send</Badge>
      ),
  },
  { id: 'hand', head: 'In hand', cell: (carrier) => <InHand carrier={carrier} /> },
];

function InHand({ carrier: { in_hand: used, room } }: { readonly carrier: CarrierOfNode }) {
  if (used === null || room === null) return '–';
  return (
    <Meter value={used} of={room}>
      {countText(used)} of {countText(room)}
    </Meter>
  );
}

function Carriers({ node: { carriers } }: { readonly node: Node }) {
  return (
    <Section title="Carriers">
      {carriers.length === 0 ? (
        <Empty title="It has not said yet">A node tells what it can send by with its next sign of life.</Empty>
      ) : (
        <Table
          label="Carriers"
          columns={CARRIERS}
          rows={carriers}
          keyOf={({ carrier }) => carrier}
          linkOf={({ carrier }) => `/carriers/${encodeURIComponent(carrier)}`}
        />
      )}
    </Section>
  );
}

type HeldSeat = Schema<'OperatorHeldSeat'>;

const SEATS: ReadonlyArray<Column<HeldSeat>> = [
  { id: 'carrier', head: 'Carrier', cell: ({ carrier }) => carrier },
  { id: 'seat', head: 'Bind', isNumber: true, cell: ({ seat }) => seat },
  { id: 'since', head: 'Since', cell: ({ since }) => <Time at={since} /> },
];

function Seats({ node: { seats } }: { readonly node: Node }) {
  return (
    <Section title="Seats">
      {seats.length === 0 ? (
        <Empty title="It holds none">A seat is a bind of a carrier, which one node at a time uses.</Empty>
      ) : (
        <Table label="Seats" columns={SEATS} rows={seats} keyOf={({ carrier, seat }) => `${carrier} ${seat}`} />
      )}
    </Section>
  );
}

function Diagnosis() {
  const { data, error, isPending, refetch } = useDiagnosis();
  return (
    <Section title="Diagnosis">
      {isPending && <Skeleton lines={4} label="Loading the diagnosis" />}
      {error && !data && (
        <Failure what="The diagnosis could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data && <Checks label="Diagnosis" checks={ofNode(data.checks)} />}
    </Section>
  );
}
