/**
 * What the diagnosis finds, each with what to do, and the nodes. Both are asked again every half minute.
 */
import { useQuery } from '@tanstack/react-query';
import { api, type Schema, take } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './findings.module.css';
import { findingsOf, wellText } from './findings.ts';

type Check = Schema<'OperatorDiagnosis'>['checks'][number];
type Node = Schema<'OperatorNodeList'>['nodes'][number];

const AGAIN_MS = 30_000;

export function OverviewPage() {
  return (
    <Page title="Overview">
      <Findings />
      <Nodes />
    </Page>
  );
}

function Findings() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['diagnosis'],
    queryFn: () => take(api.GET('/operator/v1/diagnosis')),
    refetchInterval: AGAIN_MS,
  });
  const findings = findingsOf(data?.checks ?? []);
  return (
    <Section title="What needs somebody">
      {isPending && <Skeleton lines={3} label="Loading the diagnosis" />}
      {error && <Failure what="The diagnosis could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data && findings.length === 0 && <Empty title="Nothing needs you.">{wellText(data.checks)}</Empty>}
      {data && findings.length > 0 && (
        <>
          <ul className={styles.list} aria-label="Findings">
            {findings.map((check) => (
              <Finding key={`${check.name} ${check.says}`} check={check} />
            ))}
          </ul>
          <p>{wellText(data.checks)}</p>
        </>
      )}
    </Section>
  );
}

function Finding({ check: { name, state, says, todo } }: { readonly check: Check }) {
  return (
    <li>
      <strong>{name}</strong> {state === 'fail' ? <Badge tone="bad">Fails</Badge> : <Badge tone="warn">Warns</Badge>}
      <p>{says}</p>
      {todo && <p>To do: {todo}</p>}
    </li>
  );
}

function Nodes() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['nodes'],
    queryFn: () => take(api.GET('/operator/v1/nodes')),
    refetchInterval: AGAIN_MS,
  });
  return (
    <Section title="Nodes">
      {isPending && <Skeleton lines={3} label="Loading the nodes" />}
      {error && <Failure what="The nodes could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data && <Table label="Nodes" columns={NODE_COLUMNS} rows={data.nodes} keyOf={({ id }) => id} />}
    </Section>
  );
}

const NODE_COLUMNS: ReadonlyArray<Column<Node>> = [
  { id: 'id', head: 'Node', cell: ({ id }) => id },
  { id: 'state', head: 'State', cell: ({ state }) => <Badge>{state}</Badge> },
  { id: 'started', head: 'Started', cell: ({ started_on: at }) => <Time at={at} isRelative /> },
  { id: 'sign', head: 'Last sign', cell: ({ heartbeat_on: at }) => <Time at={at} isRelative /> },
  { id: 'carriers', head: 'Can send by', cell: ({ can_send_by: names }) => names?.join(', ') || '–' },
];
