/**
 * A number, a code or a text that is hidden until somebody asks for it.
 *
 * 1. What is hidden is not on the page: `show` asks the gateway for it (`full=true`), which records who saw what in the
 *    audit log before it answers.
 * 2. It is hidden again after `SHOWN_FOR_MS`, and with the page.
 */
import { useEffect, useState } from 'react';
import { ApiFailure } from '../api/client.ts';
import type { Right } from '../app/who.ts';
import { Button } from './button.tsx';
import { Copy } from './copy.tsx';
import styles from './secret.module.css';

const SHOWN_FOR_MS = 120_000;

export interface SecretProps {
  /** As it is shown at first: `49*********78`, `••••••`. */
  readonly masked: string;
  /** What it is, to go on "Show the …": number, code, text. */
  readonly what: string;
  /** Rule 1. Null: there is nothing to show any more. */
  readonly show: () => Promise<string | null>;
  /** The right that showing it needs; of a secret more than `full`. */
  readonly needs?: Right;
}

export function Secret({ masked, what, show, needs = 'full' }: SecretProps) {
  const [shown, setShown] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const ask = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const value = await show();
      setShown(value);
      if (value === null) setProblem(`The ${what} has been removed.`);
    } catch (error) {
      setProblem(error instanceof ApiFailure ? error.message : `The ${what} could not be shown.`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <span className={styles.secret}>
      <span className={styles.value}>{shown ?? masked}</span>
      {shown === null ? (
        <Button
          kind="quiet"
          size="small"
          icon="eye"
          needs={needs}
          isBusy={isBusy}
          onClick={() => void ask()}
          aria-label={`Show the ${what}`}
        >
          Show
        </Button>
      ) : (
        <>
          <Copy value={shown} what={`the ${what}`} />
          <Button kind="quiet" size="small" onClick={() => setShown(null)} aria-label={`Hide the ${what}`}>
            Hide
          </Button>
        </>
      )}
      <span role="status" className={styles.problem}>
        {problem}
      </span>
    </span>
  );
}
