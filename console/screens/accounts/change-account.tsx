/**
 * Changes what an account is: its name, kind, products and add-ons. Only what the reader has changed is sent: what somebody
 * else set meanwhile stays.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { changesOf } from '../../ui/changes.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Choices, Form, textOf } from '../../ui/form.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { KIND_OPTIONS, PRODUCTS } from './fields.ts';

type Account = Schema<'OperatorWholeAccount'>;
type Change = Schema<'OperatorAccountChange'>;

export function ChangeAccount({ account }: { readonly account: Account }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="pen" needs="accounts" onClick={() => setOpen(true)}>
        Change
      </Button>
      {isOpen && <ChangeDialog account={account} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ChangeDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

function ChangeDialog({ account, onClose }: ChangeDialogProps) {
  // As it was when the form was drawn.
  const [{ customer_id: id, name, kind, products, addons }] = useState(account);
  const client = useQueryClient();
  const say = useToast();
  const save = useMutation({
    mutationFn: (body: Change) =>
      take(api.PATCH('/operator/v1/accounts/{customer_id}', { params: { path: { customer_id: id } }, body })),
    onSuccess: async (after) => {
      await client.invalidateQueries({ queryKey: ['accounts'] });
      say(`${after.name} is changed.`);
      onClose();
    },
  });
  const submit = (fields: FormData) =>
    save.mutate(
      changesOf<Change>(
        { name, kind, products, addons },
        {
          name: textOf(fields, 'name'),
          kind: textOf(fields, 'kind') as Account['kind'],
          products: fields.getAll('products') as Account['products'],
          addons: textOf(fields, 'addons')
            .split(/[\s,;]+/)
            .filter(Boolean) as NonNullable<Change['addons']>,
        },
      ),
    );
  return (
    <Dialog title={`Change ${name}`} isOpen onOpenChange={onClose}>
      <Form label={`Change ${name}`} onSubmit={submit}>
        <Field label="Name" name="name" required maxLength={200} defaultValue={name} autoComplete="off" />
        <Select
          label="Kind"
          name="kind"
          options={KIND_OPTIONS}
          defaultValue={kind}
          hint="A trial account reaches its verified numbers alone."
        />
        <Choices label="Products" name="products" options={PRODUCTS} chosen={products} />
        <Field
          label="Add-ons of Phone ID"
          name="addons"
          defaultValue={addons.join(', ')}
          hint="Such as contact, sim_swap, age_verify."
          autoComplete="off"
          spellCheck={false}
        />
        {save.error && <FailureNotice what="The account is as before." error={save.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={save.isPending}>
            Change it
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
