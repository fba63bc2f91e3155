/**
 * Deactivation files as a source of number_deactivation: which carrier took a number away from somebody, and when last.
 *
 * 1. A file says a day, not an hour: who verified a number on the day of its deactivation is warned.
 * 2. A number in no file is none of theirs: it may belong to a carrier that sends no files.
 */
import type { Context } from '../../context.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { Source } from '../source.ts';
import { type ImportedSets, SetsOfSource } from './sets.ts';
import type { ImportedSettings } from './settings.ts';

export interface DeactivationRow {
  /** The carrier. */
  readonly set: string;
  /** The beginning of the day. */
  readonly at: number;
}

/** `all.find`: newest first. */
export function createDeactivationSource(
  context: Context,
  name: string,
  settings: ImportedSettings,
  all: ImportedSets<DeactivationRow>,
): Source {
  const sets = new SetsOfSource(context, settings, all);
  return {
    name,
    addOns: ['number_deactivation'],
    covers: (question) => sets.covers(question),
    lookUp: ({ number, input: { lastVerifiedAt } }, deadline) =>
      sets.lookUp(number.digits, deadline, ([newest], known) => {
        if (!newest) return { kind: 'not_covered' };
        const firstDay = known.find((set) => set.name === newest.set)?.firstDay ?? null;
        return {
          kind: 'found',
          facts: {
            about: 'number_deactivation',
            carrier: newest.set,
            deactivatedAt: newest.at,
            trackedSince: firstDay === null ? null : Date.parse(`${firstDay}T00:00:00Z`),
            isRecycled: lastVerifiedAt === null ? null : newest.at + DAY_MS > lastVerifiedAt,
          },
        };
      }),
  };
}
