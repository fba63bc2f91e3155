/**
 * What has been imported, and how old it is. Bringing in and removing stand with the imports.
 */
import { useQuery } from '@tanstack/react-query';
import { api, type Schema, take } from '../../api/client.ts';
import { useHints } from '../../app/live.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './identity.module.css';
import { ageOf } from './words.ts';

type DataSet = Schema<'OperatorDataSetList'>['data_sets'][number];

const KEY = ['data-sets'];

export function DataSets() {
  useHints(['imports'], KEY);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => take(api.GET('/operator/v1/data-sets')),
  });
  return (
    <div className={styles.part}>
      {isPending && <Skeleton lines={4} label="Loading the data sets" />}
      {error && <Failure what="The data sets could not be loaded." error={error} onRetry={() => void refetch()} />}
      {data && data.data_sets.length === 0 && (
        <Empty title="Nothing has been imported">
          Deactivated numbers, breaches and contacts of your own answer add-ons once they are brought in.
        </Empty>
      )}
      {data && data.data_sets.length > 0 && (
        <Table label="Data sets" columns={COLUMNS} rows={data.data_sets} keyOf={({ kind, set }) => `${kind} ${set}`} />
      )}
    </div>
  );
}

const COLUMNS: ReadonlyArray<Column<DataSet>> = [
  { id: 'set', head: 'Set', cell: ({ set }) => <strong>{set}</strong> },
  { id: 'kind', head: 'Kind', cell: ({ kind }) => kind },
  { id: 'age', head: 'Age', cell: (set) => <Age set={set} /> },
  { id: 'days', head: 'Files of', cell: ({ first_date: first, last_date: last }) => daysText(first, last) },
  { id: 'data', head: 'What became known', isWide: true, cell: ({ data }) => data.join(', ') },
  { id: 'imported', head: 'Brought in', cell: ({ imported_on: at }) => <Time at={at} /> },
];

function Age({ set }: { readonly set: DataSet }) {
  const { days, isOld } = ageOf(set, Date.now());
  const words = days === 0 ? 'today' : `${days} day${days === 1 ? '' : 's'}`;
  return <Badge tone={isOld ? 'warn' : 'good'}>{words}</Badge>;
}

function daysText(first: string | null, last: string | null): string {
  if (last === null) return '–';
  return first === last || first === null ? last : `${first} to ${last}`;
}
