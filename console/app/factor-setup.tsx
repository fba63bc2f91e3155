/**
 * Setting up a second factor, wherever it is done: the password, the secret as a picture and as text, its first code, and
 * then the recovery codes, which are shown this once.
 */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure.tsx';
import { Field } from '../ui/field.tsx';
import { Form, textOf } from '../ui/form.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import styles from './sign-in.module.css';

/** `onCodes`: it is in use, and these are its recovery codes. */
export function FactorSetup({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
  const [password, setPassword] = useState('');
  const begin = useMutation({
    mutationFn: () => take(api.POST('/operator/v1/session/second-factor', { body: { password } })),
  });
  const confirm = useMutation({
    mutationFn: (code: string) => take(api.POST('/operator/v1/session/second-factor/confirm', { body: { code } })),
    onSuccess: ({ recovery_codes: codes }) => onCodes(codes),
  });
  const error = confirm.error ?? begin.error;
  return (
    <Form
      label="Second factor"
      onSubmit={(fields) => (begin.data ? confirm.mutate(textOf(fields, 'code')) : begin.mutate())}
    >
      {begin.data ? (
        <>
          <p>Read the picture with your authenticator, or type the secret. Both are shown this once.</p>
          <QrCode label="The secret as a picture for an authenticator" text={begin.data.uri} />
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
      <div>
        <Button type="submit" kind="primary" isBusy={begin.isPending || confirm.isPending}>
          {begin.data ? 'Use it' : 'Show the secret'}
        </Button>
      </div>
    </Form>
  );
}

export function RecoveryCodes({ codes, onKept }: { readonly codes: readonly string[]; readonly onKept: () => void }) {
  return (
    <>
      <p>Each is good once, when your authenticator is lost. They are shown this once.</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div>
        <Button kind="primary" onClick={onKept}>
          I have kept them
        </Button>
      </div>
    </>
  );
}
