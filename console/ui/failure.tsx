/**
 * Something failed: what, why in the words of the gateway, its code with a link to what it means, and a way to try again.
 */
import { GATEWAY_URL } from '../api/client.ts';
import { ApiFailure } from '../api/failure.ts';
import { Button } from './button.tsx';
import styles from './failure.module.css';
import { Icon } from './icon.tsx';

/** The gateway's page of all codes. */
const ERRORS_PATH = '/docs/errors';

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
        <p>
          <Why error={error} />
        </p>
      </div>
      {onRetry && (
        <Button size="small" icon="repeat" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

function Why({ error }: { readonly error: unknown }) {
  if (!(error instanceof Error)) return 'Nobody knows why.';
  if (!(error instanceof ApiFailure) || error.status === 0) return error.message;
  return (
    <>
      {error.message} (status {error.status}
      {error.code !== null && error.code !== error.status && (
        <>
          , code{' '}
          <a href={`${GATEWAY_URL}${ERRORS_PATH}#code-${error.code}`} target="_blank" rel="noreferrer">
            {error.code}
          </a>
        </>
      )}
      )
    </>
  );
}
