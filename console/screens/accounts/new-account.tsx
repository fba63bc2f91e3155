/**
 * Makes an account, and shows its first key this once.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, type Schema, take } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Choices, Form } from '../../ui/form.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { KIND_OPTIONS, newAccountOf, PRODUCTS } from './fields.ts';

export function NewAccount({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: (body: Schema<'OperatorNewAccount'>) => take(api.POST('/operator/v1/accounts', { body })),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['accounts'] }),
  });
  if (create.data?.api_key !== undefined) {
    const { api_key: key, customer_id: id, name } = create.data;
    const go = () => {
      onClose();
      void navigate({ to: `/accounts/${id}` });
    };
    return (
      <ShownOnce title={`The API key of ${name}`} what="the API key" value={key} onDone={go}>
        <p>
          The account signs its requests with it, as <code>{id}</code>.
        </p>
      </ShownOnce>
    );
  }
  return (
    <Dialog title="New account" isOpen onOpenChange={onClose}>
      <Form label="New account" onSubmit={(fields) => create.mutate(newAccountOf(fields))}>
        <Field label="Name" name="name" required maxLength={200} autoComplete="off" />
        <Field
          label="Customer ID"
          name="customer_id"
          pattern="[A-Za-z0-9._\-]{4,64}"
          hint="4 to 64 letters, digits, hyphens, dots and underscores. Left empty, one is made."
          autoComplete="off"
          spellCheck={false}
        />
        <Select
          label="Kind"
          name="kind"
          options={KIND_OPTIONS}
          hint="A trial account reaches its verified numbers alone."
        />
        <Choices label="Products" name="products" options={PRODUCTS} chosen={['rcs']} />
        <Field
          label="Countries"
          name="countries"
          placeholder="DE, AT"
          hint="Where it may send: ISO codes, or * for everywhere. Left empty, the default of the gateway."
          autoComplete="off"
          spellCheck={false}
        />
        {create.error && <FailureNotice what="The account was not made." error={create.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={create.isPending}>
            Make it
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
