/**
 * What the application is told of a thing: its callbacks, each of which can be sent once more.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schema, take } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Link } from '../../ui/link.tsx';
import { Section } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toasts.tsx';
import type { Tone } from '../../ui/tone.ts';

type Callback = Schema<'OperatorCallback'>;

const STATES: Readonly<Record<Callback['state'], readonly [string, Tone]>> = {
  pending: ['Owed', 'accent'],
  delivered: ['Taken', 'good'],
  given_up: ['Given up', 'bad'],
  not_sent: ['Event alone', 'calm'],
};

interface CallbacksProps {
  readonly callbacks: readonly Callback[];
  /** What is fetched anew when one is sent once more. */
  readonly queryKey: readonly string[];
}

export function CallbacksSection({ callbacks, queryKey }: CallbacksProps) {
  const client = useQueryClient();
  const say = useToast();
  const again = useMutation({
    mutationFn: ({ id }: Callback) =>
      take(api.POST('/operator/v1/callbacks/{callback_id}/redeliver', { params: { path: { callback_id: id } } })),
    onSuccess: (_, { seq }) => {
      say(`Callback ${seq} is sent again.`);
      void client.invalidateQueries({ queryKey });
    },
  });
  const columns: ReadonlyArray<Column<Callback>> = [
    { id: 'seq', head: 'Callback', cell: ({ id, seq }) => <Link to={`/callbacks/${id}`}>Callback {seq}</Link> },
    { id: 'state', head: 'State', cell: ({ state }) => <Badge tone={STATES[state][1]}>{STATES[state][0]}</Badge> },
    { id: 'tries', head: 'Tries', isNumber: true, cell: ({ tries }) => tries },
    { id: 'answer', head: 'Last answer', isWide: true, cell: answerOf },
    { id: 'owed', head: 'Owed since', cell: ({ created_on: at }) => <Time at={at} /> },
    { id: 'next', head: 'Next try', cell: ({ due_on: at }) => <Time at={at} /> },
    {
      id: 'do',
      head: 'Actions',
      cell: (callback) =>
        callback.url !== null && (
          <Button
            size="small"
            kind="quiet"
            icon="repeat"
            needs="operate"
            isBusy={again.isPending && again.variables.id === callback.id}
            aria-label={`Send again: callback ${callback.seq}`}
            onClick={() => again.mutate(callback)}
          >
            Send again
          </Button>
        ),
    },
  ];
  return (
    <Section title="What the application was told">
      {again.error && <FailureNotice what="The callback was not sent again." error={again.error} />}
      {callbacks.length === 0 ? (
        <Empty title="Nothing yet">A callback is owed when the status changes that its account sees.</Empty>
      ) : (
        <Table label="Callbacks" columns={columns} rows={callbacks} keyOf={({ id }) => id} />
      )}
    </Section>
  );
}

function answerOf({ last_status: status, last_error: error, took_ms: tookMs }: Callback): string {
  const took = tookMs === null ? '' : ` in ${tookMs} ms`;
  if (status !== null) return `${status}${took}${error === null ? '' : `: ${error}`}`;
  return error ?? '–';
}
