/**
 * Takes a message back that is not over. It is asked before.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toasts.tsx';

export function TakeBack({ message }: { readonly message: Schema<'OperatorMessage'> }) {
  const { reference_id: reference, recipient, final_on: finalOn } = message;
  const client = useQueryClient();
  const say = useToast();
  const [isAsking, setAsking] = useState(false);
  const takeBack = async () => {
    const params = { path: { reference_id: reference } };
    const { final_on: endedOn, was_over: wasOver } = await take(
      api.POST('/operator/v1/messages/{reference_id}/take-back', { params }),
    );
    await client.invalidateQueries({ queryKey: ['messages', reference] });
    if (wasOver) say('The message was over already.');
    else if (endedOn === null) say('Nothing more of it is handed over; what has left may still arrive.');
    else say('The message is taken back.');
  };
  if (finalOn !== null && !isAsking) return null;
  return (
    <>
      <Button icon="close" needs="operate" onClick={() => setAsking(true)}>
        Take back
      </Button>
      <ConfirmDialog
        title={`Take back the message to ${recipient}?`}
        isOpen={isAsking}
        onOpenChange={setAsking}
        action="Take it back"
        onConfirm={takeBack}
      >
        Nothing more of it is handed over, and no other channel begins. A carrier that can is asked to withdraw what it
        has; what a phone has stays there.
      </ConfirmDialog>
    </>
  );
}
