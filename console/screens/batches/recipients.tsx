/**
 * The recipients of a batch in their places, each with its message or why there is none. Numbers are shown to who asks for
 * them; the gateway records that.
 */
import { api, type Schema, take } from '../../api/client.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { countText } from '../../ui/figures.ts';
import { Filters, useFilters } from '../../ui/filters.tsx';
import { Link } from '../../ui/link.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { Section } from '../../ui/page.tsx';
import { ShowAll } from '../../ui/show-all.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toneOf } from '../../ui/tone.ts';
import { useShown } from '../../ui/use-shown.ts';
import styles from './batches.module.css';
import { RECIPIENT_FIELDS, type RecipientQuery, recipientQueryOf } from './fields.ts';

type Recipient = Schema<'BatchRecipient'>;

const EVERY_MS = 10_000;
/** What the gateway gives at a time, of what is shown in full. */
const LARGEST_PAGE = 500;

export function Recipients({ reference }: { readonly reference: string }) {
  const filters = useFilters(RECIPIENT_FIELDS);
  const query = recipientQueryOf(filters.values);
  return (
    <Section title="Recipients">
      <Filters fields={RECIPIENT_FIELDS} filters={filters} />
      {/* What was shown of others is hidden again. */}
      <Listed key={JSON.stringify(query)} reference={reference} query={query} />
    </Section>
  );
}

interface ListedProps {
  readonly reference: string;
  readonly query: RecipientQuery;
}

function Listed({ reference, query }: ListedProps) {
  const pageOf = (more: { after?: string | undefined; limit?: number; full?: boolean }) =>
    take(
      api.GET('/operator/v1/batches/{reference_id}', {
        params: { path: { reference_id: reference }, query: { ...query, ...more } },
      }),
    );
  const list = useLivePages<Recipient>({
    key: ['batches', reference, 'recipients', query],
    topics: [],
    everyMs: EVERY_MS,
    idOf: ({ place }) => String(place),
    fetchPage: async (after) => {
      const { recipients, next } = await pageOf({ after });
      return { rows: recipients, next };
    },
  });
  const numbers = useShown(async () => {
    const found = new Map<number, string | null>();
    let after: string | undefined;
    do {
      const page = await pageOf({ after, limit: LARGEST_PAGE, full: true });
      for (const { place, phone_number: number } of page.recipients) found.set(place, number);
      after = page.next ?? undefined;
    } while (after !== undefined && found.size < list.rows.length);
    return found;
  });
  return (
    <>
      {list.rows.length > 0 && (
        <div>
          <ShowAll shown={numbers} what="numbers" />
        </div>
      )}
      <LivePages list={list} what="recipients" nothing={<Empty title="No recipient fits" />}>
        {(rows) => (
          <Table
            label="Recipients"
            columns={columnsOf(numbers.value)}
            rows={rows}
            keyOf={({ place }) => String(place)}
            isOld={list.isOld}
          />
        )}
      </LivePages>
    </>
  );
}

/** Why there is no message is a sentence. */
function Became({ recipient }: { readonly recipient: Recipient }) {
  const { reference_id: id, code, description } = recipient;
  if (id !== null) return <StatusBadge status={recipient} />;
  return (
    <span className={styles.why}>
      <Badge tone={toneOf(code)}>{code}</Badge> {description}
    </span>
  );
}

function columnsOf(numbers: ReadonlyMap<number, string | null> | null): ReadonlyArray<Column<Recipient>> {
  return [
    { id: 'place', head: 'Place', isNumber: true, cell: ({ place }) => countText(place) },
    {
      id: 'number',
      head: 'Number',
      cell: ({ place, phone_number: masked }) =>
        masked === null ? 'no number' : <code>{numbers?.get(place) ?? masked}</code>,
    },
    {
      id: 'message',
      head: 'Message',
      cell: ({ reference_id: id, place }) =>
        id === null ? (
          '–'
        ) : (
          <Link to={`/messages/${id}`} aria-label={`The message of place ${place}`}>
            Message
          </Link>
        ),
    },
    { id: 'external', head: 'External id', cell: ({ external_id: id }) => (id === null ? '–' : <code>{id}</code>) },
    { id: 'status', head: 'Status', isWide: true, cell: (recipient) => <Became recipient={recipient} /> },
  ];
}
