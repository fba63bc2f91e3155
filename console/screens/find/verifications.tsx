/**
 * The list of verifications with several methods. No hint tells of one, but of the messages that it sends.
 */
import { api, type Schema, take } from '../../api/client.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters, useFilters } from '../../ui/filters.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { methodName, stateOf } from '../verification/story.ts';
import { queryOf, VERIFICATION_FIELDS, type VerificationQuery } from './fields.ts';
import styles from './find.module.css';

type Verification = Schema<'OperatorVerification'>;

const COLUMNS: ReadonlyArray<Column<Verification>> = [
  { id: 'recipient', head: 'Number', cell: ({ recipient }) => <code>{recipient}</code> },
  {
    id: 'state',
    head: 'State',
    cell: ({ state }) => {
      const [words, tone] = stateOf(state);
      return <Badge tone={tone}>{words}</Badge>;
    },
  },
  { id: 'methods', head: 'Methods', cell: ({ methods }) => methods.map(({ method }) => methodName(method)).join(', ') },
  { id: 'wrong', head: 'Wrong codes', isNumber: true, cell: ({ wrong_codes: wrong }) => wrong },
  { id: 'external', head: 'External id', isWide: true, cell: ({ external_id: id }) => id ?? '' },
  { id: 'created', head: 'Begun', cell: ({ created_on: at }) => <Time at={at} /> },
];

export function Verifications() {
  const filters = useFilters(VERIFICATION_FIELDS);
  const query = queryOf<VerificationQuery>(filters.values);
  const list = useLivePages<Verification>({
    key: ['verifications', 'list', query],
    topics: ['verifications', 'messages', 'calls'],
    idOf: ({ reference_id: id }) => id,
    fetchPage: async (after) => {
      const params = { query: { ...query, after } };
      const { verifications, next } = await take(api.GET('/operator/v1/verifications', { params }));
      return { rows: verifications, next };
    },
  });
  const nothing =
    Object.keys(filters.values).length > 0 ? (
      <Empty title="No verification fits">A number is compared in full, a time with when it began.</Empty>
    ) : (
      <Empty title="There has been no verification yet">
        One code that goes out by several methods appears here as it begins.
      </Empty>
    );
  return (
    <div className={styles.part}>
      <Filters fields={VERIFICATION_FIELDS} filters={filters} />
      <LivePages list={list} what="verifications" nothing={nothing}>
        {(rows) => (
          <Table
            label="Verifications"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ reference_id: id }) => id}
            linkOf={({ reference_id: id }) => `/verifications/${id}`}
            isOld={list.isOld}
          />
        )}
      </LivePages>
    </div>
  );
}
