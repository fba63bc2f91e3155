/**
 * The page that signs in: by name and password, with a code where the user has a second factor; by a provider; or with the
 * operators' token.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiFailure, api, GATEWAY_URL, take } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure.tsx';
import { Field } from '../ui/field.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Door } from './door.tsx';
import { SESSION_KEY } from './query-client.ts';
import styles from './sign-in.module.css';
import { rememberPlace } from './way-back.ts';

type Credentials =
  | { readonly token: string }
  | { readonly user: string; readonly password: string; readonly code?: string };

export function SignIn() {
  const ways = useQuery({ queryKey: ['ways-in'], queryFn: () => take(api.GET('/operator/v1/session/ways')) });
  const [way, setWay] = useState<string>('password');
  const { token = true, oidc = false } = ways.data ?? {};
  const tabs = [
    { id: 'password', label: 'Name and password', content: <PasswordForm /> },
    ...(token ? [{ id: 'token', label: 'Operator token', content: <TokenForm /> }] : []),
  ];
  return (
    <Door title="Sign in">
      {oidc && (
        <>
          <a className={styles.provider} href={`${GATEWAY_URL}/operator/v1/session/oidc`} onClick={rememberPlace}>
            Continue with your organisation
          </a>
          <p className={styles.or}>or</p>
        </>
      )}
      <Tabs label="How to sign in" tabs={tabs} value={way} onChange={setWay} />
    </Door>
  );
}

function useSigningIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Credentials) => take(api.POST('/operator/v1/session', { body })),
    onSuccess: (who) => client.setQueryData(SESSION_KEY, who),
    // A wrong password is no session that has ended.
    onError: () => {},
  });
}

function PasswordForm() {
  const { mutate, error, isPending } = useSigningIn();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const code = String(fields.get('code') ?? '').trim();
    const password = String(fields.get('password') ?? '');
    mutate({ user: String(fields.get('user') ?? '').trim(), password, ...(code === '' ? {} : { code }) });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field label="User name" name="user" autoComplete="username" required autoCapitalize="none" spellCheck={false} />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      <Field
        label="Code"
        name="code"
        hint="Six digits of your authenticator, or a recovery code, if you have set up a second factor."
        autoComplete="one-time-code"
        inputMode="text"
        spellCheck={false}
      />
      <Refused error={error} />
      <Button type="submit" kind="primary" isBusy={isPending}>
        Sign in
      </Button>
    </form>
  );
}

function TokenForm() {
  const { mutate, error, isPending } = useSigningIn();
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate({ token: String(new FormData(event.currentTarget).get('token') ?? '').trim() });
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-describedby={id}>
      <Field label="Operator token" name="token" type="password" autoComplete="off" required spellCheck={false} />
      <p id={id} className={styles.hint}>
        It lies in the data directory of the gateway, as operator-token. npm start prints a link that signs in as well.
      </p>
      <Refused error={error} />
      <Button type="submit" kind="primary" isBusy={isPending}>
        Sign in
      </Button>
    </form>
  );
}

function Refused({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  const isWrong = error instanceof ApiFailure && error.isSignedOut;
  return <FailureNotice what={isWrong ? 'That does not let you in.' : 'You are not signed in.'} error={error} />;
}
