/**
 * The list of callbacks, kept fresh without moving under its reader; and the way to send a range of them once more.
 */
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters, useFilters } from '../../ui/filters.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { Page } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './callbacks.module.css';
import { COLUMNS } from './columns.tsx';
import { FIELDS, fieldsFor, queryOf } from './fields.ts';
import { RangeDialog } from './range-dialog.tsx';

type Callback = Schema<'OperatorCallback'>;

export function CallbacksPage() {
  const filters = useFilters(FIELDS);
  const [isAsking, setAsking] = useState(false);
  const query = queryOf(filters.values);
  const fields = fieldsFor(filters.values);
  const list = useLivePages<Callback>({
    key: ['callbacks', 'list', query],
    topics: ['callbacks'],
    idOf: ({ id }) => id,
    fetchPage: async (after) => {
      const params = { query: { ...query, after } };
      const { callbacks, next } = await take(api.GET('/operator/v1/callbacks', { params }));
      return { rows: callbacks, next };
    },
  });
  return (
    <Page
      title="Callbacks"
      lead="What applications were told, the newest first, and what their receivers answered."
      actions={
        <Button icon="repeat" needs="operate" onClick={() => setAsking(true)}>
          Send a range again
        </Button>
      }
    >
      <Filters fields={fields} filters={filters} />
      {fields !== FIELDS && (
        <p className={styles.hint}>With an account they can be found by endpoint and time as well.</p>
      )}
      <LivePages list={list} what="callbacks" nothing={<Nothing isFiltered={Object.keys(filters.values).length > 0} />}>
        {(rows) => (
          <Table
            label="Callbacks"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => `/callbacks/${id}`}
            isOld={list.isOld}
          />
        )}
      </LivePages>
      {isAsking && <RangeDialog begin={filters.values} onClose={() => setAsking(false)} />}
    </Page>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No callback fits">An account is compared in full, an endpoint by scheme, host and port.</Empty>
  ) : (
    <Empty title="Nobody has been told anything yet">
      A callback is owed once something happens to a message whose request or account names a callback address.
    </Empty>
  );
}
