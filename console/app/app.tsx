/**
 * The console, put together: what is kept of answers, who is signed in, hints, and the screens.
 */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { ToastProvider } from '../ui/toasts.tsx';
import { Invite, isInvite } from './invite.tsx';
import { LiveProvider } from './live.tsx';
import { createQueryClient } from './query-client.ts';
import { createConsoleRouter } from './router.tsx';
import { SessionGate } from './session.tsx';

export function App() {
  const [client] = useState(createQueryClient);
  const [router] = useState(createConsoleRouter);
  return (
    // The policy of the page takes no style element.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <ToastProvider>
          {isInvite() ? (
            <Invite />
          ) : (
            <SessionGate>
              <LiveProvider>
                <RouterProvider router={router} />
              </LiveProvider>
            </SessionGate>
          )}
        </ToastProvider>
      </QueryClientProvider>
    </CSPProvider>
  );
}
