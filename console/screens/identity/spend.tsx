/**
 * What look-ups have cost by add-on, and how much of each account's hard caps is used this month.
 */
import { useQuery } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { countText } from '../../ui/figures.ts';
import { Filters, useFilters } from '../../ui/filters.tsx';
import { Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stats } from '../../ui/stats.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Caps } from './caps.tsx';
import { SPEND_FIELDS } from './fields.ts';
import styles from './identity.module.css';
import { addOnText, costText, type Spending, spendingOf } from './words.ts';

export function Spend() {
  const filters = useFilters(SPEND_FIELDS);
  const { customer_id: account, from, to } = filters.values;
  const query = { by: 'product,channel', customer_id: account, from, to };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['usage', 'phoneid', query],
    queryFn: async () => {
      const answer = await take(api.GET('/operator/v1/usage', { params: { query } }));
      return spendingOf(typeof answer === 'string' ? [] : answer.usage);
    },
  });
  return (
    <div className={styles.part}>
      <Section title="Spend by add-on">
        <Filters fields={SPEND_FIELDS} filters={filters} />
        {isPending && <Skeleton lines={4} label="Adding up" />}
        {error && <Failure what="It could not be added up." error={error} onRetry={() => void refetch()} />}
        {data && (
          <Stats
            label="In all"
            stats={[
              { name: 'Look-ups', value: countText(data.lookUps), note: from || to ? 'in these days' : 'this month' },
              { name: 'Cost of sources', value: costText(data.cost), note: 'in the currency of the settings' },
            ]}
          />
        )}
        {data && data.addOns.length === 0 && (
          <Empty title="No add-on was answered">What numbering plans know costs nothing.</Empty>
        )}
        {data && data.addOns.length > 0 && (
          <Table label="Spend by add-on" columns={COLUMNS} rows={data.addOns} keyOf={({ addOn }) => addOn} />
        )}
      </Section>
      <Caps />
    </div>
  );
}

const COLUMNS: ReadonlyArray<Column<Spending>> = [
  { id: 'addon', head: 'Add-on', isWide: true, cell: ({ addOn }) => addOnText(addOn) },
  { id: 'lookups', head: 'Answered', isNumber: true, cell: ({ lookUps }) => countText(lookUps) },
  {
    id: 'each',
    head: 'Each',
    isNumber: true,
    cell: ({ lookUps, cost }) => (lookUps === 0 ? '–' : costText(cost / lookUps)),
  },
  { id: 'cost', head: 'Cost', isNumber: true, cell: ({ cost }) => costText(cost) },
];
