/**
 * How much passes through, what the diagnosis finds with what to do, receivers that fail, and the nodes.
 */
import type { Schema } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { overSteps } from '../../ui/figures.ts';
import { Link } from '../../ui/link.tsx';
import { Older } from '../../ui/older.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { SeriesChart } from '../../ui/series-chart.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stats } from '../../ui/stats.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time, useNow } from '../../ui/time.tsx';
import { relativeText } from '../../ui/time-text.ts';
import { useBacklog, useCarriers, useTraffic } from '../carriers/asked.ts';
import { SpanSelect, useSpan } from '../carriers/span.tsx';
import { type Node, present, STATES } from '../nodes/words.ts';
import { useDiagnosis, useFailingEndpoints, useNodes } from './asked.ts';
import { backlogFigure, carrierFigure, nodeFigure, trafficFigures } from './figures.ts';
import styles from './findings.module.css';
import { findingsOf, placeOf, wellText } from './findings.ts';

type Check = Schema<'OperatorDiagnosis'>['checks'][number];
type Endpoint = Schema<'OperatorEndpoint'>;

export function OverviewPage() {
  return (
    <Page title="Overview">
      <Now />
      <Findings />
      <Traffic />
      <Endpoints />
      <Nodes />
    </Page>
  );
}

/** What could not be loaded is left out: the parts below say why. What is older than it should be is said once, here. */
function Now() {
  const traffic = useTraffic(1);
  const backlog = useBacklog();
  const carriers = useCarriers();
  const nodes = useNodes();
  const [diagnosis, endpoints] = [useDiagnosis(), useFailingEndpoints()];
  const now = useNow(1_000);
  const figures = [
    ...(traffic.data ? trafficFigures(traffic.data) : []),
    ...(backlog.data ? [backlogFigure(backlog.data, (at) => relativeText(Date.parse(at), now))] : []),
    ...(carriers.data ? [carrierFigure(carriers.data.carriers)] : []),
    ...(nodes.data ? [nodeFigure(nodes.data.nodes)] : []),
  ];
  const isPending = [traffic, backlog, carriers, nodes].some((each) => each.isPending);
  return (
    <>
      <Older of={[traffic, backlog, carriers, nodes, diagnosis, endpoints]} />
      {figures.length > 0 && <Stats label="Now" stats={figures} />}
      {figures.length === 0 && isPending && <Skeleton lines={2} label="Loading the figures" />}
    </>
  );
}

function Findings() {
  const { data, error, isPending, refetch } = useDiagnosis();
  const findings = findingsOf(data?.checks ?? []);
  return (
    <Section title="What needs somebody">
      {isPending && <Skeleton lines={3} label="Loading the diagnosis" />}
      {error && !data && (
        <Failure what="The diagnosis could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data && findings.length === 0 && <Empty title="Nothing needs you.">{wellText(data)}</Empty>}
      {data && findings.length > 0 && (
        <>
          <ul className={styles.list} aria-label="Findings">
            {findings.map((check) => (
              <Finding key={`${check.name} ${check.says}`} check={check} />
            ))}
          </ul>
          <p className={styles.well}>{wellText(data)}</p>
        </>
      )}
    </Section>
  );
}

function Finding({ check: { name, state, says, todo } }: { readonly check: Check }) {
  const place = placeOf({ name });
  return (
    <li>
      <strong>{place === null ? name : <Link to={place}>{name}</Link>}</strong>{' '}
      {state === 'fail' ? <Badge tone="bad">Fails</Badge> : <Badge tone="warn">Warns</Badge>}
      <p>{says}</p>
      {todo && <p>To do: {todo}</p>}
    </li>
  );
}

function Traffic() {
  const hours = useSpan();
  const { data, error, isPending, refetch } = useTraffic(hours);
  return (
    <Section title="Traffic" actions={<SpanSelect />}>
      {isPending && <Skeleton lines={5} label="Loading the traffic" />}
      {error && !data && (
        <Failure what="The traffic could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data && <Chart traffic={data} />}
    </Section>
  );
}

function Chart({
  traffic: { points: all, step_seconds: stepSeconds, to },
}: {
  readonly traffic: Schema<'OperatorTraffic'>;
}) {
  const points = overSteps(all, { stepMs: stepSeconds * 1_000, now: Date.parse(to) });
  return (
    <SeriesChart
      label={stepSeconds === 60 ? 'Each minute' : 'Each hour'}
      times={points.map(({ at }) => Date.parse(at))}
      series={[
        { label: 'Taken', values: points.map(({ taken }) => taken) },
        { label: 'Delivered', values: points.map(({ delivered }) => delivered), color: '--good' },
        {
          label: 'Ended otherwise',
          values: points.map(({ finished, delivered }) => Math.max(0, finished - delivered)),
          color: '--bad',
        },
      ]}
    />
  );
}

const ENDPOINTS_SHOWN = 5;

const ENDPOINT_COLUMNS: ReadonlyArray<Column<Endpoint>> = [
  {
    id: 'endpoint',
    head: 'Endpoint',
    cell: ({ endpoint, customer_id: account }) => (
      <Link to="/callbacks" search={{ customer_id: account, endpoint, state: 'pending' }}>
        {endpoint}
      </Link>
    ),
  },
  { id: 'failing', head: 'Failing', isNumber: true, cell: ({ failing, more }) => `${more ? 'over ' : ''}${failing}` },
  { id: 'oldest', head: 'Oldest', cell: ({ oldest_on: at }) => <Time at={at} isRelative /> },
  { id: 'error', head: 'Last answer', isWide: true, cell: ({ last_error: error }) => error ?? '–' },
];

function Endpoints() {
  const { data, error, isPending, refetch } = useFailingEndpoints();
  const rows = data?.endpoints ?? [];
  return (
    <Section title="Callbacks that fail">
      {isPending && <Skeleton lines={2} label="Loading the endpoints" />}
      {error && !data && (
        <Failure what="The endpoints could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data && rows.length === 0 && <Empty title="None waits for another try." />}
      {rows.length > 0 && (
        <Table
          label="Callbacks that fail"
          columns={ENDPOINT_COLUMNS}
          rows={rows.slice(0, ENDPOINTS_SHOWN)}
          keyOf={({ endpoint, customer_id: account }) => `${endpoint} ${account}`}
        />
      )}
      {(rows.length > ENDPOINTS_SHOWN || data?.next) && (
        <p>
          <Link to="/endpoints" search={{ state: 'failing' }}>
            All that fail
          </Link>
        </p>
      )}
    </Section>
  );
}

function Nodes() {
  const { data, error, isPending, refetch } = useNodes();
  return (
    <Section title="Nodes">
      {isPending && <Skeleton lines={3} label="Loading the nodes" />}
      {error && !data && <Failure what="The nodes could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data && (
        <Table
          label="Nodes"
          columns={NODE_COLUMNS}
          rows={present(data.nodes)}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/nodes/${encodeURIComponent(id)}`}
        />
      )}
    </Section>
  );
}

const NODE_COLUMNS: ReadonlyArray<Column<Node>> = [
  { id: 'id', head: 'Node', cell: ({ id }) => id },
  { id: 'state', head: 'State', cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge> },
  { id: 'started', head: 'Started', cell: ({ started_on: at }) => <Time at={at} isRelative /> },
  { id: 'sign', head: 'Last sign', cell: ({ heartbeat_on: at }) => <Time at={at} isRelative /> },
  { id: 'carriers', head: 'Can send by', cell: ({ can_send_by: names }) => names?.join(', ') || '–' },
];
