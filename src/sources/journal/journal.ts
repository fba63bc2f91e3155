/**
 * What our own look-ups saw of numbers, as a source of porting_history and sim_swap.
 *
 * 1. It warns and never clears: it reports a change that it knows of. That it knows of none says nothing, since nobody
 *    may have asked.
 */
import type { Context } from '../../context.ts';
import { SWAP_MATTERS_MS } from '../sim-memory.ts';
import type { Finding, Port, Question, Source } from '../source.ts';
import { isCovered } from '../terms.ts';
import { within } from '../within.ts';
import type { JournalSettings } from './settings.ts';

/** Both may reject. */
export interface Observations {
  /** Newest first. */
  ports(number: string): Promise<readonly Port[]>;
  /** When the SIM was last seen, or reported, to have changed. */
  swappedAt(number: string): Promise<number | null>;
}

export function createJournalSource(
  context: Context,
  name: string,
  settings: JournalSettings,
  seen: Observations,
): Source {
  return {
    name,
    addOns: ['porting_history', 'sim_swap'],
    covers: ({ number }) => isCovered(settings, number),
    lookUp: (question, deadline) => {
      const asking = ask(context, seen, question).catch(
        (): Finding => ({ kind: 'down', reason: 'the database of the gateway cannot be asked' }),
      );
      return within(context.clock, deadline, asking);
    },
  };
}

async function ask({ clock }: Context, seen: Observations, { addOn, number }: Question): Promise<Finding> {
  if (addOn === 'sim_swap') {
    const swappedAt = await seen.swappedAt(number.digits);
    const isOfUse = swappedAt !== null && clock.now() - swappedAt < SWAP_MATTERS_MS;
    return isOfUse ? { kind: 'found', facts: { about: 'sim_swap', swappedAt } } : { kind: 'nothing' };
  }
  const ports = await seen.ports(number.digits);
  const newest = ports[0];
  if (!newest) return { kind: 'nothing' };
  return { kind: 'found', facts: { about: 'porting_history', current: newest.to, ports } };
}
