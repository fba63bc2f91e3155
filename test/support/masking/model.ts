/**
 * What the contract says of masking sessions, written apart from the code: a list of sessions, each with its history,
 * and every answer worked out from the history anew.
 *
 * 1. It chooses no masks: which ones a session got is told to it.
 * 2. It knows no limits for floods.
 */
export interface ModelSession {
  readonly id: string;
  readonly accountId: string;
  readonly numbers: readonly [string, string];
  /** The first stands for the first number, the second for the second. */
  readonly masks: readonly [string, string];
  readonly openedAt: number;
  endsAt: number;
  closedAt: number | null;
  readonly history: Happening[];
}

type Side = 0 | 1;

interface Happening {
  readonly side: Side;
  readonly what: 'stop' | 'start' | 'relayed' | 'told' | 'refused';
}

export interface ModelDelivery {
  readonly to: string;
  readonly from: string;
  readonly text: string;
}

export interface ModelTexts {
  readonly stopped: string;
  readonly started: string;
  readonly help: string;
  readonly unavailable: string;
}

export class MaskingModel {
  readonly sessions: ModelSession[] = [];
  /** By party and the mask that it texts: the newest session in which it does. */
  private readonly holders = new Map<string, { readonly session: ModelSession; readonly side: Side }>();
  private readonly masks: ReadonlySet<string>;
  private readonly texts: ModelTexts;
  /** Account and number, or `*` and number. */
  private readonly blocks = new Set<string>();

  constructor(masks: ReadonlySet<string>, texts: ModelTexts) {
    this.masks = masks;
    this.texts = texts;
  }

  opened(session: Omit<ModelSession, 'closedAt' | 'history'>): ModelSession {
    const added = { ...session, closedAt: null, history: [] };
    this.sessions.push(added);
    this.holders.set(`${session.numbers[0]} ${session.masks[1]}`, { session: added, side: 0 });
    this.holders.set(`${session.numbers[1]} ${session.masks[0]}`, { session: added, side: 1 });
    return added;
  }

  block(accountId: string | '*', number: string): void {
    this.blocks.add(`${accountId} ${number}`);
  }

  unblock(accountId: string | '*', number: string): void {
    this.blocks.delete(`${accountId} ${number}`);
  }

  /** What handsets get when somebody texts a number. */
  text(from: string, to: string, text: string, at: number): ModelDelivery[] {
    // From a mask: dropped.
    if (this.masks.has(from)) return [];
    const found = this.holders.get(`${from} ${to}`);
    // From anyone else: never relayed.
    if (!found) return [];
    const { session, side } = found;
    if (at >= session.endsAt || session.closedAt !== null) {
      session.history.push({ side, what: 'refused' });
      return [];
    }
    const back = (said: string): ModelDelivery[] => [{ to: from, from: to, text: said }];
    const word = text.trim().toLowerCase();
    const hasStopped = saidLast(session, side) === 'stop';
    if (word === 'stop') {
      session.history.push({ side, what: 'stop' });
      return hasStopped ? [] : back(this.texts.stopped);
    }
    if (word === 'start') {
      session.history.push({ side, what: 'start' });
      return hasStopped ? back(this.texts.started) : [];
    }
    if (word === 'help') return back(this.texts.help);
    if (this.isBlocked(session)) {
      session.history.push({ side, what: 'refused' });
      return [];
    }
    if (isStopped(session)) {
      const isOwed = !hasStopped && !session.history.slice(lastReopening(session)).some(({ what }) => what === 'told');
      session.history.push({ side, what: isOwed ? 'told' : 'refused' });
      return isOwed ? back(this.texts.unavailable) : [];
    }
    session.history.push({ side, what: 'relayed' });
    return [{ to: session.numbers[1 - side] ?? '', from: session.masks[side] ?? '', text }];
  }

  stateOf(session: ModelSession, at: number): string {
    if (session.closedAt !== null) return 'closed';
    if (at >= session.endsAt) return 'expired';
    if (isStopped(session)) return 'stopped';
    return relayedIn(session) > 0 ? 'in_progress' : 'open';
  }

  private isBlocked({ accountId, numbers }: ModelSession): boolean {
    return numbers.some((number) => this.blocks.has(`* ${number}`) || this.blocks.has(`${accountId} ${number}`));
  }
}

export function relayedIn({ history }: ModelSession): number {
  return history.filter(({ what }) => what === 'relayed').length;
}

function saidLast({ history }: ModelSession, side: Side): 'stop' | 'start' | undefined {
  const said = history.findLast((each) => each.side === side && (each.what === 'stop' || each.what === 'start'));
  return said?.what as 'stop' | 'start' | undefined;
}

function isStopped(session: ModelSession): boolean {
  return saidLast(session, 0) === 'stop' || saidLast(session, 1) === 'stop';
}

/** The place in the history from which on the stop of now stands: whoever said it last. */
function lastReopening(session: ModelSession): number {
  const standing = new Set<Side>();
  let from = 0;
  for (const [index, { side, what }] of session.history.entries()) {
    if (what === 'stop') {
      if (standing.size === 0) from = index;
      standing.add(side);
    } else if (what === 'start') standing.delete(side);
  }
  return from;
}
