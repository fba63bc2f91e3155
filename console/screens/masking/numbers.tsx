/**
 * The masks themselves: listed, brought in from a file, and given to no new session.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters, useFilters } from '../../ui/filters.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { MASK_FIELDS } from './fields.ts';
import { ImportNumbers } from './import-numbers.tsx';
import styles from './masking.module.css';
import { poolName } from './words.ts';

type Mask = Schema<'OperatorNumber'>;

interface MaskQuery {
  customer_id?: string;
  country?: string;
  state?: 'active' | 'retired';
}

export function Numbers() {
  const filters = useFilters(MASK_FIELDS);
  const client = useQueryClient();
  const say = useToast();
  const [isImporting, setImporting] = useState(false);
  const [retiring, setRetiring] = useState<Mask | null>(null);
  const query = filters.values as MaskQuery;
  const list = useLivePages<Mask>({
    key: ['masks', 'list', query],
    topics: [],
    idOf: ({ number }) => number,
    fetchPage: async (after) => {
      const { numbers, next } = await take(api.GET('/operator/v1/numbers', { params: { query: { ...query, after } } }));
      return { rows: numbers, next };
    },
  });
  const changed = (words: string) => {
    say(words);
    void client.invalidateQueries({ queryKey: ['masks'] });
  };
  const retire = async (number: string) => {
    await take(api.POST('/operator/v1/numbers/{number}/retire', { params: { path: { number } } }));
    changed(`${number} is given to no new session.`);
  };
  return (
    <div className={styles.part}>
      <Filters fields={MASK_FIELDS} filters={filters} />
      <div className={styles.actions}>
        <Button icon="upload" needs="operate" onClick={() => setImporting(true)}>
          Bring in masks
        </Button>
      </div>
      <LivePages list={list} what="masks" nothing={<Nothing isFiltered={Object.keys(filters.values).length > 0} />}>
        {(rows) => (
          <Table
            label="Masks"
            columns={columnsOf(setRetiring)}
            rows={rows}
            keyOf={({ number }) => number}
            isOld={list.isOld}
          />
        )}
      </LivePages>
      {isImporting && <ImportNumbers onClose={() => setImporting(false)} onDone={changed} />}
      {retiring && (
        <ConfirmDialog
          title={`Retire ${retiring.number}?`}
          action="Retire the mask"
          isOpen
          onOpenChange={() => setRetiring(null)}
          onConfirm={() => retire(retiring.number)}
        >
          <p>No new session gets it. Sessions that have it go on until their end. A file brings it back.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function columnsOf(retire: (mask: Mask) => void): ReadonlyArray<Column<Mask>> {
  return [
    { id: 'number', head: 'Mask', cell: ({ number }) => <code>{number}</code> },
    { id: 'pool', head: 'Pool', cell: ({ customer_id: id }) => poolName(id) },
    { id: 'country', head: 'Country', cell: ({ country }) => country },
    { id: 'carrier', head: 'Carrier', cell: ({ carrier }) => carrier ?? 'as routed' },
    {
      id: 'state',
      head: 'State',
      cell: ({ state }) => (state === 'active' ? <Badge tone="good">Active</Badge> : <Badge>Retired</Badge>),
    },
    { id: 'added', head: 'Added', isWide: true, cell: ({ added_on: at }) => <Time at={at} /> },
    {
      id: 'retire',
      head: 'Order',
      cell: (mask) =>
        mask.state === 'active' && (
          <Button size="small" kind="quiet" needs="operate" onClick={() => retire(mask)}>
            Retire
          </Button>
        ),
    },
  ];
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No mask fits" />
  ) : (
    <Empty title="There are no masks">
      A file with <code>number</code>, <code>capabilities</code>, <code>country</code> and <code>carrier</code> brings
      them in.
    </Empty>
  );
}
