/**
 * All imports, newest first.
 */
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
import { type Import, KINDS, refusedText, standingOf } from './words.ts';

export function ImportsPage() {
  const list = useLivePages<Import>({
    key: ['imports'],
    topics: ['imports'],
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
  { id: 'rows', head: 'Rows', isNumber: true, cell: ({ position }) => countText(position) },
  { id: 'refused', head: 'Refused', isNumber: true, cell: refusedText },
  { id: 'started', head: 'Begun', isWide: true, cell: ({ started_on: at }) => <Time at={at} /> },
];

function Standing({ known }: { readonly known: Import }) {
  const { word, tone } = standingOf(known, useNow(60_000));
  return <Badge tone={tone}>{word}</Badge>;
}

function Nothing() {
  return (
    <Empty title="Nothing was imported yet">
      <code>trunkline import</code> brings in deactivated numbers, breaches and contacts of your own.
    </Empty>
  );
}
