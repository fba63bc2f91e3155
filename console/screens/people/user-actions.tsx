/**
 * What an admin does to a user. What ends sessions says so before.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { changesOf } from '../../ui/changes.ts';
import { ConfirmDialog, Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { InviteLink } from './invite-link.tsx';
import { ROLE_OPTIONS } from './words.ts';

type User = Schema<'PeopleUser'>;
type Change = Schema<'PeopleUserChange'>;
type Asking = 'change' | 'invite' | 'disable' | 'factor' | 'remove';

export function UserActions({ user }: { readonly user: User }) {
  const { name, state, second_factor: hasFactor } = user;
  const client = useQueryClient();
  const say = useToast();
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const fresh = () =>
    Promise.all(['users', 'sessions-of-people', 'tokens'].map((key) => client.invalidateQueries({ queryKey: [key] })));
  const change = async (given: Change, words: string) => {
    // The type of a body forgets that null is a value.
    const body = given as Omit<Change, 'second_factor'>;
    await take(api.PATCH('/operator/v1/users/{user_name}', { params: { path: { user_name: name } }, body }));
    await fresh();
    say(words);
  };
  const isActive = state === 'active';
  return (
    <>
      <Button icon="pen" needs="admin" onClick={() => setAsking('change')}>
        Change
      </Button>
      <Button icon="key" needs="admin" disabled={!isActive} onClick={() => setAsking('invite')}>
        Link for a password
      </Button>
      {hasFactor && (
        <Button needs="admin" onClick={() => setAsking('factor')}>
          Take the second factor away
        </Button>
      )}
      <Button needs="admin" onClick={() => setAsking('disable')}>
        {isActive ? 'Disable' : 'Enable'}
      </Button>
      <Button kind="danger" icon="trash" needs="admin" onClick={() => setAsking('remove')}>
        Remove
      </Button>
      {asking === 'change' && <ChangeUser user={user} onClose={close} change={change} />}
      <NewInvite name={name} isAsking={asking === 'invite'} onClose={close} />
      <ConfirmDialog
        title={isActive ? `Disable ${name}?` : `Enable ${name}?`}
        isOpen={asking === 'disable'}
        onOpenChange={close}
        action={isActive ? 'Disable the user' : 'Enable the user'}
        isHarmless={!isActive}
        onConfirm={() => change({ disabled: isActive }, `${name} is ${isActive ? 'disabled' : 'enabled'}.`)}
      >
        {isActive ? 'All sessions and tokens end at once, and nobody signs in as this user.' : 'May sign in again.'}
      </ConfirmDialog>
      <ConfirmDialog
        title={`Take the second factor of ${name} away?`}
        isOpen={asking === 'factor'}
        onOpenChange={close}
        action="Take it away"
        onConfirm={() => change({ second_factor: null }, `${name} has no second factor.`)}
      >
        Then the password alone lets them in, until they set up another one. All sessions end.
      </ConfirmDialog>
      <RemoveUser name={name} isAsking={asking === 'remove'} onClose={close} />
    </>
  );
}

interface RemoveUserProps {
  readonly name: string;
  readonly isAsking: boolean;
  readonly onClose: () => void;
}

function RemoveUser({ name, isAsking, onClose }: RemoveUserProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const say = useToast();
  const remove = async () => {
    await take(api.DELETE('/operator/v1/users/{user_name}', { params: { path: { user_name: name } } }));
    say(`${name} is removed.`);
    await navigate({ to: '/people' });
    client.removeQueries({ queryKey: ['users', name] });
    await client.invalidateQueries({ queryKey: ['users'] });
  };
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      isOpen={isAsking}
      onOpenChange={onClose}
      action="Remove the user"
      typed={name}
      onConfirm={remove}
    >
      Address, password, second factor and sessions go. The name stays in what was done, and nobody gets it again.
    </ConfirmDialog>
  );
}

interface ChangeUserProps {
  readonly user: User;
  readonly onClose: () => void;
  readonly change: (body: Change, words: string) => Promise<void>;
}

/** Only what was changed is sent: who writes an address does not give back a role that was taken away meanwhile. */
function ChangeUser({ user, onClose, change }: ChangeUserProps) {
  const [{ name, role, email }] = useState(user);
  const save = useMutation({
    mutationFn: (body: Change) => change(body, `${name} is changed.`),
    onSuccess: onClose,
  });
  const submit = (fields: FormData) =>
    save.mutate(
      changesOf<Change>({ role, email }, { role: textOf(fields, 'role'), email: textOf(fields, 'email') || null }),
    );
  return (
    <Dialog title={`Change ${name}`} isOpen onOpenChange={onClose}>
      <Form label={`Change ${name}`} onSubmit={submit}>
        <Select
          label="Role"
          name="role"
          options={ROLE_OPTIONS}
          defaultValue={role}
          hint="With another role all sessions of the user end."
        />
        <Field label="Address" name="email" type="email" autoComplete="off" defaultValue={email ?? ''} />
        {save.error && <FailureNotice what="The user was not changed." error={save.error} />}
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

interface NewInviteProps {
  readonly name: string;
  readonly isAsking: boolean;
  readonly onClose: () => void;
}

function NewInvite({ name, isAsking, onClose }: NewInviteProps) {
  const [invite, setInvite] = useState<Schema<'PeopleInvite'> | null>(null);
  const make = async () => {
    const params = { path: { user_name: name } };
    setInvite(await take(api.POST('/operator/v1/users/{user_name}/invite', { params })));
  };
  return (
    <>
      <ConfirmDialog
        title={`A link for ${name}?`}
        isOpen={isAsking}
        onOpenChange={onClose}
        action="Make the link"
        isHarmless
        onConfirm={make}
      >
        Whoever has the link sets the password of {name}, once and within 24 hours. The password that there is stays
        until then.
      </ConfirmDialog>
      {invite && <InviteLink invite={invite} onDone={() => setInvite(null)} />}
    </>
  );
}
