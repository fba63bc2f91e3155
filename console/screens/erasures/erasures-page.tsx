/**
 * The receipts of erasures, newest first. With a number: whether and when that was erased.
 */
import { useState } from 'react';
import { api, take } from '../../api/client.ts';
import { digitsOf } from '../../app/asked.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { countText } from '../../ui/figures.ts';
import { type FilterField, Filters, useFilters } from '../../ui/filters.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { type Erasure, STATES, sumOf, waitsText } from './words.ts';

const FIELDS: readonly FilterField[] = [{ name: 'number', label: 'Number', placeholder: '+49 151 …' }];

export function ErasuresPage() {
  const filters = useFilters(FIELDS);
  const [isAsking, setAsking] = useState(false);
  const typed = filters.values.number;
  const number = typed === undefined ? undefined : (digitsOf(typed) ?? typed);
  const list = useLivePages<Erasure>({
    key: ['erasures', number ?? null],
    topics: ['erasures'],
    idOf: ({ id }) => id,
    fetchPage: async (after) => {
      const { erasures, next } = await take(api.GET('/operator/v1/erasures', { params: { query: { number, after } } }));
      return { rows: erasures, next };
    },
  });
  return (
    <Page
      title="Erasures"
      lead="A number is taken out of everything. Its receipt holds no number, so it may be kept."
      actions={
        <Button kind="danger" icon="eraser" needs="erase" onClick={() => setAsking(true)}>
          Erase a number
        </Button>
      }
    >
      <Filters fields={FIELDS} filters={filters} />
      <LivePages list={list} what="erasures" nothing={<Nothing isFiltered={number !== undefined} />}>
        {(rows) => (
          <Table
            label="Erasures"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => `/erasures/${id}`}
            isOld={list.isOld}
          />
        )}
      </LivePages>
      {isAsking && <EraseDialog onClose={() => setAsking(false)} />}
    </Page>
  );
}

const COLUMNS: ReadonlyArray<Column<Erasure>> = [
  { id: 'asked', head: 'Asked for', cell: ({ asked_on: at }) => <Time at={at} /> },
  { id: 'state', head: 'State', cell: (known) => <State known={known} /> },
  { id: 'rows', head: 'Rows', isNumber: true, cell: (known) => countText(sumOf(known)) },
  { id: 'done', head: 'Done', cell: ({ done_on: at }) => <Time at={at} /> },
  { id: 'alias', head: 'The number', isWide: true, cell: ({ alias }) => <code>{aliasText(alias)}</code> },
];

/** The same for each erasure of a number: enough of it to tell two apart. */
function aliasText(alias: string): string {
  return alias.slice(0, 'erased-'.length + 8);
}

function State({ known }: { readonly known: Erasure }) {
  return (
    <>
      <Badge tone={STATES[known.state].tone}>{STATES[known.state].word}</Badge> {waitsText(known)}
    </>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="This number was not erased">Or so long ago that its receipt is gone.</Empty>
  ) : (
    <Empty title="No number was erased yet">Somebody may ask that nothing of them is kept.</Empty>
  );
}
