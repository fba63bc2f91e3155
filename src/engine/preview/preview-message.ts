/**
 * What would become of a message if it were accepted now: which of its channels would be tried, and to which carriers
 * each might go. The deciding functions are those of the door and of the way out; nothing is written, no slot is taken.
 *
 * 1. A channel is previewed as if none before it had reached the recipient.
 * 2. What a preview says holds for the moment: a carrier may go down, a recipient opt out, before the message is sent. Quiet
 *    hours are looked at for the moments in which channels would begin.
 */
import type { CarrierState, Channel, Way } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../store/database.ts';
import type { NewMessage } from '../door/accept.ts';
import { findHindrances, type HindranceOptions, sendersWith } from '../door/hindrances.ts';
import { advance } from '../message/advance.ts';
import { begin } from '../message/begin.ts';
import { countedContent } from '../message/code-content.ts';
import { CODE } from '../message/codes.ts';
import { KINDS } from '../message/kinds.ts';
import {
  type Attempt,
  type ChannelPlan,
  currentAttempt,
  type Message,
  type Moment,
  planOf,
} from '../message/message.ts';
import { type CandidateOptions, Candidates } from '../sending/candidates.ts';
import { type Route, routeFor } from '../sending/route.ts';
import { partsOf } from '../sending/submit-attempt.ts';

export interface PreviewOptions extends CandidateOptions, Omit<HindranceOptions, 'sendersOf'> {
  readonly context: Pick<Context, 'clock'>;
  readonly db: Pick<Database, 'transaction'>;
  /** As of the engine. */
  readonly agents: Readonly<Partial<Record<Channel, readonly string[]>>>;
}

export interface CandidateView {
  readonly name: string;
  /** Of this node; null: a route names it, and it is not configured. */
  readonly state: CarrierState | null;
  readonly isUpElsewhere: boolean;
  /** It gets the message, if it can be used at all. */
  readonly isFirst: boolean;
  readonly parts: number;
  readonly alphabet: string | null;
  /** The ways out of a carrier that has several. */
  readonly ways: readonly Way[] | null;
}

export interface ChannelPreview {
  readonly entry: ChannelPlan;
  /** That it is tried, or why it is not. Of a kind that has one code for the whole: that one. */
  readonly code: number;
  /** `any`: there are no routes for the channel; null: none of them fits. */
  readonly route: Route | 'any' | null;
  /** Best first. */
  readonly candidates: readonly CandidateView[];
  /** One of them can be used, here or on another node. */
  readonly isReachable: boolean;
  /** It begins now, and none of them can. */
  readonly waitsForCarrier: boolean;
  /** When it begins at the latest, and when its time is over then; null: it is not tried. */
  readonly beginsAt: number | null;
  readonly endsAt: number | null;
  /** Until when the recipient is to have quiet when it would begin. */
  readonly quietUntil: number | null;
}

export interface MessagePreview {
  readonly channels: readonly ChannelPreview[];
  readonly isOptedOut: boolean;
  /** It would be over before anything left. */
  readonly isOver: boolean;
  /** In the numbers of its kind: that it is under way, or with what it would be over. */
  readonly code: number;
  /** In the same: with what it is over when its time is, and no carrier has taken it. */
  readonly codeInVain: number;
}

export type PreviewMessage = (fresh: NewMessage) => Promise<MessagePreview>;

