/**
 * What is granted to programs: rights, until an end. Personal tokens and named programs have the same form.
 */
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Select } from '../../ui/field.tsx';
import { Choices, Form, textOf } from '../../ui/form.tsx';
import { endIn, LENGTHS, RIGHTS } from './words.ts';

export interface Grant {
  readonly name: string;
  readonly rights: string[];
  readonly expires_on: string;
}

export interface GrantFormProps {
  readonly title: string;
  /** Those that may be given. */
  readonly rights: readonly string[];
  readonly change: { readonly error: Error | null; readonly isPending: boolean };
  readonly onClose: () => void;
  readonly onSubmit: (grant: Grant) => void;
  /** The field `name`. */
  readonly children: ReactNode;
}

export function GrantForm({ title, rights, change, onClose, onSubmit, children }: GrantFormProps) {
  const submit = (fields: FormData) =>
    onSubmit({
      name: textOf(fields, 'name'),
      rights: fields.getAll('rights').map(String),
      expires_on: endIn(textOf(fields, 'length'), Date.now()),
    });
  return (
    <Dialog title={title} isOpen onOpenChange={onClose}>
      <Form label={title} onSubmit={submit}>
        {children}
        <Choices
          label="Rights"
          name="rights"
          options={RIGHTS.filter(({ value }) => rights.includes(value))}
          chosen={['read']}
        />
        <Select label="It ends" name="length" options={LENGTHS} defaultValue="90" />
        {change.error && <FailureNotice what="It was not made." error={change.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={change.isPending}>
            Make it
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

export function GrantState({ state }: { readonly state: 'active' | 'revoked' | 'expired' }) {
  if (state === 'active') return <Badge tone="good">Works</Badge>;
  return <Badge>{state === 'revoked' ? 'Revoked' : 'Over'}</Badge>;
}
