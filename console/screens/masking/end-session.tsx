/**
 * Ends a session that is not over. It is asked before.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toasts.tsx';

export function EndSession({ session }: { readonly session: Schema<'OperatorMaskingSession'> }) {
  const { session_id: id, state } = session;
  const client = useQueryClient();
  const say = useToast();
  const [isAsking, setAsking] = useState(false);
  const end = async () => {
    const params = { path: { session_id: id } };
    const { was_over: wasOver } = await take(api.POST('/operator/v1/masking-sessions/{session_id}/close', { params }));
    await client.invalidateQueries({ queryKey: ['sessions', id] });
    say(wasOver ? 'The session was over already.' : 'The session is ended.');
  };
  if ((state === 'expired' || state === 'closed') && !isAsking) return null;
  return (
    <>
      <Button icon="close" needs="operate" onClick={() => setAsking(true)}>
        End the session
      </Button>
      <ConfirmDialog
        title="End this masked session?"
        isOpen={isAsking}
        onOpenChange={setAsking}
        action="End it"
        onConfirm={end}
      >
        Nothing more is relayed between the two: who writes is answered as after any end. It cannot be undone; the
        account can open a new one.
      </ConfirmDialog>
    </>
  );
}
