/**
 * The page that an invite leads to: its reader sets a password that nobody else knows, and then signs in with it.
 *
 * 1. What the address holds behind its # lets somebody set the password: it is taken out of the address at once.
 */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, CONSOLE_PATH, take } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Door } from './door.tsx';
import { invitedName } from './invite-secret.ts';
import styles from './sign-in.module.css';

const SHORTEST = 12;

export function isInvite(): boolean {
  return window.location.pathname === `${CONSOLE_PATH}invite`;
}

export function Invite() {
  const [secret] = useState(() => window.location.hash.slice(1));
  useEffect(() => history.replaceState(history.state, '', window.location.pathname), []);
  const [problem, setProblem] = useState<string | null>(null);
  const name = invitedName(secret);
  const set = useMutation({
    mutationFn: (password: string) =>
      take(api.POST('/operator/v1/session/invite', { body: { invite: secret, password } })),
  });
  if (name === null) {
    return (
      <Door title="This is no invite">
        <p>The link is cut, or was used in this tab before. Ask who gave it to you for another one.</p>
      </Door>
    );
  }
  if (set.data) {
    return (
      <Door title="Your password is set">
        <p>Sign in with it as {set.data.name}. The link is no good any more.</p>
        <a className={styles.provider} href={CONSOLE_PATH}>
          Sign in
        </a>
      </Door>
    );
  }
  const submit = (fields: FormData) => {
    const password = String(fields.get('password') ?? '');
    const isSame = password === String(fields.get('again') ?? '');
    setProblem(isSame ? null : 'It is not the same as above.');
    if (isSame) set.mutate(password);
  };
  return (
    <Door title="Set your password">
      <p>Nobody else gets to know it.</p>
      <Form label="Your password" onSubmit={submit}>
        <Field label="User name" name="user" autoComplete="username" value={name} readOnly />
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={SHORTEST}
          maxLength={200}
          required
          hint={`${SHORTEST} characters or more. A few words are easier to keep than signs.`}
        />
        <Field
          label="The same again"
          name="again"
          type="password"
          autoComplete="new-password"
          required
          problem={problem}
        />
        {set.error && <FailureNotice what="The password is not set." error={set.error} />}
        <Button type="submit" kind="primary" isBusy={set.isPending}>
          Set it
        </Button>
      </Form>
    </Door>
  );
}
