/**
 * Fills in the newest callback secret of an account. The gateway records who asks for it; it is taken away again after a
 * while.
 */
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, take } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import styles from './callbacks.module.css';

/** A signature is looked into for a while. */
const FILLED_FOR_MS = 900_000;

export interface SecretSourceProps {
  readonly account: string;
  readonly fill: (secret: string) => void;
}

export function SecretSource({ account, fill }: SecretSourceProps) {
  const { mutate, error, isPending, isSuccess, data } = useMutation({
    mutationFn: async () => {
      const params = { path: { customer_id: account }, query: { full: true } };
      const { secrets } = await take(api.GET('/operator/v1/accounts/{customer_id}/callback-secrets', { params }));
      fill(secrets[0]?.secret ?? '');
      return { isThere: secrets.length > 0 };
    },
  });
  useEffect(() => {
    if (!data?.isThere) return;
    const timer = setTimeout(() => fill(''), FILLED_FOR_MS);
    return () => clearTimeout(timer);
  }, [data, fill]);
  return (
    <>
      <span>
        <Button size="small" icon="key" needs="accounts" isBusy={isPending} onClick={() => mutate()}>
          Fill in the newest of the account
        </Button>
      </span>
      <p className={styles.hint}>
        {isSuccess && !data.isThere ? 'The account has no secret yet.' : 'Who fills it in is recorded.'}
      </p>
      {error && <FailureNotice what="The secret could not be filled in." error={error} />}
    </>
  );
}
