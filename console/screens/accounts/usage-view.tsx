/**
 * What an account has used: a chart by day, sums, and the file for a bill. What is shown stands in the address.
 */
import { useQuery } from '@tanstack/react-query';
import { api, GATEWAY_URL, type Schema, take } from '../../api/client.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Select } from '../../ui/field.tsx';
import { amountText } from '../../ui/figures.ts';
import { useFilters } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/page.tsx';
import { SeriesChart } from '../../ui/series-chart.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useNow } from '../../ui/time.tsx';
import { AddOnCaps } from './add-on-caps.tsx';
import styles from './usage.module.css';
import {
  FIGURES,
  type Figure,
  RANGES,
  rangeOf,
  SPLITS,
  type Split,
  seriesOf,
  totalsOf,
  type UsageTotal,
} from './usage.ts';

const FIELDS = [
  { name: 'days', label: 'Days', options: RANGES },
  { name: 'by', label: 'By', options: SPLITS },
  { name: 'figure', label: 'Figure', options: FIGURES },
];
const HOUR_MS = 3_600_000;

export function UsageView({ id }: { readonly id: string }) {
  const { values, set } = useFilters(FIELDS);
  const [days, split, figure] = FIELDS.map(({ name, options }) => {
    return options.find(({ value }) => value === values[name])?.value ?? options[0]?.value ?? '';
  }) as [string, Split, Figure];
  const now = useNow(HOUR_MS);
  // The present is rounded up: the hour before is in the same day, or it is another day at last.
  const range = rangeOf(days, now - HOUR_MS);
  const query = { customer_id: id, ...range, by: `day,${split}` };
  const usage = useQuery({
    queryKey: ['usage', query],
    // Text is what it answers where the file is asked for.
    queryFn: async () =>
      (await take(api.GET('/operator/v1/usage', { params: { query } }))) as Schema<'OperatorUsageList'>,
  });
  const file = new URLSearchParams({
    customer_id: id,
    ...range,
    by: 'day,customer_id,product,channel,country',
    format: 'csv',
  });
  return (
    <div className={styles.view}>
      <div className={styles.choices}>
        {FIELDS.map(({ name, label, options }, at) => (
          <Select
            key={name}
            label={label}
            options={options}
            value={[days, split, figure][at]}
            onChange={(event) => set({ [name]: event.target.value })}
          />
        ))}
        <a className={styles.file} href={`${GATEWAY_URL}/operator/v1/usage?${file}`} download={`usage-${id}.csv`}>
          <Icon name="download" />
          As CSV
        </a>
      </div>
      {usage.isPending && <Skeleton lines={6} label="Loading the usage" />}
      {usage.error && (
        <Failure what="The usage could not be loaded." error={usage.error} onRetry={() => void usage.refetch()} />
      )}
      {usage.data && <Shown usage={usage.data.usage} split={split} figure={figure} range={range} />}
      <AddOnCaps id={id} />
    </div>
  );
}

interface ShownProps {
  readonly usage: readonly Schema<'OperatorUsage'>[];
  readonly split: Split;
  readonly figure: Figure;
  readonly range: ReturnType<typeof rangeOf>;
}

function Shown({ usage, split, figure, range }: ShownProps) {
  const { times, series } = seriesOf(usage, split, figure, range);
  const name = FIGURES.find(({ value }) => value === figure)?.label ?? figure;
  if (usage.length === 0) {
    return <Empty title="Nothing was used">Days are those of UTC; today is among them.</Empty>;
  }
  return (
    <>
      <Section title={`${name} by day`}>
        {series.length === 0 ? (
          <Empty title="Nothing of this">Another figure may have something.</Empty>
        ) : (
          <SeriesChart label={`${name} by day`} times={times} series={series} height={240} areDays />
        )}
      </Section>
      <Section title="In all">
        <Table label="In all" columns={TOTALS} rows={totalsOf(usage, split)} keyOf={({ name: each }) => each} />
      </Section>
    </>
  );
}

const TOTALS: ReadonlyArray<Column<UsageTotal>> = [
  { id: 'name', head: 'Of', cell: ({ name }) => name },
  ...FIGURES.map(({ value, label }) => ({
    id: value,
    head: label,
    isNumber: true,
    cell: ({ amounts }: UsageTotal) => amountText(amounts[value]),
  })),
];
