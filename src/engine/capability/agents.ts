/**
 * Which agent asks about a number for an account, and by which carrier. Pure.
 *
 * 1. Without a name it is the agent that a message would come from: of the carriers to which the routes lead for this
 *    number, the first whose agent is registered as a sender of the account; the first of all where none is.
 * 2. An agent that is named has to be registered on the account. An account that has registered none of the agents of
 *    this gateway may name those to which its routes lead, since it sends by them.
 * 3. An agent may be named without its host: `bakery` is `bakery@rbm.goog`, when one agent alone begins so.
 * 4. A number for which there is no carrier is outside of coverage: nobody is asked.
 */
import type { CapabilitySource } from '../../carriers/capability.ts';
import type { Carrier, Channel, MessageType } from '../../carriers/carrier.ts';
import { carriersFor, type Route } from '../sending/route.ts';

/** A carrier that can be asked. */
export type Asked = Carrier & { readonly capabilities: CapabilitySource };

export interface AgentOptions {
  readonly carriers: readonly Carrier[];
  readonly routes: readonly Route[];
}

export interface AgentQuestion {
  readonly channel: Channel;
  /** Digits. */
  readonly number: string;
  /** Those of the account. */
  readonly senders: ReadonlyArray<{ readonly sender: string }>;
  /** Null: the account's. */
  readonly agent: string | null;
  /** Of the message in question; absent: of no message in particular. */
  readonly messageType?: MessageType;
}

/** Routes may tell messages apart by their type; a question has none, so that the order is that of their precedence. */
const TYPES: readonly MessageType[] = ['OTP', 'ARN', 'MKT'];

/** `not_of_account`: the agent that is named is not the account's. `none`: rule 4. */
export function findAsked(question: AgentQuestion, options: AgentOptions): Asked | 'not_of_account' | 'none' {
  const all = options.carriers.filter(canBeAsked).filter(({ channel }) => channel === question.channel);
  const isOwn = ({ capabilities }: Asked) => question.senders.some(({ sender }) => sender === capabilities.agent);
  const routed = routedTo(question, options, all);
  if (question.agent === null) return routed.find(isOwn) ?? routed[0] ?? 'none';
  const own = all.filter(isOwn);
  return named(question.agent, own.length > 0 ? own : routed) ?? 'not_of_account';
}

/** The carrier of an agent; undefined when none is configured any more. */
export function carrierOfAgent(carriers: readonly Carrier[], agent: string): Asked | undefined {
  return carriers.filter(canBeAsked).find(({ capabilities }) => capabilities.agent === agent);
}

function canBeAsked(carrier: Carrier): carrier is Asked {
  return carrier.capabilities !== undefined;
}

function routedTo(
  { channel, number, messageType }: AgentQuestion,
  { carriers, routes }: AgentOptions,
  all: readonly Asked[],
): Asked[] {
  const types = messageType === undefined ? TYPES : [messageType];
  const names = types.flatMap((type) =>
    carriersFor({ channel, recipient: number, messageType: type, sender: null }, routes, carriers),
  );
  return [...new Set(names)].flatMap((name) => all.find((each) => each.name === name) ?? []);
}

/** Rule 3. */
function named(agent: string, among: readonly Asked[]): Asked | undefined {
  const exact = among.find(({ capabilities }) => capabilities.agent === agent);
  if (exact) return exact;
  const beginning = among.filter(({ capabilities }) => capabilities.agent.split('@', 1)[0] === agent);
  return new Set(beginning.map(({ capabilities }) => capabilities.agent)).size === 1 ? beginning[0] : undefined;
}
