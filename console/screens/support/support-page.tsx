/**
 * Asks for the one thing that somebody has in hand, and lists what was sent with it, the newest first. A reference leads on
 * at once. What was asked for stands in the address.
 */
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Field } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { kindName } from '../message/words.ts';
import { type Given, givenIn, outcomeOf } from './asked.ts';
import styles from './support.module.css';

type Message = Schema<'OperatorMessageSummary'>;
type Listed = Extract<Given, { query: unknown }>;

export function SupportPage() {
  const { q = '' } = useSearch({ strict: false }) as { q?: unknown };
  const navigate = useNavigate();
  const asked = String(q);
  const given = givenIn(asked);
  // What was asked for is in the field, and the focus stays there: somebody asks about one after the other.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current) field.current.value = asked;
  }, [asked]);
  return (
    <Page title="What happened" lead="Why somebody did not get a message, a code or a call, and what to tell them.">
      <div className={styles.column}>
        <Form
          label="What is asked about"
          onSubmit={(fields) => void navigate({ to: '.', search: { q: textOf(fields, 'q') } as never })}
        >
          <Field
            ref={field}
            label="Phone number, reference or id of the application"
            name="q"
            hint="One of them is enough. A number with the country in front: +49 151 …"
            autoComplete="off"
            spellCheck={false}
            defaultValue={asked}
          />
          <Button type="submit" kind="primary" icon="search">
            Find out
          </Button>
        </Form>
        {given.kind === 'id' && <ById id={given.id} />}
        {(given.kind === 'number' || given.kind === 'external') && <Sent key={`list ${asked}`} given={given} />}
      </div>
    </Page>
  );
}

/** A message is told of here; of anything else that has the id it is for its own page to say. */
function ById({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['found', id],
    queryFn: () => take(api.GET('/operator/v1/find', { params: { query: { id } } })),
    staleTime: 0,
  });
  if (error) return <Failure what="It could not be looked for." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={3} label="Looking for it" />;
  const [only, ...more] = data.found;
  if (only?.kind === 'message' && more.length === 0) return <Navigate to={`/support/${only.id}`} replace />;
  return <Navigate to="/found" search={{ id } as never} replace />;
}

const COLUMNS: ReadonlyArray<Column<Message>> = [
  { id: 'what', head: 'What', cell: ({ kind }) => kindName(kind) },
  {
    id: 'outcome',
    head: 'What became of it',
    cell: (message) => {
      const [words, tone] = outcomeOf(message);
      return <Badge tone={tone}>{words}</Badge>;
    },
  },
  { id: 'created', head: 'Sent', cell: ({ created_on: at }) => <Time at={at} /> },
];

function Sent({ given: { kind, query } }: { readonly given: Listed }) {
  const list = useLivePages<Message>({
    key: ['messages', 'support', query],
    topics: ['messages', 'calls'],
    idOf: ({ reference_id: id }) => id,
    fetchPage: async (after) => {
      const params = { query: { ...query, limit: 10, after } };
      const { messages, next } = await take(api.GET('/operator/v1/messages', { params }));
      return { rows: messages, next };
    },
  });
  const nothing =
    kind === 'number' ? (
      <Empty title="Nothing was sent to this number">
        Ask whether the number is right, and whether something was asked for at all. What is old is not kept.
      </Empty>
    ) : (
      <Empty title="Nothing was sent with this id">It is compared in full, with capital and small letters.</Empty>
    );
  return (
    <LivePages list={list} what="messages" nothing={nothing}>
      {(rows) => (
        <Table
          label="What was sent"
          columns={COLUMNS}
          rows={rows}
          keyOf={({ reference_id: id }) => id}
          linkOf={({ reference_id: id }) => `/support/${id}`}
          isOld={list.isOld}
        />
      )}
    </LivePages>
  );
}
