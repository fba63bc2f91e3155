/**
 * What an id is of. One thing: its page, at once. Several, or one without a page: they are listed.
 */
import { useQuery } from '@tanstack/react-query';
import { Navigate, useRouter, useSearch } from '@tanstack/react-router';
import { api, take } from '../../api/client.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { type Found, nameOf, placeOf, relationOf } from './places.ts';

export function FoundPage() {
  const { id: given } = useSearch({ strict: false }) as { id?: unknown };
  const id = given === undefined ? '' : String(given).trim();
  const paths = Object.keys(useRouter().routesByPath);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['found', id],
    queryFn: () => take(api.GET('/operator/v1/find', { params: { query: { id } } })),
    enabled: id !== '',
    // What it was of a moment ago, it is of now; but what was not there may be.
    staleTime: 0,
  });
  const found = data?.found ?? [];
  const [only, ...more] = found;
  const place = only && more.length === 0 ? placeOf(only, paths) : null;
  if (place !== null) return <Navigate to={place} replace />;
  return (
    <Page title="What has this id" lead={<code>{id}</code>}>
      {id !== '' && isPending && <Skeleton lines={3} label="Looking for it" />}
      {error && <Failure what="It could not be looked for." error={error} onRetry={() => void refetch()} />}
      {(id === '' || (data && found.length === 0)) && <Nothing id={id} />}
      {found.length > 0 && <Several found={found} paths={paths} />}
    </Page>
  );
}

function Nothing({ id }: { readonly id: string }) {
  return (
    <Empty title="Nothing here has this id">
      What is older than its retention is gone, and a carrier’s own id is known for 72 hours. It may be an id of the
      caller:{' '}
      <Link to="/find" search={{ external_id: id }}>
        find messages with this external id
      </Link>
      .
    </Empty>
  );
}

interface SeveralProps {
  readonly found: readonly Found[];
  readonly paths: readonly string[];
}

function Several({ found, paths }: SeveralProps) {
  const columns: ReadonlyArray<Column<Found>> = [
    {
      id: 'what',
      head: 'What',
      cell: (each) => {
        const place = placeOf(each, paths);
        return place === null ? nameOf(each) : <Link to={place}>{nameOf(each)}</Link>;
      },
    },
    { id: 'id', head: 'Its id', isWide: true, cell: (each) => <code>{each.id}</code> },
    { id: 'relation', head: 'The id is', cell: (each) => relationOf(each) ?? 'its own' },
    {
      id: 'account',
      head: 'Account',
      cell: ({ customer_id: account }) => account && <Link to={`/accounts/${account}`}>{account}</Link>,
    },
    { id: 'created', head: 'Made', cell: ({ created_on: at }) => <Time at={at} /> },
  ];
  return (
    <Table
      label="What has this id"
      columns={columns}
      rows={found}
      keyOf={({ kind, id, by }) => `${kind} ${id} ${by}`}
    />
  );
}
