/**
 * Shows what a list hides, and hides it again. The gateway records who saw it.
 */
import { Button } from './button.tsx';
import { FailureNotice } from './failure.tsx';
import type { Shown } from './use-shown.ts';

export interface ShowAllProps {
  readonly shown: Shown<unknown>;
  /** In the plural: numbers, texts. */
  readonly what: string;
}

export function ShowAll({ shown: { value, isBusy, error, show, hide }, what }: ShowAllProps) {
  return (
    <>
      {value === null ? (
        <Button size="small" icon="eye" needs="full" isBusy={isBusy} onClick={show}>
          {`Show the ${what}`}
        </Button>
      ) : (
        <Button size="small" onClick={hide}>{`Hide the ${what}`}</Button>
      )}
      {error !== null && <FailureNotice what={`The ${what} could not be shown.`} error={error} />}
    </>
  );
}
