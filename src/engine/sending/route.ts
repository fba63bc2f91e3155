/**
 * Which carriers may take a message, best first. Pure.
 *
 * 1. The first route that fits decides; without any route for a channel all its carriers stand in configured order.
 * 2. A message without a sender goes past carriers that need one, unless all of them do: those say so themselves.
 */
import type { Channel, MessageType } from '../../carriers/carrier.ts';

export interface Route {
  readonly channel: Channel;
  /** Digits that the recipient begins with; absent: any. */
  readonly prefixes?: readonly string[];
  readonly messageTypes?: readonly MessageType[];
  readonly senders?: readonly string[];
  /** Names of carriers, in the order in which they are tried. */
  readonly carriers: readonly string[];
}

export interface Subject {
  readonly channel: Channel;
  readonly recipient: string;
  readonly messageType: MessageType;
  readonly sender: string | null;
}

interface Candidate {
  readonly name: string;
  readonly channel: Channel;
  readonly needsSender?: boolean;
}

export function carriersFor(
  subject: Subject,
  routes: readonly Route[],
  carriers: readonly Candidate[],
): readonly string[] {
  const names = namesFor(subject, routes, carriers);
  if (subject.sender !== null) return names;
  const able = names.filter((name) => !carriers.some((each) => each.name === name && each.needsSender === true));
  return able.length > 0 ? able : names;
}

/** The route that decides; `any` where the channel has none, null where none of them fits. */
export function routeFor(subject: Subject, routes: readonly Route[]): Route | 'any' | null {
  let isAny = true;
  for (const route of routes) {
    if (route.channel !== subject.channel) continue;
    if (fits(route, subject)) return route;
    isAny = false;
  }
  return isAny ? 'any' : null;
}

function namesFor(subject: Subject, routes: readonly Route[], carriers: readonly Candidate[]): readonly string[] {
  const route = routeFor(subject, routes);
  if (route !== 'any') return route?.carriers ?? [];
  return carriers.filter((carrier) => carrier.channel === subject.channel).map((carrier) => carrier.name);
}

function fits(route: Route, { recipient, messageType, sender }: Subject): boolean {
  if (route.prefixes && !route.prefixes.some((prefix) => recipient.startsWith(prefix))) return false;
  if (route.messageTypes && !route.messageTypes.includes(messageType)) return false;
  return !route.senders || (sender !== null && route.senders.includes(sender));
}
