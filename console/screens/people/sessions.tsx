/**
 * Sessions of browsers: of one user, or of all. Each can be ended at once.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { useWho } from '../../app/session-context.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { Section } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { agentText, WAYS } from './words.ts';

type Session = Schema<'PeopleSession'>;

/** `user`: of this one; absent: of all. */
export function Sessions({ title, user }: { readonly title: string; readonly user?: string }) {
  const { session: own } = useWho();
  const client = useQueryClient();
  const say = useToast();
  const [leaving, setLeaving] = useState<Session | null>(null);
  const list = useLivePages<Session>({
    key: ['sessions-of-people', user ?? null],
    topics: [],
    idOf: ({ id }) => id,
    fetchPage: async (after) => {
      const { sessions, next } = await take(api.GET('/operator/v1/sessions', { params: { query: { user, after } } }));
      return { rows: sessions, next };
    },
  });
  const end = async ({ id, name }: Session) => {
    await take(api.DELETE('/operator/v1/sessions/{session_id}', { params: { path: { session_id: id } } }));
    await client.invalidateQueries({ queryKey: ['sessions-of-people'] });
    say(`A session of ${name} has ended.`);
  };
  const columns: ReadonlyArray<Column<Session>> = [
    ...(user === undefined ? [NAME] : []),
    ...COLUMNS,
    {
      id: 'do',
      head: 'Actions',
      cell: (session) =>
        session.id === own?.id ? (
          <Badge>This one</Badge>
        ) : (
          <Button
            size="small"
            kind="quiet"
            aria-label={`End the session of ${session.name} from ${session.address}`}
            onClick={() => setLeaving(session)}
          >
            End
          </Button>
        ),
    },
  ];
  return (
    <Section title={title}>
      <LivePages list={list} what="sessions" nothing={<Empty title="Nobody is signed in with a browser" />}>
        {(rows) => <Table label={title} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </LivePages>
      <ConfirmDialog
        title={`End a session of ${leaving?.name}?`}
        isOpen={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        action="End the session"
        onConfirm={async () => leaving && end(leaving)}
      >
        The browser {leaving && agentText(leaving.agent)} at {leaving?.address} has to sign in again.
      </ConfirmDialog>
    </Section>
  );
}

const NAME: Column<Session> = { id: 'name', head: 'Who', cell: ({ name }) => name };

const COLUMNS: ReadonlyArray<Column<Session>> = [
  { id: 'address', head: 'From', cell: ({ address }) => <code>{address}</code> },
  {
    id: 'agent',
    head: 'Browser',
    isWide: true,
    cell: ({ agent }) => <span title={agent}>{agentText(agent)}</span>,
  },
  { id: 'way', head: 'By', cell: ({ way }) => WAYS[way] },
  { id: 'created', head: 'Began', cell: ({ created_on: at }) => <Time at={at} /> },
  { id: 'seen', head: 'Last seen', cell: ({ seen_on: at }) => <Time at={at} isRelative /> },
  { id: 'ends', head: 'Ends', cell: ({ ends_on: at }) => <Time at={at} /> },
];
