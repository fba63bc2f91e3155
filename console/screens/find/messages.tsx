/**
 * The list of messages. The filters stand in the address; the list is kept fresh without moving under its reader.
 */
import { Navigate } from '@tanstack/react-router';
import { api, type Schema, take } from '../../api/client.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { Empty } from '../../ui/empty.tsx';
import { Filters, useFilters } from '../../ui/filters.tsx';
import { Link } from '../../ui/link.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { Table } from '../../ui/table.tsx';
import { COLUMNS } from './columns.tsx';
import { FIELDS, queryOf, referenceIn } from './fields.ts';
import styles from './find.module.css';

type Message = Schema<'OperatorMessageSummary'>;

export function Messages() {
  const filters = useFilters(FIELDS);
  const reference = referenceIn(filters.values);
  const query = queryOf(filters.values);
  const list = useLivePages<Message>({
    key: ['messages', 'list', query],
    topics: ['messages', 'calls'],
    idOf: ({ reference_id: id }) => id,
    fetchPage: async (after) => {
      const { messages, next } = await take(
        api.GET('/operator/v1/messages', { params: { query: { ...query, after } } }),
      );
      return { rows: messages, next };
    },
  });
  if (reference !== null) return <Navigate to="/found" search={{ id: reference } as never} replace />;
  const isFiltered = Object.keys(filters.values).length > 0;
  return (
    <div className={styles.part}>
      <Filters fields={FIELDS} filters={filters} />
      <LivePages
        list={list}
        what="messages"
        nothing={<Nothing isFiltered={isFiltered} externalId={filters.values.external_id} />}
      >
        {(rows) => (
          <Table
            label="Messages"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ reference_id: id }) => id}
            linkOf={({ reference_id: id }) => `/messages/${id}`}
            isOld={list.isOld}
          />
        )}
      </LivePages>
    </div>
  );
}

interface NothingProps {
  readonly isFiltered: boolean;
  readonly externalId: string | undefined;
}

function Nothing({ isFiltered, externalId }: NothingProps) {
  return isFiltered ? (
    <Empty title="No message fits">
      A number is compared in full, a time with when the message was accepted.{' '}
      {externalId && (
        <Link to="/found" search={{ id: externalId }}>
          Look for what else has this id
        </Link>
      )}
    </Empty>
  ) : (
    <Empty title="No message has been sent yet">What callers send appears here as it happens.</Empty>
  );
}
