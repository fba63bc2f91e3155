/**
 * The list of accounts, and the way to a new one.
 */
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters, useFilters } from '../../ui/filters.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { type AccountQuery, FIELDS, KINDS, productText } from './fields.ts';
import { NewAccount } from './new-account.tsx';

type Account = Schema<'OperatorAccount'>;

export function AccountsPage() {
  const filters = useFilters(FIELDS);
  const [isMaking, setMaking] = useState(false);
  const query = filters.values as AccountQuery;
  const list = useLivePages<Account>({
    key: ['accounts', 'list', query],
    topics: ['accounts'],
    idOf: ({ customer_id: id }) => id,
    fetchPage: async (after) => {
      const { accounts, next } = await take(
        api.GET('/operator/v1/accounts', { params: { query: { ...query, after } } }),
      );
      return { rows: accounts, next };
    },
  });
  const isFiltered = Object.keys(filters.values).length > 0;
  return (
    <Page
      title="Accounts"
      lead="Those who call the API, in the order of their Customer IDs."
      actions={
        <Button kind="primary" icon="plus" needs="accounts" onClick={() => setMaking(true)}>
          New account
        </Button>
      }
    >
      <Filters fields={FIELDS} filters={filters} />
      <LivePages list={list} what="accounts" nothing={<Nothing isFiltered={isFiltered} />}>
        {(rows) => (
          <Table
            label="Accounts"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ customer_id: id }) => id}
            linkOf={({ customer_id: id }) => `/accounts/${id}`}
            isOld={list.isOld}
          />
        )}
      </LivePages>
      {isMaking && <NewAccount onClose={() => setMaking(false)} />}
    </Page>
  );
}

const COLUMNS: ReadonlyArray<Column<Account>> = [
  { id: 'name', head: 'Name', cell: ({ name }) => name },
  { id: 'id', head: 'Customer ID', isWide: true, cell: ({ customer_id: id }) => <code>{id}</code> },
  { id: 'state', head: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { id: 'kind', head: 'Kind', cell: ({ kind }) => KINDS[kind] },
  { id: 'products', head: 'Products', cell: ({ products }) => productText(products) },
  { id: 'created', head: 'Made', cell: ({ created_on: at }) => <Time at={at} /> },
];

export function StateBadge({ state }: Pick<Account, 'state'>) {
  return state === 'active' ? <Badge tone="good">Active</Badge> : <Badge tone="warn">Suspended</Badge>;
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No account fits">A part of the name or of the Customer ID is enough.</Empty>
  ) : (
    <Empty title="There is no account yet">Who calls the API needs one: it has the keys, senders and limits.</Empty>
  );
}
