/**
 * The plan of a message, a text or a call: what would be sent on which channel by which carrier, and all that would stop
 * it (contract section 12). docs/dry-run.md explains each field.
 *
 * 1. Nothing is decided here: who refuses is asked of the admission step, what would become of the message of the engine,
 *    both by the code that decides it when the message is sent.
 * 2. No carrier is asked about the recipient: what is known of its device is shown, and that nothing is.
 * 3. A text is shown with `$$CODE$$` in place of the code. No plan holds a code.
 */
import { productsOf } from '../../carriers/channels.ts';
import type { Caller } from '../../engine/accounts/caller.ts';
import type { RecallCapability, Recalled } from '../../engine/capability/skipping.ts';
import type { NewMessage } from '../../engine/door/accept.ts';
import { KINDS } from '../../engine/message/kinds.ts';
import type {
  CandidateView,
  ChannelPreview,
  MessagePreview,
  PreviewMessage,
} from '../../engine/preview/preview-message.ts';
import type { Product } from '../../errors.ts';
import { iso } from '../../lib/instant.ts';
import { asJsonObject, type JsonObject, snakeCase } from '../../lib/json.ts';
import type { AdmissionRequest } from '../admission/request.ts';
import type { Admission } from '../admission.ts';
import type { Answer } from '../operation.ts';
import { refusedBy, type Stopper } from './stoppers.ts';

export interface MessagePlanOptions {
  readonly admission: Pick<Admission, 'peek'>;
  readonly preview: PreviewMessage;
  readonly recall: RecallCapability;
}

export interface PlannedMessage {
  readonly product: Product;
  readonly caller: Caller;
  readonly admission: AdmissionRequest;
  readonly fresh: NewMessage;
}

export type PlanMessage = (planned: PlannedMessage) => Promise<MessagePlan>;

/** `code`: with which the request would be answered, or the message end. */
export interface MessagePlan extends JsonObject {
  readonly would: 'be_sent' | 'wait' | 'end' | 'be_refused';
  readonly code: number;
  readonly stoppers: readonly Stopper[];
  readonly channels: readonly JsonObject[];
}

export function planAnswer(plan: JsonObject): Answer {
  return { status: 200, body: JSON.stringify({ dry_run: true, plan }) };
}

export function createPlanMessage({ admission, preview, recall }: MessagePlanOptions): PlanMessage {
  return async ({ product, caller, admission: request, fresh }) => {
    const question = { recipient: fresh.recipient, messageType: fresh.messageType, senders: caller.senders };
    const [refusals, recalled] = await Promise.all([
      admission.peek(request),
      Promise.all(fresh.plan.map((entry) => recall(entry, question))),
    ]);
    const skips = caller.account.settings.skipRcsByCapability === true && fresh.sendAt === undefined;
    const marked = fresh.plan.map((entry, index) =>
      skips && recalled[index]?.isInVain === true ? { ...entry, skip: 'not_supported' as const } : entry,
    );
    const seen = await preview({ ...fresh, plan: marked });
    const stoppers = [...refusedBy(product, refusals, request.at), ...stoppedBy(seen, fresh)];
    return {
      ...verdictOf(seen, { fresh, stoppers, at: request.at }),
      stoppers,
      recipient: { phone_number: fresh.recipient, country: request.numbers[0]?.country ?? null },
      message_type: fresh.messageType,
      products: productsOf(fresh.plan),
      callback: fresh.callback,
      channels: channelsOf(seen, { fresh, recalled }),
    };
  };
}

type Verdict = Pick<MessagePlan, 'would' | 'code'>;

function verdictOf(
  seen: MessagePreview,
  {
    fresh: { kind, sendAt = 0 },
    stoppers,
    at,
  }: Pick<Shown, 'fresh'> & { readonly stoppers: readonly Stopper[]; readonly at: number },
): Verdict & JsonObject {
  const [first] = stoppers;
  if (first?.effect === 'refused') return { would: 'be_refused', code: first.code, description: first.description };
  const { code } = seen;
  const waits = sendAt > at || stoppers.some(({ effect }) => effect === 'waits');
  const would = seen.isOver ? 'end' : waits ? 'wait' : 'be_sent';
  return { would, code, description: KINDS[kind].describe(code) };
}

