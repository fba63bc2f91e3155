/**
 * How full the pools of masks are. The gateway counts every seat for it, so it is asked when somebody looks or asks again,
 * and not by the minute.
 */
import { useQuery } from '@tanstack/react-query';
import { api, type Schema, take } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Section } from '../../ui/page.tsx';
import { ShowAll } from '../../ui/show-all.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useShown } from '../../ui/use-shown.ts';
import styles from './masking.module.css';
import { outlookText, poolName, poolTone } from './words.ts';

type Pool = Schema<'OperatorForecast'>['pools'][number];
type Busy = Schema<'OperatorForecast'>['busiest'][number];

export function Forecast() {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['masks', 'forecast'],
    queryFn: () => take(api.GET('/operator/v1/numbers/forecast')),
  });
  const parties = useShown(
    async () => (await take(api.GET('/operator/v1/numbers/forecast', { params: { query: { full: true } } }))).busiest,
  );
  const busiest = parties.value ?? data?.busiest ?? [];
  return (
    <div className={styles.part}>
      <Section
        title="Pools"
        actions={
          <Button size="small" icon="repeat" isBusy={isFetching} onClick={() => void refetch()}>
            Count again
          </Button>
        }
      >
        <p>Each mask is one seat of each party. A seat is taken while a session holds it, and rests afterwards.</p>
        {isPending && <Skeleton lines={4} label="Counting the seats" />}
        {error && <Failure what="The seats could not be counted." error={error} onRetry={() => void refetch()} />}
        {data && data.pools.length === 0 && (
          <Empty title="There are no masks">No session can be opened until numbers are brought in.</Empty>
        )}
        {data && data.pools.length > 0 && (
          <Table
            label="Pools"
            columns={POOL_COLUMNS}
            rows={data.pools}
            keyOf={({ customer_id: id, country }) => `${poolName(id)} ${country}`}
          />
        )}
      </Section>
      {data && data.busiest.length > 0 && (
        <Section title="Busiest parties" actions={<ShowAll shown={parties} what="numbers" />}>
          <Table
            label="Busiest parties"
            columns={BUSY_COLUMNS}
            rows={busiest.map((row, at) => ({ ...row, at }))}
            keyOf={({ at }) => String(at)}
          />
        </Section>
      )}
    </div>
  );
}

const POOL_COLUMNS: ReadonlyArray<Column<Pool>> = [
  { id: 'pool', head: 'Pool', cell: ({ customer_id: id }) => poolName(id) },
  { id: 'country', head: 'Country', cell: ({ country }) => country },
  { id: 'numbers', head: 'Masks', isNumber: true, cell: ({ numbers }) => numbers },
  { id: 'retired', head: 'Retired', isNumber: true, cell: ({ retired }) => retired },
  { id: 'parties', head: 'Parties', isNumber: true, cell: ({ parties }) => parties },
  { id: 'live', head: 'In use', isNumber: true, cell: ({ live }) => live },
  { id: 'resting', head: 'Resting', isNumber: true, cell: ({ resting }) => resting },
  {
    id: 'fullest',
    head: 'Fullest party',
    cell: (pool) => <Badge tone={poolTone(pool)}>{`${pool.fullest_percent} %`}</Badge>,
  },
  { id: 'outlook', head: 'Outlook', isWide: true, cell: (pool) => outlookText(pool) },
];

const BUSY_COLUMNS: ReadonlyArray<Column<Busy>> = [
  { id: 'party', head: 'Party', cell: ({ party }) => <code>{party}</code> },
  { id: 'pool', head: 'Pool', cell: ({ customer_id: id }) => poolName(id) },
  { id: 'country', head: 'Country', cell: ({ country }) => country },
  { id: 'live', head: 'In use', isNumber: true, cell: ({ live }) => live },
  { id: 'resting', head: 'Resting', isNumber: true, cell: ({ resting }) => resting },
  { id: 'free', head: 'Left', isNumber: true, cell: ({ free }) => free },
];
