/**
 * Programs that have a token with a name of their own: made with it, and revoked.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { useLivePages } from '../../app/live-pages.ts';
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
import { RIGHTS } from './words.ts';

type Program = Schema<'OperatorPerson'>;

export function Programs() {
  const client = useQueryClient();
  const say = useToast();
  const [isMaking, setMaking] = useState(false);
  const [leaving, setLeaving] = useState<Program | null>(null);
  const list = useLivePages<Program>({
    key: ['programs'],
    topics: [],
    idOf: ({ name }) => name,
    fetchPage: async (after) => {
      const { operators, next } = await take(api.GET('/operator/v1/operators', { params: { query: { after } } }));
      return { rows: operators, next };
    },
  });
  const revoke = async ({ name }: Program) => {
    const params = { path: { operator_name: name } };
    await take(api.DELETE('/operator/v1/operators/{operator_name}', { params }));
    await client.invalidateQueries({ queryKey: ['programs'] });
    say(`The token of ${name} is revoked.`);
  };
  const columns: ReadonlyArray<Column<Program>> = [
    { id: 'name', head: 'Name', cell: ({ name }) => name },
    { id: 'rights', head: 'Rights', isWide: true, cell: ({ rights }) => rights.join(', ') },
    { id: 'state', head: 'State', cell: ({ state }) => <GrantState state={state} /> },
    { id: 'made', head: 'Made by', cell: ({ created_by: by }) => by },
    { id: 'ends', head: 'Ends', cell: ({ expires_on: at }) => <Time at={at} /> },
    {
      id: 'do',
      head: 'Actions',
      cell: (program) =>
        program.state === 'active' && (
          <Button
            size="small"
            kind="quiet"
            needs="admin"
            aria-label={`Revoke the token of ${program.name}`}
            onClick={() => setLeaving(program)}
          >
            Revoke
          </Button>
        ),
    },
  ];
  return (
    <Section
      title="Programs"
      actions={
        <Button icon="plus" needs="admin" onClick={() => setMaking(true)}>
          New program
        </Button>
      }
    >
      <p>A program that acts for nobody in particular has a token under its own name.</p>
      <LivePages list={list} what="programs" nothing={<Empty title="No program has a token of its own" />}>
        {(rows) => <Table label="Programs" columns={columns} rows={rows} keyOf={({ name }) => name} />}
      </LivePages>
      {isMaking && <NewProgram onClose={() => setMaking(false)} />}
      <ConfirmDialog
        title={`Revoke the token of ${leaving?.name}?`}
        isOpen={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        action="Revoke the token"
        onConfirm={async () => leaving && revoke(leaving)}
      >
        It is refused at once. The name stays in what was done, and is not given again.
      </ConfirmDialog>
    </Section>
  );
}

function NewProgram({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: (body: Schema<'OperatorNewPerson'>) => take(api.POST('/operator/v1/operators', { body })),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['programs'] }),
  });
  if (make.data) {
    return (
      <ShownOnce title={`The token of ${make.data.name}`} what="the token" value={make.data.token} onDone={onClose}>
        <p>
          The program sends it as <code>Authorization: Bearer</code>.
        </p>
      </ShownOnce>
    );
  }
  return (
    <GrantForm
      title="New program"
      rights={RIGHTS.map(({ value }) => value)}
      change={make}
      onClose={onClose}
      onSubmit={({ rights, ...grant }) =>
        make.mutate({ ...grant, rights: rights as Schema<'OperatorNewPerson'>['rights'] })
      }
    >
      <Field
        label="Name"
        name="name"
        required
        pattern="[a-z0-9][a-z0-9\-]{0,39}"
        hint="Lower-case letters, digits and hyphens. A name is given once."
        autoComplete="off"
        spellCheck={false}
      />
    </GrantForm>
  );
}
