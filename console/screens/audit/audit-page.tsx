/**
 * The audit log: found by who, what, on what and when; exported as it is filtered; and verified.
 */
import { useState } from 'react';
import { api, GATEWAY_URL, type Schema, take } from '../../api/client.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters, useFilters } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './audit.module.css';
import { type Done, doneOf } from './entries.ts';
import { type AuditQuery, FIELDS } from './fields.ts';
import { Outcome } from './outcome.tsx';
import { Verify } from './verify.tsx';
import { actionText, actorText, isAlarming, targetText } from './words.ts';

type Entry = Schema<'PeopleAuditEntry'>;

export function AuditPage() {
  const filters = useFilters(FIELDS);
  const [isVerifying, setVerifying] = useState(false);
  const query = filters.values as AuditQuery;
  const list = useLivePages<Entry>({
    key: ['audit', 'list', query],
    topics: ['audit'],
    idOf: ({ seq }) => String(seq),
    fetchPage: async (after) => {
      const page = await take(api.GET('/operator/v1/audit', { params: { query: { ...query, after } } }));
      // Lines were not asked for.
      if (typeof page === 'string') throw new TypeError('a page of entries is no text');
      return { rows: page.entries, next: page.next };
    },
  });
  const isFiltered = Object.keys(filters.values).length > 0;
  const file = new URLSearchParams({ format: 'lines', ...filters.values });
  return (
    <Page
      title="Audit"
      lead="Who did what, and who saw numbers or texts in full. Each entry holds the hash of the one before."
      actions={
        <>
          <a className={styles.file} href={`${GATEWAY_URL}/operator/v1/audit?${file}`} download="">
            <Icon name="download" />
            {isFiltered ? 'Export what is filtered' : 'Export'}
          </a>
          <Button icon="shield" needs="audit" disabled={isVerifying} onClick={() => setVerifying(true)}>
            Verify the log
          </Button>
        </>
      }
    >
      {isVerifying && <Verify onClose={() => setVerifying(false)} />}
      <Filters fields={FIELDS} filters={filters} />
      <LivePages list={list} what="entries" nothing={<Nothing isFiltered={isFiltered} />}>
        {(rows) => (
          <Table
            label="Entries"
            columns={COLUMNS}
            rows={doneOf(rows, list.hasMore)}
            keyOf={({ entry }) => String(entry.seq)}
            linkOf={({ entry }) => `/audit/${entry.seq}`}
            isOld={list.isOld}
          />
        )}
      </LivePages>
    </Page>
  );
}

const COLUMNS: ReadonlyArray<Column<Done>> = [
  {
    id: 'action',
    head: 'What',
    cell: ({ entry }) => (isAlarming(entry) ? <Badge tone="bad">{actionText(entry)}</Badge> : titleOf(entry)),
  },
  { id: 'actor', head: 'Who', cell: ({ entry }) => actorText(entry.actor) },
  { id: 'target', head: 'On what', isWide: true, cell: ({ entry }) => targetText(entry.target) },
  { id: 'outcome', head: 'How it ended', cell: (done) => <Outcome done={done} /> },
  { id: 'address', head: 'From', cell: ({ entry }) => (entry.address === null ? '–' : <code>{entry.address}</code>) },
  { id: 'at', head: 'When', cell: ({ entry }) => <Time at={entry.at} /> },
];

function titleOf(entry: Entry): string {
  return entry.of === null ? actionText(entry) : `End of entry ${entry.of}: ${actionText(entry)}`;
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No entry fits">
      Names are compared in full: a user is <code>user:ada</code> in Who and <code>ada</code> in On what. A number is
      looked for as it was written down, masked.
    </Empty>
  ) : (
    <Empty title="Nothing has been written down">Whatever somebody changes, or sees in full, stands here.</Empty>
  );
}
