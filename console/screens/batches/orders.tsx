/**
 * Pauses a batch, lets it go on, takes it back, as its caller can. Each asks first and says what will happen.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema, take } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { countText } from '../../ui/figures.ts';
import { useToast } from '../../ui/toasts.tsx';
import { isGiven, isTakenBack, type Order } from './words.ts';

type Batch = Schema<'OperatorBatch'>;

const PATHS = {
  pause: '/operator/v1/batches/{reference_id}/pause',
  resume: '/operator/v1/batches/{reference_id}/resume',
  'take-back': '/operator/v1/batches/{reference_id}/take-back',
} as const;

interface Words {
  readonly title: string;
  readonly action: string;
  readonly told: string;
  readonly done: string;
}

const WORDS: Readonly<Record<Order, Words>> = {
  pause: {
    title: 'Pause this batch?',
    action: 'Pause it',
    told: 'No message of it is made and none is handed over until it goes on. What carriers have goes on, and deadlines that run go on running. After 30 days it is taken back.',
    done: 'The batch is paused.',
  },
  resume: {
    title: 'Let this batch go on?',
    action: 'Let it go on',
    told: 'Its messages are made and handed over again, at once.',
    done: 'The batch goes on.',
  },
  'take-back': {
    title: 'Take this batch back?',
    action: 'Take it back',
    told: 'Nothing of it is handed over any more, and each message that has not left ends as taken back. Cards are withdrawn where a carrier can; what a phone has stays there. It cannot be undone.',
    done: 'The batch is taken back.',
  },
};

export function Orders({ batch }: { readonly batch: Batch }) {
  const { reference_id: reference, state, counts } = batch;
  const [asked, setAsked] = useState<Order | null>(null);
  const client = useQueryClient();
  const say = useToast();
  const give = async (order: Order) => {
    const { state: now } = await take(api.POST(PATHS[order], { params: { path: { reference_id: reference } } }));
    await client.invalidateQueries({ queryKey: ['batches', reference] });
    say(isGiven(order, now) ? WORDS[order].done : 'It is taken back already: nothing was changed.');
  };
  if (isTakenBack(state) && asked === null) return null;
  return (
    <>
      {state === 'paused' ? (
        <Button icon="play" kind="primary" needs="operate" onClick={() => setAsked('resume')}>
          Let it go on
        </Button>
      ) : (
        <Button icon="pause" needs="operate" onClick={() => setAsked('pause')}>
          Pause
        </Button>
      )}
      <Button icon="close" needs="operate" onClick={() => setAsked('take-back')}>
        Take back
      </Button>
      {asked && (
        <ConfirmDialog
          title={WORDS[asked].title}
          action={WORDS[asked].action}
          isHarmless={asked === 'resume'}
          isOpen
          onOpenChange={() => setAsked(null)}
          onConfirm={() => give(asked)}
        >
          <p>{WORDS[asked].told}</p>
          <p>{`It has ${countText(counts.messages)} messages, and ${countText(counts.waiting)} recipients wait for one.`}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
