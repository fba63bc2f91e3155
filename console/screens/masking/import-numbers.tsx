/**
 * Masks from a file: it is taken as a whole or not at all, and what is wrong is said by its line.
 */
import { useState } from 'react';
import { api, take } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Field } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';

export interface ImportNumbersProps {
  readonly onClose: () => void;
  /** Told in a sentence what came of it. */
  readonly onDone: (words: string) => void;
}

export function ImportNumbers({ onClose, onDone }: ImportNumbersProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const bringIn = async (fields: FormData) => {
    setBusy(true);
    setFailure(null);
    try {
      const file = fields.get('file');
      const body = file instanceof File ? await file.text() : '';
      const account = textOf(fields, 'customer_id');
      const query = account === '' ? {} : { customer_id: account };
      const { added, changed, unchanged } = await take(
        api.POST('/operator/v1/numbers/import', {
          params: { query },
          body,
          bodySerializer: (text: string) => text,
          headers: { 'content-type': 'text/csv' },
        }),
      );
      onDone(`${added} masks added, ${changed} changed, ${unchanged} as they were.`);
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title="Bring in masks" isOpen onOpenChange={onClose}>
      <Form label="Bring in masks" onSubmit={(fields) => void bringIn(fields)}>
        <Field
          label="File"
          name="file"
          type="file"
          accept=".csv,text/csv"
          required
          hint="CSV with number, capabilities, country and carrier; up to 8 MiB."
        />
        <Field label="Account" name="customer_id" autoComplete="off" hint="Empty: the pool that all accounts share." />
        {failure !== null && <FailureNotice what="Nothing was brought in." error={failure} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" needs="operate" isBusy={isBusy}>
            Bring in
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
