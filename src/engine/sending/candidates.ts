/**
 * Which carriers an attempt may go to, best first: what the routes say, unless something else decides.
 *
 * 1. A text of which parts are with one carrier stays with it: only there do the parts make a whole.
 * 2. What answers for a number (a relayed text, a reply to STOP) goes out by the carrier of that number, if it has one.
 * 3. A carrier that has been tried is not tried again.
 * 4. A carrier that goes for good gets nothing but the rest of what it has parts of.
 * 5. The first of them that this node or another one can use gets it.
 */
import type { Carrier } from '../../carriers/carrier.ts';
import { mayHaveLeft } from '../message/attempt.ts';
import { KINDS } from '../message/kinds.ts';
import type { Attempt, Message } from '../message/message.ts';
import type { Peers } from '../nodes/peers.ts';
import { carriersFor, type Route } from './route.ts';

export interface CandidateOptions {
  readonly carriers: readonly Carrier[];
  readonly routes: readonly Route[];
  /** The one carrier of a sender that is a mask; null: the routes say. */
  readonly carrierOfSender?: (sender: string) => string | null;
  /** Accounts whose messages go nowhere. */
  readonly shutOut: ReadonlySet<string>;
  readonly peers: Pick<Peers, 'canSend'>;
  /** Carriers of rule 4. Absent: there are none. */
  readonly leaving?: () => readonly string[];
}

export class Candidates {
  private readonly options: CandidateOptions;

  constructor(options: CandidateOptions) {
    this.options = options;
  }

  /** Names of carriers, some of which may not be configured. */
  of(message: Message, attempt: Attempt): readonly string[] {
    const { routes, carriers, carrierOfSender, shutOut } = this.options;
    const { carrier, carriersTried, channel, sender } = attempt;
    if (shutOut.has(message.accountId)) return [];
    if (carrier !== null && mayHaveLeft(attempt) && this.find(carrier)) return [carrier];
    const own = KINDS[message.kind].speaksForSender ? carrierOfSender?.(sender ?? '') : null;
    const leaving = this.options.leaving?.() ?? [];
    if (own && this.find(own) && !leaving.includes(own)) return carriersTried.includes(own) ? [] : [own];
    const { recipient, messageType } = message;
    const names = carriersFor({ recipient, messageType, channel, sender }, routes, carriers);
    const none = carriersTried.length + leaving.length === 0;
    return none ? names : names.filter((name) => !carriersTried.includes(name) && !leaving.includes(name));
  }

  /** Rule 5. */
  firstUsable(names: readonly string[]): string | undefined {
    return names.find((name) => {
      const carrier = this.find(name);
      return carrier && (carrier.state() === 'up' || this.options.peers.canSend(name));
    });
  }

  /** They are few, and come and go. */
  private find(name: string): Carrier | undefined {
    return this.options.carriers.find((each) => each.name === name);
  }
}