function stoppedBy(seen: MessagePreview, { kind }: NewMessage): Stopper[] {
  const { describe } = KINDS[kind];
  if (seen.isOver) {
    const rule = seen.isOptedOut ? 'opt_out' : 'route';
    return [{ effect: 'ends', code: seen.code, description: describe(seen.code), rule }];
  }
  return seen.channels.flatMap((each): Stopper[] => {
    const { code, entry } = each;
    const common = { code, description: describe(code), channel: entry.channel };
    if (each.candidates.length === 0) {
      return [{ effect: 'skips_channel', ...common, rule: entry.skip === undefined ? 'route' : 'capability' }];
    }
    const quiet =
      each.quietUntil === null ? [] : [{ effect: 'waits' as const, ...common, ...quietOf(each.quietUntil) }];
    return [...quiet, ...(each.waitsForCarrier ? [{ effect: 'waits' as const, ...common, rule: 'carrier_down' }] : [])];
  });
}

function quietOf(until: number): JsonObject {
  return { rule: 'quiet_hours', until: iso(until) };
}

interface Shown {
  readonly fresh: NewMessage;
  readonly recalled: ReadonlyArray<Recalled | null>;
}

function channelsOf(seen: MessagePreview, { fresh, recalled }: Shown): JsonObject[] {
  const { describe } = KINDS[fresh.kind];
  return seen.channels.map((each, index) => {
    const { entry, code, candidates, beginsAt, endsAt } = each;
    const next = seen.channels.slice(index + 1).find((later) => later.beginsAt !== null);
    const follows = next ? { channel: next.entry.channel } : { code: seen.codeInVain };
    return {
      channel: entry.channel,
      code,
      description: describe(code),
      sender: entry.sender ?? recalled[index]?.agent ?? null,
      template: shownContent(entry.content),
      route: routeOf(each),
      carriers: candidates.map(candidateOf),
      capability: capabilityOf(recalled[index] ?? null),
      begins_on: beginsAt === null ? null : iso(beginsAt),
      gives_up_on: endsAt === null ? null : iso(endsAt),
      gives_up_after: entry.fallbackAfterMs / 1_000,
      followed_by: beginsAt === null ? null : follows,
    };
  });
}

function routeOf({ route }: ChannelPreview): JsonObject | null {
  if (route === null) return null;
  if (route === 'any') return { by: 'configured_order' };
  const { prefixes = null, messageTypes = null, senders = null, carriers } = route;
  return { by: 'route', prefixes, message_types: messageTypes, senders, carriers };
}

function candidateOf({ name, state, isUpElsewhere, isFirst, parts, alphabet, ways }: CandidateView): JsonObject {
  return {
    carrier: name,
    state: state ?? 'not_configured',
    up_on_another_node: isUpElsewhere,
    first: isFirst,
    parts,
    alphabet,
    ...(ways === null
      ? {}
      : { trunks: ways.map((way) => ({ trunk: way.name, state: way.state, caller_id: way.sender })) }),
  };
}

function capabilityOf(recalled: Recalled | null): JsonObject | null {
  if (recalled === null) return null;
  const { agent, known, isInVain } = recalled;
  if (known === null) return { agent, known: false };
  return { agent, known: true, code: known.code, features: known.features, in_vain: isInVain };
}

/** As operations name things; what puts a code in is no part of it. */
function shownContent(content: object): JsonObject {
  return Object.fromEntries(
    Object.entries(content)
      .filter(([name]) => name !== 'codeDigits')
      .map(([name, value]) => [snakeCase(name), shownValue(value)]),
  );
}

function shownValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownValue);
  const object = asJsonObject(value);
  return object ? shownContent(object) : value;
}
