/**
 * Receivers with callbacks that wait, by account: what their newest tries came to, and a way to send what waits again.
 */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { useEvery } from '../../app/live.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failure, FailureNotice } from '../../ui/failure.tsx';
import { countText } from '../../ui/figures.ts';
import { Filters, useFilters } from '../../ui/filters.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { RangeDialog } from '../callbacks/range-dialog.tsx';
import styles from './endpoints.module.css';
import { ENDPOINT_FIELDS, type EndpointQuery, rangeOf } from './fields.ts';

type Endpoint = Schema<'OperatorEndpoint'>;

const EVERY_MS = 10_000;

function useEndpoints(query: EndpointQuery) {
  return useInfiniteQuery({
    queryKey: ['endpoints', 'list', query],
    queryFn: ({ pageParam: after }) =>
      take(api.GET('/operator/v1/endpoints', { params: { query: { ...query, after } } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: useEvery(EVERY_MS),
  });
}

export function EndpointsPage() {
  const filters = useFilters(ENDPOINT_FIELDS);
  const [again, setAgain] = useState<Endpoint | null>(null);
  const list = useEndpoints(filters.values as EndpointQuery);
  const rows = list.data?.pages.flatMap(({ endpoints }) => endpoints) ?? [];
  return (
    <Page
      title="Endpoints"
      lead="Where callbacks wait, by account. What is given up waits no more, and stands among the callbacks of its account."
    >
      <Filters fields={ENDPOINT_FIELDS} filters={filters} />
      {list.isPending && <Skeleton lines={5} label="Loading the endpoints" />}
      {list.error && !list.data && (
        <Failure what="The endpoints could not be loaded." error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.error && list.data && <FailureNotice what="They could not be loaded again." error={list.error} />}
      {list.data && rows.length === 0 && !list.hasNextPage && (
        <Nothing isFiltered={Object.keys(filters.values).length > 0} />
      )}
      {rows.length > 0 && (
        <Table
          label="Endpoints"
          columns={columnsWith(setAgain)}
          rows={rows}
          keyOf={({ endpoint, customer_id: account }) => `${endpoint} ${account}`}
        />
      )}
      {list.hasNextPage && (
        <p>
          <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            More endpoints
          </Button>
        </p>
      )}
      {again && <RangeDialog begin={rangeOf(again)} onClose={() => setAgain(null)} />}
    </Page>
  );
}

function columnsWith(sendAgain: (endpoint: Endpoint) => void): ReadonlyArray<Column<Endpoint>> {
  return [
    {
      id: 'endpoint',
      head: 'Endpoint',
      cell: ({ endpoint, customer_id: account }) => (
        <Link to="/callbacks" search={{ customer_id: account, endpoint }}>
          {endpoint}
        </Link>
      ),
    },
    {
      id: 'account',
      head: 'Account',
      cell: ({ customer_id: account }) => <Link to={`/accounts/${encodeURIComponent(account)}`}>{account}</Link>,
    },
    {
      id: 'failing',
      head: 'Failing',
      cell: ({ failing, pending, more }) => (
        <Badge tone={failing > 0 ? 'bad' : 'calm'}>
          {countText(failing)} of {more ? 'over ' : ''}
          {countText(pending)}
        </Badge>
      ),
    },
    { id: 'oldest', head: 'The oldest', cell: ({ oldest_on: at }) => <Time at={at} isRelative /> },
    { id: 'next', head: 'Next try', cell: ({ next_try_on: at }) => <Time at={at} isRelative /> },
    { id: 'tries', head: 'Tries', isNumber: true, cell: ({ most_tries: tries }) => tries },
    {
      id: 'error',
      head: 'Last answer',
      cell: ({ last_error: error }) => <span className={styles.answer}>{error ?? '–'}</span>,
    },
    {
      id: 'do',
      head: 'Actions',
      cell: (endpoint) => (
        <Button
          size="small"
          needs="operate"
          aria-label={`Send again what waits at ${endpoint.endpoint} for ${endpoint.customer_id}`}
          onClick={() => sendAgain(endpoint)}
        >
          Send again
        </Button>
      ),
    },
  ];
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No endpoint fits">An account is compared in full.</Empty>
  ) : (
    <Empty title="Nothing waits">What receivers take at once stands nowhere here.</Empty>
  );
}
