/**
 * Drains a carrier, or uses it again. Both ask first, and say what will happen.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toasts.tsx';

export function CarrierOrder({ carrier: { name, state } }: { readonly carrier: Schema<'OperatorCarrier'> }) {
  const client = useQueryClient();
  const say = useToast();
  const [isOpen, setOpen] = useState(false);
  const isDrained = state === 'draining';
  const order = async () => {
    const params = { params: { path: { name } } };
    if (isDrained) await take(api.POST('/operator/v1/carriers/{name}/resume', params));
    else await take(api.POST('/operator/v1/carriers/{name}/drain', params));
    await client.invalidateQueries({ queryKey: ['carriers'] });
    say(isDrained ? `${name} is used again.` : `${name} is drained.`);
  };
  return (
    <>
      <Button needs="operate" icon={isDrained ? 'play' : 'pause'} onClick={() => setOpen(true)}>
        {isDrained ? 'Use it again' : 'Drain'}
      </Button>
      <ConfirmDialog
        title={isDrained ? `Use ${name} again?` : `Drain ${name}?`}
        action={isDrained ? 'Use it again' : 'Drain it'}
        isHarmless={isDrained}
        isOpen={isOpen}
        onOpenChange={setOpen}
        onConfirm={order}
      >
        {isDrained ? (
          <p>All nodes give messages to it within seconds, what has waited for it first.</p>
        ) : (
          <p>
            It is given nothing new, on all nodes and over restarts, until it is used again. What it was given is still
            answered. What waits goes to the next carrier of its route, or waits.
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}
