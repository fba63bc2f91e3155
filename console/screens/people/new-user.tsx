/**
 * Makes a user, and a link by which the user sets a password that nobody else knows.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Checkbox, Field, Select } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { InviteLink } from './invite-link.tsx';
import { ROLE_OPTIONS } from './words.ts';

type NewUserBody = Schema<'PeopleNewUser'>;

export function NewUser({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const say = useToast();
  // Where the link fails the user is there already, and is not made a second time.
  const [made, setMade] = useState<string | null>(null);
  const create = useMutation({
    mutationFn: async ({ body, isInvited }: { readonly body: NewUserBody; readonly isInvited: boolean }) => {
      if (made !== body.name) await take(api.POST('/operator/v1/users', { body }));
      setMade(body.name);
      void client.invalidateQueries({ queryKey: ['users'] });
      if (!isInvited) return null;
      const params = { path: { user_name: body.name } };
      return take(api.POST('/operator/v1/users/{user_name}/invite', { params }));
    },
    onSuccess: (invite, { body }) => {
      if (invite !== null) return;
      say(`${body.name} is a user.`);
      onClose();
    },
  });
  if (create.data) return <InviteLink invite={create.data} onDone={onClose} />;
  const submit = (fields: FormData) => {
    const email = textOf(fields, 'email');
    const body: NewUserBody = {
      name: textOf(fields, 'name'),
      role: textOf(fields, 'role') as NewUserBody['role'],
      ...(email === '' ? {} : { email }),
    };
    create.mutate({ body, isInvited: fields.has('invite') });
  };
  return (
    <Dialog title="New user" isOpen onOpenChange={onClose}>
      <Form label="New user" onSubmit={submit}>
        <Field
          label="Name"
          name="name"
          required
          pattern="[a-z0-9][a-z0-9._@\-]{0,79}"
          hint="Lower-case letters, digits and . _ @ -. A name is given once."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Select label="Role" name="role" options={ROLE_OPTIONS} />
        <Field label="Address" name="email" type="email" autoComplete="off" placeholder="ada@example.com" />
        <Checkbox
          label="Make a link by which the user sets a password"
          name="invite"
          defaultChecked
          hint="Without it the user signs in by the provider of identities alone."
        />
        {create.error && (
          <FailureNotice
            what={made === null ? 'The user was not made.' : 'The user was made, but no link.'}
            error={create.error}
          />
        )}
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
