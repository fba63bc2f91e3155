/**
 * All nodes of the gateway, and the database that they share. Those that have stopped stand apart.
 */
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Older } from '../../ui/older.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stats } from '../../ui/stats.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { lengthText } from '../../ui/time-text.ts';
import { useDiagnosis, useNodes } from '../overview/asked.ts';
import { Checks } from './checks.tsx';
import { canSendText, type Node, nodeFigures, ofDatabase, present, STATES, stopped } from './words.ts';

export function NodesPage() {
  const nodes = useNodes();
  const { data, error, isPending, refetch } = nodes;
  return (
    <Page title="Nodes" lead="Each is one running gateway. They share the database and nothing else.">
      {isPending && <Skeleton lines={6} label="Loading the nodes" />}
      {error && !data && <Failure what="The nodes could not be loaded." error={error} onRetry={() => void refetch()} />}
      <Older of={[nodes]} />
      {data && (
        <>
          <Stats
            label="All nodes"
            stats={nodeFigures(data.nodes, { leaseText: lengthText(data.lease_seconds * 1_000) })}
          />
          <Section title="In the cluster">
            <Table
              label="Nodes"
              columns={COLUMNS}
              rows={present(data.nodes)}
              keyOf={({ id }) => id}
              linkOf={({ id }) => `/nodes/${encodeURIComponent(id)}`}
            />
          </Section>
          <Stopped nodes={stopped(data.nodes)} />
        </>
      )}
      <OneDatabase />
    </Page>
  );
}

export function State({ node: { state } }: { readonly node: Node }) {
  return <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>;
}

const STARTED: Column<Node> = {
  id: 'started',
  head: 'Started',
  cell: ({ started_on: at }) => <Time at={at} isRelative />,
};

const COLUMNS: ReadonlyArray<Column<Node>> = [
  { id: 'id', head: 'Node', cell: ({ id }) => id },
  { id: 'state', head: 'State', cell: (node) => <State node={node} /> },
  { id: 'release', head: 'Release', cell: ({ release }) => release ?? 'unknown' },
  STARTED,
  { id: 'sign', head: 'Last sign', cell: ({ heartbeat_on: at }) => <Time at={at} isRelative /> },
  { id: 'starts', head: 'Starts', isNumber: true, cell: ({ starts }) => starts },
  { id: 'carriers', head: 'Can send by', isNumber: true, cell: canSendText },
  { id: 'seats', head: 'Seats', isNumber: true, cell: ({ seats }) => seats.length },
];

const FEW = 5;

const STOPPED: ReadonlyArray<Column<Node>> = [
  { id: 'id', head: 'Node', cell: ({ id }) => id },
  { id: 'release', head: 'Release', cell: ({ release }) => release ?? 'unknown' },
  STARTED,
  { id: 'stopped', head: 'Stopped', cell: ({ stopped_on: at }) => <Time at={at} isRelative /> },
  { id: 'starts', head: 'Starts', isNumber: true, cell: ({ starts }) => starts },
];

function Stopped({ nodes }: { readonly nodes: readonly Node[] }) {
  const [areAllShown, setAllShown] = useState(false);
  if (nodes.length === 0) return null;
  return (
    <Section
      title="Stopped"
      actions={
        nodes.length > FEW && (
          <Button size="small" aria-expanded={areAllShown} onClick={() => setAllShown(!areAllShown)}>
            {areAllShown ? 'The last ones' : `All ${nodes.length}`}
          </Button>
        )
      }
    >
      <Table
        label="Nodes that stopped"
        columns={STOPPED}
        rows={areAllShown ? nodes : nodes.slice(0, FEW)}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/nodes/${encodeURIComponent(id)}`}
      />
    </Section>
  );
}

function OneDatabase() {
  const { data, error, isPending, refetch } = useDiagnosis();
  return (
    <Section title="The database">
      {isPending && <Skeleton lines={4} label="Loading the diagnosis" />}
      {error && !data && (
        <Failure what="The diagnosis could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data && (
        <>
          <p>As the node {data.node} sees it.</p>
          <Checks label="The database" checks={ofDatabase(data.checks)} />
        </>
      )}
    </Section>
  );
}
