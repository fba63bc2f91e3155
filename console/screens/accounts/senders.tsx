/**
 * The senders of an account, and what an operator should know of them.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Checkbox, Field } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { Section } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useToast } from '../../ui/toasts.tsx';
import styles from './accounts.module.css';
import { countriesIn } from './fields.ts';

type Account = Schema<'OperatorWholeAccount'>;
type Sender = Schema<'OperatorSender'>;

export function Senders({ account: { customer_id: id, senders, notes } }: { readonly account: Account }) {
  const client = useQueryClient();
  const say = useToast();
  const [leaving, setLeaving] = useState<Sender | null>(null);
  const [changed, setChanged] = useState<Sender | 'new' | null>(null);
  const fresh = () => client.invalidateQueries({ queryKey: ['accounts', id] });
  const remove = async ({ sender }: Sender) => {
    const params = { path: { customer_id: id, sender } };
    await take(api.DELETE('/operator/v1/accounts/{customer_id}/senders/{sender}', { params }));
    await fresh();
    say(`The sender ${sender} is removed.`);
  };
  const columns: ReadonlyArray<Column<Sender>> = [
    { id: 'sender', head: 'Sender', cell: ({ sender }) => <code>{sender}</code> },
    { id: 'for', head: 'Default for', isWide: true, cell: ({ default_for: codes }) => defaultText(codes) },
    { id: 'shared', head: 'Shared', cell: ({ shared }) => shared && <Badge>Others have it, too</Badge> },
    {
      id: 'do',
      head: 'Actions',
      cell: (row) => (
        <span>
          <Button
            size="small"
            kind="quiet"
            needs="accounts"
            aria-label={`Change the sender ${row.sender}`}
            onClick={() => setChanged(row)}
          >
            Change
          </Button>
          <Button
            size="small"
            kind="quiet"
            needs="accounts"
            aria-label={`Remove the sender ${row.sender}`}
            onClick={() => setLeaving(row)}
          >
            Remove
          </Button>
        </span>
      ),
    },
  ];
  return (
    <Section
      title="Senders"
      actions={
        <Button icon="plus" needs="accounts" onClick={() => setChanged('new')}>
          Add a sender
        </Button>
      }
    >
      {notes.length > 0 && (
        <ul className={styles.notes} aria-label="Notes">
          {notes.map((note) => (
            <li key={note}>
              <Badge tone="warn">Note</Badge> {note}.
            </li>
          ))}
        </ul>
      )}
      {senders.length === 0 ? (
        <Empty title="It has no sender">Its texts leave with an empty source address.</Empty>
      ) : (
        <Table label="Senders" columns={columns} rows={senders} keyOf={({ sender }) => sender} />
      )}
      {changed !== null && (
        <SenderForm id={id} sender={changed === 'new' ? null : changed} onClose={() => setChanged(null)} />
      )}
      <ConfirmDialog
        title={`Remove the sender ${leaving?.sender}?`}
        isOpen={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        action="Remove the sender"
        onConfirm={async () => leaving && remove(leaving)}
      >
        The account can send nothing more under this name, and gets nothing more that is sent to it.
      </ConfirmDialog>
    </Section>
  );
}

function defaultText(codes: readonly string[]): string {
  return codes.map((code) => (code === '*' ? 'all others' : code)).join(', ');
}

interface SenderFormProps {
  readonly id: string;
  /** Null: a new one. */
  readonly sender: Sender | null;
  readonly onClose: () => void;
}

function SenderForm({ id, sender, onClose }: SenderFormProps) {
  const client = useQueryClient();
  const say = useToast();
  const put = useMutation({
    mutationFn: ({ name, ...body }: { name: string } & Schema<'OperatorSenderChange'>) => {
      const params = { path: { customer_id: id, sender: name } };
      return take(api.PUT('/operator/v1/accounts/{customer_id}/senders/{sender}', { params, body }));
    },
    onSuccess: async (_, { name }) => {
      await client.invalidateQueries({ queryKey: ['accounts', id] });
      say(`The sender ${name} is registered.`);
      onClose();
    },
  });
  const submit = (fields: FormData) =>
    put.mutate({
      name: sender?.sender ?? textOf(fields, 'sender'),
      default_for: countriesIn(textOf(fields, 'default_for')),
      ...(fields.has('shared') ? { shared: true } : {}),
    });
  const title = sender === null ? 'Add a sender' : `Change the sender ${sender.sender}`;
  return (
    <Dialog title={title} isOpen onOpenChange={onClose}>
      <Form label={title} onSubmit={submit}>
        {sender === null && (
          <Field
            label="Sender"
            name="sender"
            required
            hint="3 to 15 digits, up to 11 letters and digits, or the id of an RBM agent."
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <Field
          label="Default for"
          name="default_for"
          defaultValue={sender?.default_for.join(', ') ?? ''}
          placeholder="DE, AT"
          hint="Countries in which it is used where a request names none; * for all others. It is taken from the one that was."
          autoComplete="off"
          spellCheck={false}
        />
        {!sender?.shared && (
          <Checkbox
            label="Other accounts may have it, too"
            name="shared"
            hint="What people write to it goes to the account that wrote to them last."
          />
        )}
        {put.error && <FailureNotice what="The sender was not registered." error={put.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={put.isPending}>
            {sender === null ? 'Add it' : 'Change it'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
