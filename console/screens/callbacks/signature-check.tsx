/**
 * One of the signatures of a callback, recomputed in the browser with a key that its reader types, each step shown; and a
 * place for the receiver's own, which says what may have gone wrong there.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './callbacks.module.css';
import { type Computed, compute, mistakeIn, type Scheme, type Sent } from './signatures.ts';

export interface SignatureCheckProps {
  readonly scheme: Scheme;
  readonly sent: Sent;
  /** Fills in the key. */
  readonly source?: undefined | ((fill: (key: string) => void) => ReactNode);
}

export function SignatureCheck({ scheme, sent, source }: SignatureCheckProps) {
  const [typed, setTyped] = useState('');
  const computed = useComputed(scheme, sent, typed);
  const expected = scheme.expectedOf(sent);
  return (
    <div className={styles.card}>
      <h3>{scheme.title}</h3>
      <ol className={styles.steps}>
        <Step>
          <Field
            label={scheme.keyName}
            hint={scheme.keyHint}
            problem={computed === 'not_base64' ? 'This is no base64.' : null}
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {source?.(setTyped)}
          {typeof computed === 'object' && <p>{`Decoded from base64: ${computed.keyLength} bytes.`}</p>}
        </Step>
        <Step>
          <p>{scheme.contentWords}</p>
          {typeof computed === 'object' && (
            <details>
              <summary>{`${computed.contentLength.toLocaleString('en')} bytes of UTF-8`}</summary>
              <pre className={styles.value}>{computed.content}</pre>
            </details>
          )}
        </Step>
        <Step>
          <p>HMAC-SHA256 of 2 under 1, as base64</p>
          {typeof computed === 'object' ? (
            <Value value={computed.signature} what="the signature computed here" />
          ) : null}
        </Step>
        <Step>
          <p>{`Compared with ${scheme.header}`}</p>
          {expected.length === 0 && <p className={styles.hint}>The account has none to sign with, so there is none.</p>}
          {expected.map((value) => (
            <Value key={value} value={value} what={`a signature of ${scheme.header}`} />
          ))}
          <Verdict computed={computed} />
        </Step>
      </ol>
      {typeof computed === 'object' && <Compare scheme={scheme} sent={sent} typed={typed} />}
    </div>
  );
}

function Step({ children }: { readonly children: ReactNode }) {
  return (
    <li>
      <div>{children}</div>
    </li>
  );
}

function Value({ value, what }: { readonly value: string; readonly what: string }) {
  return (
    <span className={styles.verdict}>
      <code className={styles.value}>{value}</code>
      <Copy value={value} what={what} />
    </span>
  );
}

function Verdict({ computed }: { readonly computed: Known }) {
  return (
    <div role="status">
      {typeof computed === 'object' &&
        (computed.isExpected ? <Badge tone="good">They match</Badge> : <Badge tone="bad">They differ</Badge>)}
      {typeof computed === 'object' && !computed.isExpected && (
        <p className={styles.hint}>This is the key of another account, or one that does not sign any more.</p>
      )}
    </div>
  );
}

interface CompareProps {
  readonly scheme: Scheme;
  readonly sent: Sent;
  readonly typed: string;
}

function Compare({ scheme, sent, typed }: CompareProps) {
  const [pasted, setPasted] = useState('');
  const [words, setWords] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void mistakeIn(pasted, { scheme, sent, typed }).then((said) => {
      if (isCurrent) setWords(said);
    });
    return () => {
      isCurrent = false;
    };
  }, [pasted, scheme, sent, typed]);
  return (
    <>
      <Field
        label="What your receiver computed"
        hint="To learn what it does otherwise."
        autoComplete="off"
        spellCheck={false}
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
      />
      <p role="status">{pasted.trim() !== '' && (words ?? 'None of the usual mistakes leads to this one.')}</p>
    </>
  );
}

type Known = Computed | 'no_key' | 'not_base64';

function useComputed(scheme: Scheme, sent: Sent, typed: string): Known {
  const [known, setKnown] = useState<Known>('no_key');
  useEffect(() => {
    let isCurrent = true;
    void compute(scheme, sent, typed).then((computed) => {
      if (isCurrent) setKnown(computed);
    });
    return () => {
      isCurrent = false;
    };
  }, [scheme, sent, typed]);
  return known;
}