export function createPreviewMessage(options: PreviewOptions): PreviewMessage {
  const candidates = new Candidates(options);
  const sendersOf = sendersWith(options.agents);
  /** Everything that keeps it from leaving at that moment. */
  const momentAt = async (fresh: NewMessage, at: number): Promise<Moment> => {
    const found = await options.db.transaction((tx) => findHindrances(tx, [fresh], at, { ...options, sendersOf }));
    return { at, optedOut: false, ...found.get(fresh.id), canWithdraw: () => false };
  };
  return async (fresh) => {
    const now = options.context.clock.now();
    let moment = await momentAt(fresh, Math.max(now, fresh.sendAt ?? 0));
    const isOptedOut = moment.optedOut;
    let message = begin(fresh, moment).message;
    let first: Message | null = null;
    const tried = new Map<number, Tried>();
    for (let attempt = currentAttempt(message); attempt; attempt = currentAttempt(message)) {
      const seen = look({ options, candidates }, message, attempt);
      const beginsAt = attempt.retryAt ?? moment.at;
      if (seen.candidates.length > 0) {
        const waitsForCarrier: boolean = !seen.isReachable && first === null && beginsAt <= now;
        const standing: Message = waitsForCarrier ? waiting(message, attempt, moment) : message;
        const { code } = standing.attempts.at(-1) ?? attempt;
        const endsAt = beginsAt + planOf(message, attempt).fallbackAfterMs;
        tried.set(attempt.n, {
          ...seen,
          waitsForCarrier,
          code,
          beginsAt,
          endsAt,
          quietUntil: moment.quietUntil ?? null,
        });
        first ??= standing;
        // Quiet hours are those of the moment in which a channel begins.
        if (fresh.plan.length > attempt.n) moment = await momentAt(fresh, endsAt);
      }
      // Rule 1.
      message = advance(message, { type: 'no_route', n: attempt.n, why: 'none' }, moment).message;
    }
    return previewOf(fresh, { options, isOptedOut, first, last: message, tried });
  };
}

type Tried = Omit<ChannelPreview, 'entry' | 'route'>;

interface Seen {
  readonly options: PreviewOptions;
  readonly isOptedOut: boolean;
  /** As it stands on the first channel that is tried; null: none is. */
  readonly first: Message | null;
  readonly last: Message;
  readonly tried: ReadonlyMap<number, Tried>;
}

const NOT_TRIED = {
  candidates: [],
  isReachable: false,
  waitsForCarrier: false,
  beginsAt: null,
  endsAt: null,
  quietUntil: null,
};

function previewOf({ kind, ...fresh }: NewMessage, { options, isOptedOut, first, last, tried }: Seen): MessagePreview {
  const { codeOf, showsChannels } = KINDS[kind];
  const standing = first ?? last;
  const code = codeOf(standing);
  return {
    isOptedOut,
    isOver: first === null,
    code,
    codeInVain: codeOf({ ...standing, status: CODE.expired, finalAt: standing.createdAt }),
    channels: last.attempts.map((attempt) => ({
      entry: planOf(last, attempt),
      code: attempt.code,
      route: routeFor({ ...fresh, channel: attempt.channel, sender: attempt.sender }, options.routes),
      ...(tried.get(attempt.n) ?? NOT_TRIED),
      ...(showsChannels ? {} : { code }),
    })),
  };
}

/** While no carrier of its channel can be used. */
function waiting(message: Message, { n }: Attempt, moment: Moment): Message {
  return advance(message, { type: 'unreachable', n, reason: '' }, moment).message;
}

interface Looking {
  readonly options: PreviewOptions;
  readonly candidates: Candidates;
}

function look(
  { options: { carriers, peers }, candidates }: Looking,
  message: Message,
  attempt: Attempt,
): Pick<ChannelPreview, 'candidates' | 'isReachable'> {
  const names = candidates.of(message, attempt);
  const usable = candidates.firstUsable(names);
  const first = usable ?? names[0];
  const views = names.map((name): CandidateView => {
    const carrier = carriers.find((each) => each.name === name);
    const isFirst = name === first;
    if (!carrier) return { name, isFirst, state: null, isUpElsewhere: false, parts: 0, alphabet: null, ways: null };
    const content = countedContent(planOf(message, attempt).content);
    return {
      name,
      isFirst,
      state: carrier.state(),
      isUpElsewhere: peers.canSend(name),
      parts: partsOf(carrier, message, attempt),
      alphabet: carrier.alphabetOf?.(content) ?? null,
      ways: carrier.ways?.(message.recipient) ?? null,
    };
  });
  return { candidates: views, isReachable: usable !== undefined };
}
