/**
 * Personal tokens: of one user, or of all. Who looks at their own makes new ones.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { useLivePages } from '../../app/live-pages.ts';
import { useWho } from '../../app/session-context.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Field } from '../../ui/field.tsx';
import { LivePages } from '../../ui/live-pages.tsx';
import { Section } from '../../ui/page.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { GrantForm, GrantState } from './grants.tsx';

type Token = Schema<'PeopleToken'>;

export interface TokensProps {
  readonly title: string;
  /** Of this one; absent: of all. */
  readonly user?: string;
  /** They are the reader's own. */
  readonly isOwn?: boolean;
}

export function Tokens({ title, user, isOwn = false }: TokensProps) {
  const client = useQueryClient();
  const say = useToast();
  const [isMaking, setMaking] = useState(false);
  const [leaving, setLeaving] = useState<Token | null>(null);
  const list = useLivePages<Token>({
    key: ['tokens', user ?? null],
    topics: [],
    idOf: ({ id }) => id,
    fetchPage: async (after) => {
      const { tokens, next } = await take(api.GET('/operator/v1/tokens', { params: { query: { user, after } } }));
      return { rows: tokens, next };
    },
  });
  const revoke = async ({ id, label }: Token) => {
    await take(api.DELETE('/operator/v1/tokens/{token_id}', { params: { path: { token_id: id } } }));
    await client.invalidateQueries({ queryKey: ['tokens'] });
    say(`The token ${label} is revoked.`);
  };
  const columns: ReadonlyArray<Column<Token>> = [
    { id: 'label', head: 'For', cell: ({ label }) => label },
    ...(user === undefined ? [USER] : []),
    { id: 'rights', head: 'Rights', isWide: true, cell: ({ rights }) => rights.join(', ') },
    { id: 'state', head: 'State', cell: ({ state }) => <GrantState state={state} /> },
    { id: 'ends', head: 'Ends', cell: ({ expires_on: at }) => <Time at={at} /> },
    {
      id: 'do',
      head: 'Actions',
      cell: (token) =>
        token.state === 'active' && (
          <Button
            size="small"
            kind="quiet"
            aria-label={`Revoke the token ${token.label} of ${token.user}`}
            onClick={() => setLeaving(token)}
          >
            Revoke
          </Button>
        ),
    },
  ];
  return (
    <Section
      title={title}
      actions={
        isOwn && (
          <Button icon="plus" onClick={() => setMaking(true)}>
            New token
          </Button>
        )
      }
    >
      {isOwn && <p>For a program that acts for you, with no more rights than you have at that moment.</p>}
      <LivePages list={list} what="tokens" nothing={<Empty title="There is no personal token" />}>
        {(rows) => <Table label={title} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </LivePages>
      {isMaking && <NewToken onClose={() => setMaking(false)} />}
      <ConfirmDialog
        title={`Revoke the token ${leaving?.label}?`}
        isOpen={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        action="Revoke the token"
        onConfirm={async () => leaving && revoke(leaving)}
      >
        The program that has it is refused at once.
      </ConfirmDialog>
    </Section>
  );
}

const USER: Column<Token> = { id: 'user', head: 'Of', cell: ({ user }) => user };

function NewToken({ onClose }: { readonly onClose: () => void }) {
  const { rights } = useWho();
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: (body: Schema<'PeopleNewToken'>) => take(api.POST('/operator/v1/tokens', { body })),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['tokens'] }),
  });
  if (make.data) {
    return (
      <ShownOnce title={`The token ${make.data.label}`} what="the token" value={make.data.token} onDone={onClose}>
        <p>
          A program sends it as <code>Authorization: Bearer</code>.
        </p>
      </ShownOnce>
    );
  }
  return (
    <GrantForm
      title="New token"
      rights={rights}
      change={make}
      onClose={onClose}
      onSubmit={({ name: label, ...grant }) =>
        make.mutate({ ...grant, label, rights: grant.rights as Schema<'PeopleNewToken'>['rights'] })
      }
    >
      <Field label="What it is for" name="name" required maxLength={60} pattern="[ -~]{1,60}" autoComplete="off" />
    </GrantForm>
  );
}
