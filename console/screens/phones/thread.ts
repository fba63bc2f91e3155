/**
 * The threads of a handset: what it got and what its owner sent, by whom they talk with, oldest first. Pure.
 *
 * 1. A talk is with one sender on one channel; a text from the handset belongs to the talk with whom it went to.
 * 2. A button that was pressed is the one of its message with the same text and payload.
 */
import { countedCards, type PhoneButton, type PhoneContent } from '../../phone/content.ts';
import type { Call, Handset, Message, SentThing } from './handset.ts';

export interface TalkOf {
  /** Of the talk, and in the address. */
  readonly peer: string;
  readonly channel: 'rcs' | 'sms';
  readonly lastOn: string;
  readonly items: readonly ThreadItem[];
}

export type ThreadItem =
  | { readonly kind: 'received'; readonly key: string; readonly at: string; readonly message: Message }
  | { readonly kind: 'sent'; readonly key: string; readonly at: string; readonly sent: SentThing };

/** The one with the newest thing first. */
export function talksOf({ messages, sent }: Pick<Handset, 'messages' | 'sent'>): readonly TalkOf[] {
  const talks = new Map<string, { channel: 'rcs' | 'sms'; items: ThreadItem[] }>();
  const talkWith = (peer: string, channel: 'rcs' | 'sms') => {
    const talk = talks.get(peer) ?? { channel, items: [] };
    talks.set(peer, talk);
    return talk.items;
  };
  for (const message of messages) {
    const { id: key, from, channel, received_on: at } = message;
    talkWith(from, channel).push({ kind: 'received', key, at, message });
  }
  for (const each of sent) {
    talkWith(each.to, each.channel).push({ kind: 'sent', key: each.id, at: each.sent_on, sent: each });
  }
  return [...talks]
    .map(([peer, { channel, items }]) => {
      const sorted = items.toSorted((a, b) => order(a.at, b.at));
      return { peer, channel, items: sorted, lastOn: sorted.at(-1)?.at ?? '' };
    })
    .toSorted((a, b) => order(b.lastOn, a.lastOn));
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Rule 2: the indexes of the buttons of a message that were pressed. */
export function pressedIn(message: Message, sent: readonly SentThing[]): ReadonlySet<number> {
  const presses = sent.filter(
    ({ kind, reference_id: id }) => kind === 'button' && id !== null && id === message.attempt_reference_id,
  );
  const buttons = message.content ? buttonsOf(message.content) : [];
  const isPressed = ({ text, payload }: PhoneButton) =>
    presses.some(({ content }) => content?.button?.text === text && content.button.payload === payload);
  return new Set(buttons.flatMap((button, index) => (isPressed(button) ? [index] : [])));
}

function buttonsOf(content: PhoneContent): readonly PhoneButton[] {
  return [...countedCards(content).flatMap(({ card }) => card.buttons), ...(content.suggestions ?? [])];
}

/** The one that rings or is spoken in: of several, the newest. */
export function callUnderWay(calls: readonly Call[]): Call | null {
  return calls.findLast(({ state }) => state !== 'over') ?? null;
}

/** The newest masked session of a talk. */
export function sessionOf({ items }: TalkOf): Message['session'] {
  const last = items.findLast((item) => item.kind === 'received' && item.message.session !== null);
  return last?.kind === 'received' ? last.message.session : null;
}

/** Those that are still there keep their places; what is new stands before them. */
export function keptOrder(before: readonly string[], now: readonly string[]): readonly string[] {
  const [there, kept] = [new Set(now), new Set(before)];
  return [...now.filter((id) => !kept.has(id)), ...before.filter((id) => there.has(id))];
}
