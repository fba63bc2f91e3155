/**
 * What was sent, shown on request, which the gateway records, and hidden again after a while; with it the signatures.
 */
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Section } from '../../ui/page.tsx';
import styles from './callbacks.module.css';
import type { Sent } from './signatures.ts';
import { SignaturesPart } from './signatures-part.tsx';
import { readable } from './words.ts';

type Shown = Schema<'OperatorCallbackShown'>;

/** A signature is looked into for a while. */
const SHOWN_FOR_MS = 900_000;

export function SentPart({ callback }: { readonly callback: Shown }) {
  const { id } = callback;
  const { data, error, isPending, mutate, reset } = useMutation({
    mutationFn: () => {
      const params = { path: { callback_id: id }, query: { full: true } };
      return take(api.GET('/operator/v1/callbacks/{callback_id}', { params }));
    },
  });
  useEffect(() => {
    if (!data) return;
    const timer = setTimeout(reset, SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [data, reset]);
  const sent = data && data.body !== null ? { headers: data.headers ?? {}, body: data.body } : null;
  return (
    <>
      <Section
        title="What was sent"
        actions={
          data ? (
            <Button size="small" kind="quiet" onClick={reset}>
              Hide what was sent
            </Button>
          ) : (
            <Button size="small" icon="eye" needs="full" isBusy={isPending} onClick={() => mutate()}>
              Show what was sent
            </Button>
          )
        }
      >
        {error && <FailureNotice what="It could not be shown." error={error} />}
        {!data && !error && (
          <p className={styles.hint}>Its headers and body may hold numbers and texts. Who shows them is recorded.</p>
        )}
        {data && !sent && (
          <Empty title="The body is gone">It went with the text that it holds, or with the number of somebody.</Empty>
        )}
        {sent && <SentShown callback={callback} sent={sent} />}
      </Section>
      {sent && (
        <Section title="Signatures">
          <SignaturesPart sent={sent} account={callback.customer_id} />
        </Section>
      )}
    </>
  );
}

function SentShown({ callback: { method, url }, sent }: { readonly callback: Shown; readonly sent: Sent }) {
  return (
    <div className={styles.stack}>
      <p>
        <code>{`${method} ${url ?? ''}`}</code>
      </p>
      <dl className={styles.headers} aria-label="Headers">
        {Object.entries(sent.headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>
        The headers are those of the newest try, signed again with the keys and secrets of now: after a change of them
        the receiver saw others.
      </p>
      <pre className={styles.value}>{readable(sent.body)}</pre>
      <span>
        <Copy value={sent.body} what="the body as it was sent" isNamed />
      </span>
    </div>
  );
}
