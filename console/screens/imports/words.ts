/**
 * How an import stands, in words and figures. Pure.
 */
import type { Schema } from '../../api/client.ts';
import { countText, rateText, shareText } from '../../ui/figures.ts';
import type { Tone } from '../../ui/tone.ts';

export type Import = Schema<'OperatorImport'>;
export type Kind = Import['kind'];

export const KINDS: Readonly<Record<Kind, string>> = {
  breaches: 'Breach',
  contacts: 'Contacts',
  deactivations: 'Deactivations',
};

/** One whose sender has said nothing for so long is left, or has trouble. */
const QUIET_MS = 10 * 60_000;

interface Standing {
  readonly word: string;
  readonly tone: Tone;
}

export function standingOf({ state, changed_on: at }: Pick<Import, 'state' | 'changed_on'>, now: number): Standing {
  if (state === 'whole') return { word: 'Whole', tone: 'good' };
  if (state === 'stopped') return { word: 'Stopped', tone: 'calm' };
  return now - Date.parse(at) > QUIET_MS ? { word: 'Left', tone: 'warn' } : { word: 'Comes in', tone: 'accent' };
}

/** `12 (0.1 %)`; a dash where none was refused. */
export function refusedText({ refused, position }: Pick<Import, 'refused' | 'position'>): string {
  return refused === 0 ? '–' : `${countText(refused)} (${shareText(refused, position)})`;
}

/** Rows a second until now, or until the last ones; null where that cannot be said. */
export function paceText({
  position,
  started_on: started,
  changed_on: changed,
}: Pick<Import, 'position' | 'started_on' | 'changed_on'>): string | null {
  const ms = Date.parse(changed) - Date.parse(started);
  return ms < 1_000 || position === 0 ? null : `${rateText((position * 1_000) / ms)} a second`;
}

/** What it comes to, or came to. */
export function outcomeText({ state, taken }: Pick<Import, 'state' | 'taken'>): string {
  if (state === 'stopped') return 'It was stopped and is never whole. What it took stays until the set is removed.';
  if (state === 'open') return 'It is not whole yet. The same file, sent again, goes on where it was left.';
  return taken === 0 ? 'It is whole, and took nothing: it makes no set.' : 'It is whole: look-ups look into its set.';
}
