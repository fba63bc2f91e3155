/**
 * Says of figures that are asked for again and again that they could not be had this time: what is shown is older, and
 * nobody takes it for how things stand now.
 */
import type { UseQueryResult } from '@tanstack/react-query';
import { FailureNotice } from './failure.tsx';

export interface OlderProps {
  /** What the page asks for; one that was never answered says so itself. */
  readonly of: ReadonlyArray<Pick<UseQueryResult, 'data' | 'error' | 'refetch'>>;
}

export function Older({ of }: OlderProps) {
  const failed = of.filter(({ data, error }) => error !== null && data !== undefined);
  const [first] = failed;
  if (!first) return null;
  const again = () => {
    for (const { refetch } of failed) void refetch();
  };
  return (
    <FailureNotice what="What is shown is older: it could not be loaded again." error={first.error} onRetry={again} />
  );
}
