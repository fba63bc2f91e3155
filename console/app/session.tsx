/**
 * The gate: asks who is signed in, and shows the page that signs in where nobody is. What lies behind it stays at its
 * address, so that somebody whose session has ended is back where they were; what was fetched for them goes, however it
 * ended: who signs in next may be somebody else.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect } from 'react';
import { ApiFailure, api, take } from '../api/client.ts';
import { FailureNotice } from '../ui/failure.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { SESSION_KEY } from './query-client.ts';
import { SecondFactor } from './second-factor.tsx';
import { SessionContext } from './session-context.ts';
import { SignIn } from './sign-in.tsx';
import type { Who } from './who.ts';

export function SessionGate({ children }: { readonly children: ReactNode }) {
  const { data, error, isPending, refetch } = useQuery({ queryKey: SESSION_KEY, queryFn: askWho, staleTime: 60_000 });
  const client = useQueryClient();
  useEffect(() => {
    // Of what is fetched only the page that signs in is still there to look at it.
    if (data === null) client.removeQueries({ type: 'inactive' });
  }, [data, client]);
  if (isPending) return <Skeleton lines={0} label="The console is loading" />;
  if (data === null) return <SignIn />;
  if (data === undefined) {
    return (
      <main>
        <FailureNotice
          what="The console could not ask who is signed in."
          error={error}
          onRetry={() => void refetch()}
        />
      </main>
    );
  }
  if (data.second_factor.is_missing) return <SecondFactor who={data} />;
  return <SessionContext value={data}>{children}</SessionContext>;
}

async function askWho(): Promise<Who | null> {
  try {
    return await take(api.GET('/operator/v1/session'));
  } catch (error) {
    if (error instanceof ApiFailure && error.isSignedOut) return null;
    throw error;
  }
}

/** Ends the session; leads to the provider's page where that ends one as well. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    const { location } = await take(api.DELETE('/operator/v1/session'));
    client.setQueryData(SESSION_KEY, null);
    if (location) window.location.assign(location);
  }, [client]);
}
