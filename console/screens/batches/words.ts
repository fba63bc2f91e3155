/**
 * What a batch is doing, in words, and when it will be through. Pure.
 */
import type { Schema } from '../../api/client.ts';
import { countText } from '../../ui/figures.ts';
import { lengthText } from '../../ui/time-text.ts';
import type { Tone } from '../../ui/tone.ts';

type Batch = Schema<'OperatorBatch'>;
type State = Batch['state'];

export const STATES: Readonly<Record<State, { readonly label: string; readonly tone: Tone }>> = {
  in_progress: { label: 'In progress', tone: 'accent' },
  paused: { label: 'Paused', tone: 'warn' },
  cancelling: { label: 'Being taken back', tone: 'warn' },
  cancelled: { label: 'Taken back', tone: 'calm' },
  done: { label: 'Done', tone: 'good' },
};

export const RECIPIENT_STATES = [
  { value: 'waiting', label: 'Without a message yet' },
  { value: 'refused', label: 'Refused' },
  { value: 'made', label: 'With a message' },
] as const;

/** Nothing more may be ordered. */
export function isTakenBack(state: State): boolean {
  return state === 'cancelling' || state === 'cancelled';
}

export type Order = 'pause' | 'resume' | 'take-back';

/** Whether the batch stands as it was ordered: one that somebody else has taken back meanwhile stays so. */
export function isGiven(order: Order, state: State): boolean {
  return isTakenBack(state) === (order === 'take-back');
}

type Told = Pick<Batch, 'state' | 'counts'>;

/** How it stands, in sentences. */
export function storyOf({ state, counts }: Told): string {
  const { total, waiting, refused, messages, taken_back: takenBack, erased } = counts;
  const said = [
    `${countText(messages)} of ${many(total, 'recipient')} ${messages === 1 ? 'has' : 'have'} a message.`,
    refused > 0 && `Of ${countText(refused)} none is made: ${refused === 1 ? 'it was' : 'they were'} refused.`,
    waiting > 0 && `${countText(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for one.`,
    takenBack > 0 && `Of ${countText(takenBack)} none is made any more.`,
    erased > 0 && `${many(erased, 'number')} ${erased === 1 ? 'has' : 'have'} been erased since.`,
    NOW[state],
  ];
  return said.filter((words) => words !== false && words !== '').join(' ');
}

const NOW: Readonly<Record<State, string>> = {
  in_progress: '',
  paused: 'Nothing of it is handed over until it goes on.',
  cancelling: 'Its messages are being taken back.',
  cancelled: 'It was taken back: what had not left has not left.',
  done: '',
};

function many(count: number, what: string): string {
  return `${countText(count)} ${what}${count === 1 ? '' : 's'}`;
}

/** How far it was at a time. */
export interface Sample {
  readonly at: number;
  readonly workedOff: number;
}

/** How long it takes until the last message is made, at the pace since `before`; null: that cannot be told yet. */
export function leftText(before: Sample | null, now: Sample, total: number): string | null {
  if (before === null || now.workedOff <= before.workedOff || now.at <= before.at) return null;
  const perMs = (now.workedOff - before.workedOff) / (now.at - before.at);
  return `about ${lengthText(Math.max(0, (total - now.workedOff) / perMs))}`;
}
