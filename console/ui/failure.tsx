/**
 * Something failed: what, why in the words of the gateway, its code, and a way to try again.
 */
import { ApiFailure } from '../api/failure.ts';
import { Button } from './button.tsx';
import styles from './failure.module.css';
import { Icon } from './icon.tsx';

export interface FailureProps {
  /** In a sentence: "The messages could not be loaded." */
  readonly what: string;
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** In place of what should be there. */
export function Failure(props: FailureProps) {
  return (
    <div className={styles.failure}>
      <FailureNotice {...props} />
    </div>
  );
}

/** Beside what is there. */
export function FailureNotice({ what, error, onRetry }: FailureProps) {
  return (
    <div role="alert" className={styles.notice}>
      <Icon name="alert" />
      <div className={styles.words}>
        <p className={styles.what}>{what}</p>
        <p>{wordsOf(error)}</p>
      </div>
      {onRetry && (
        <Button size="small" icon="repeat" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Nobody knows why.';
  if (!(error instanceof ApiFailure) || error.status === 0) return error.message;
  const code = error.code === null || error.code === error.status ? '' : `, code ${error.code}`;
  return `${error.message} (status ${error.status}${code})`;
}
