/**
 * Shown to who has to set up a second factor before anything else: its secret, and its first code.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, take } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure.tsx';
import { Field } from '../ui/field.tsx';
import { Door } from './door.tsx';
import { SESSION_KEY } from './query-client.ts';
import styles from './sign-in.module.css';
import type { Who } from './who.ts';

export function SecondFactor({ who }: { readonly who: Who }) {
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const begin = useMutation({
    mutationFn: () => take(api.POST('/operator/v1/session/second-factor', { body: { password } })),
  });
  const confirm = useMutation({
    mutationFn: (code: string) => take(api.POST('/operator/v1/session/second-factor/confirm', { body: { code } })),
  });
  const error = confirm.error ?? begin.error;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (begin.data) confirm.mutate(String(new FormData(event.currentTarget).get('code') ?? '').trim());
    else begin.mutate();
  };
  if (confirm.data) {
    return (
      <Door title="Keep your recovery codes">
        <p>Each is good once, when your authenticator is lost. They are shown this once.</p>
        <ul className={styles.codes}>
          {confirm.data.recovery_codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Button kind="primary" onClick={() => void client.invalidateQueries({ queryKey: SESSION_KEY })}>
          I have kept them
        </Button>
      </Door>
    );
  }
  return (
    <Door title="Set up a second factor">
      <p>{who.name}, this gateway asks for one before anything else.</p>
      <form className={styles.form} onSubmit={submit}>
        {begin.data ? (
          <>
            <p>Add this secret to your authenticator. It is shown this once.</p>
            <code className={styles.secret}>{begin.data.secret}</code>
            <Field key="code" label="Code that it shows" name="code" autoComplete="one-time-code" required />
          </>
        ) : (
          <Field
            key="password"
            label="Your password"
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        {error && <FailureNotice what="The second factor is not in use yet." error={error} />}
        <Button type="submit" kind="primary" isBusy={begin.isPending || confirm.isPending}>
          {begin.data ? 'Use it' : 'Show the secret'}
        </Button>
      </form>
    </Door>
  );
}
