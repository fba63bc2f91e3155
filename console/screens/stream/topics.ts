/**
 * Which topics the stream is of, what the address leaves of them, and what they are called. Pure.
 *
 * 1. A code belongs to one topic: those of calls have three digits below 200, those of look-ups are 300 and 301, all others
 *    are of messages. So it is the gateway that looks for it, and none is missed among a thousand others.
 */
import type { Topic } from '../../app/live-hub.ts';
import type { FilterField } from '../../ui/filters.tsx';

/** In the order in which they are offered. What happens on a handset of the sandbox is on the wall of phones. */
export const TOPICS = [
  'messages',
  'calls',
  'callbacks',
  'inbound',
  'sessions',
  'look_ups',
  'batches',
  'carriers',
  'nodes',
  'accounts',
] as const satisfies readonly Topic[];

export type StreamTopic = (typeof TOPICS)[number];

/** In the plural, within a sentence. */
export const NAMES: Readonly<Record<StreamTopic, string>> = {
  messages: 'messages',
  calls: 'calls',
  callbacks: 'callbacks',
  inbound: 'texts that came in',
  sessions: 'masked sessions',
  look_ups: 'look-ups',
  batches: 'batches',
  carriers: 'carriers',
  nodes: 'nodes',
  accounts: 'accounts',
};

const OF_NO_ACCOUNT: readonly Topic[] = ['carriers', 'nodes'];

export const FIELDS: readonly FilterField[] = [
  { name: 'customer_id', label: 'Account' },
  {
    name: 'topic',
    label: 'Topic',
    options: TOPICS.map((value) => ({ value, label: NAMES[value].replace(/^./, (first) => first.toUpperCase()) })),
  },
  { name: 'code', label: 'Code', kind: 'number', placeholder: '3042' },
];

export interface StreamFilter {
  /** Empty: nothing can fit. */
  readonly topics: readonly StreamTopic[];
  readonly account: string | null;
  readonly code: number | null;
}

export function filterOf(values: Readonly<Record<string, string>>): StreamFilter {
  const { customer_id: account = null, topic = null, code: typed } = values;
  const code = typed === undefined ? null : Number(typed);
  const topics = TOPICS.filter(
    (each) =>
      (topic === null || each === topic) &&
      (code === null || each === topicOf(code)) &&
      (account === null || !OF_NO_ACCOUNT.includes(each)),
  );
  return { topics, account, code };
}

/** Rule 1; null: it is none. */
function topicOf(code: number): StreamTopic | null {
  if (!Number.isInteger(code) || code < 100 || code > 9_999) return null;
  if (code < 200) return 'calls';
  return code === 300 || code === 301 ? 'look_ups' : 'messages';
}

export function isStreamTopic(topic: Topic): topic is StreamTopic {
  return (TOPICS as readonly Topic[]).includes(topic);
}
