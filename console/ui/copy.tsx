/**
 * Copies a text, and says that it has.
 */
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import styles from './copy.module.css';
import { Hidden } from './hidden.tsx';

const SAID_FOR_MS = 1_500;

export interface CopyProps {
  readonly value: string;
  /** To go on "Copy …": "the reference". */
  readonly what: string;
  /** The words are shown beside the icon. */
  readonly isNamed?: boolean;
}

export function Copy({ value, what, isNamed = false }: CopyProps) {
  const [said, setSaid] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => setSaid((await put(value)) ? 'copied' : 'failed');
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        icon={said === 'copied' ? 'check' : 'copy'}
        isIconOnly={!isNamed}
        onClick={() => void copy()}
      >
        {`Copy ${what}`}
      </Button>
      <span role="status">
        {said && <Hidden>{said === 'copied' ? `Copied ${what}.` : 'The browser did not allow it.'}</Hidden>}
      </span>
    </>
  );
}

/** A page that did not come over TLS has no clipboard of its own: the text is selected and copied as a reader would. */
async function put(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = value;
    field.readOnly = true;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    return isCopied;
  }
}

/** An id or another piece of code with its button. */
export function Code({ value, what }: Pick<CopyProps, 'value' | 'what'>) {
  return (
    <span className={styles.code}>
      <code>{value}</code>
      <Copy value={value} what={what} />
    </span>
  );
}
