/**
 * Imported sets of breached numbers: a number is looked for by the SHA-1 of its digits.
 *
 * 1. That no set has the number is an answer: as far as these sets know, it stands in no breach.
 */
import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { Source } from '../source.ts';
import { type ImportedSets, SetsOfSource } from './sets.ts';
import type { ImportedSettings } from './settings.ts';

/** `all.find`: the names of the sets that have the hash, which is given in hexadecimal digits. */
export function createBreachSetSource(
  context: Context,
  name: string,
  settings: ImportedSettings,
  all: ImportedSets<string>,
): Source {
  const sets = new SetsOfSource(context, settings, all);
  return {
    name,
    addOns: ['breached_data'],
    covers: (question) => sets.covers(question),
    lookUp: ({ number }, deadline) =>
      sets.lookUp(sha1Of(number.digits), deadline, (names, known) => {
        const breaches = known
          .filter((set) => names.includes(set.name))
          .map(({ lastDay, data }) => ({ at: lastDay === null ? null : Date.parse(`${lastDay}T00:00:00Z`), data }))
          .sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
        return { kind: 'found', facts: { about: 'breached_data', breaches } };
      }),
  };
}

function sha1Of(digits: string): string {
  return createHash('sha1').update(digits).digest('hex');
}
