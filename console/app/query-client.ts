/**
 * How answers are kept and asked for again. What is shown is made fresh by hints (live.ts); a refusal is not asked twice.
 */
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../api/client.ts';

export const SESSION_KEY = ['session'] as const;

const MOST_TRIES = 2;
const FRESH_FOR_MS = 10_000;

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        // The session has ended: the gate (session.tsx) shows the page that signs in, at the same address.
        if (error instanceof ApiFailure && error.isSignedOut && query.queryKey[0] !== SESSION_KEY[0]) {
          client.setQueryData(SESSION_KEY, null);
        }
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_FOR_MS,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < MOST_TRIES && error instanceof ApiFailure && error.mayPass,
        retryDelay: (count) => 500 * 2 ** count,
      },
      mutations: {
        onError(error) {
          if (error instanceof ApiFailure && error.isSignedOut) client.setQueryData(SESSION_KEY, null);
        },
      },
    },
  });
  return client;
}
