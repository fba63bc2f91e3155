/**
 * All imports, newest first.
 */
import type { ReactNode } from 'react';
import { api, take } from '../../api/client.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { countText } from '../../ui/figures.ts';
import { Link } from '../../ui/link.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time, useNow } from '../../ui/time.tsx';
import { useImport } from './asked.ts';
import { type Import, KINDS, refusedText, standingOf } from './words.ts';

export function ImportsPage() {
  const list = useLivePages<Import>({
    key: ['imports'],
    topics: [],
    idOf: ({ id }) => id,
    fetchPage: async (after) => {
      const { imports, next } = await take(api.GET('/operator/v1/imports', { params: { query: { after } } }));
      return { rows: imports, next };
    },
  });
  return (
    <Page
      title="Imports"
      lead="What you know about numbers, file by file."
      actions={
        <Link to="/identity" search={{ tab: 'data' }}>
          The sets that they made
        </Link>
      }
    >
      <LivePages list={list} what="imports" nothing={<Nothing />}>
        {(rows) => (
          <Table
            label="Imports"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => `/imports/${id}`}
          />
        )}
      </LivePages>
    </Page>
  );
}

const COLUMNS: ReadonlyArray<Column<Import>> = [
  { id: 'set', head: 'Set', cell: ({ set }) => set },
  { id: 'kind', head: 'Kind', cell: ({ kind }) => KINDS[kind] },
  { id: 'day', head: 'Of the day', cell: ({ date }) => date ?? '–' },
  { id: 'state', head: 'State', cell: (known) => <Standing known={known} /> },
  { id: 'rows', head: 'Rows', isNumber: true, cell: (known) => <Fresh known={known}>{rowsText}</Fresh> },
  { id: 'refused', head: 'Refused', isNumber: true, cell: (known) => <Fresh known={known}>{refusedText}</Fresh> },
  { id: 'started', head: 'Begun', isWide: true, cell: ({ started_on: at }) => <Time at={at} /> },
];

function rowsText({ position }: Import): string {
  return countText(position);
}

interface KnownProps {
  readonly known: Import;
}

export function Standing({ known }: KnownProps) {
  const now = useNow(60_000);
  return (
    <Fresh known={known}>
      {(fresh) => {
        const { word, tone } = standingOf(fresh, now);
        return <Badge tone={tone}>{word}</Badge>;
      }}
    </Fresh>
  );
}

/** One that is over stands as the list has it; any other is looked at again. */
function Fresh({ known, children }: KnownProps & { readonly children: (fresh: Import) => ReactNode }) {
  return known.state === 'open' ? <Asked known={known}>{children}</Asked> : children(known);
}

function Asked({ known, children }: KnownProps & { readonly children: (fresh: Import) => ReactNode }) {
  const { data } = useImport(known.id);
  return children(data ?? known);
}

function Nothing() {
  return (
    <Empty title="Nothing was imported yet">
      <code>trunkline import</code> brings in deactivated numbers, breaches and contacts of your own.
    </Empty>
  );
}
