/**
 * Traffic: what passed through all nodes over time, and what waits for carriers.
 *
 * 1. Up to six hours are shown minute by minute, more hour by hour. Minutes are kept for a day, hours for 35 days.
 * 2. What a node counted in the last ten seconds may not be there yet (engine/telemetry/traffic-writer.ts).
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Carrier } from '../../carriers/carrier.ts';
import { describeCallCode } from '../../engine/message/call-codes.ts';
import { describeCode } from '../../engine/message/codes.ts';
import { describeTextCode } from '../../engine/message/text-codes.ts';
import {
  type CarrierTraffic,
  reportTraffic,
  type Said,
  type TrafficReport,
} from '../../engine/telemetry/traffic-report.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import { timeOf as timeOfId } from '../../lib/ids.ts';
import { strict } from '../../lib/schemas.ts';
import { countWaiting, MOST_COUNTED } from '../../store/messages/backlog.ts';
import { nextDueAt } from '../../store/messages/message-queue.ts';
import { type LiveNode, liveNodes } from '../../store/nodes/nodes.ts';
import { readTraffic } from '../../store/nodes/traffic.ts';
import { ALL_IDS } from '../../store/sql/id-range.ts';
import type { OperatorOptions } from './options.ts';
import { instantOf, queryOf, wrong } from './request.ts';
import { timeOf, timeOrNull } from './shapes.ts';

const TrafficQuery = Type.Object(
  {
    from: Type.Optional(Type.String({ maxLength: 40 })),
    to: Type.Optional(Type.String({ maxLength: 40 })),
    hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 840 })),
    carrier: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  },
  strict,
);

/** Rule 1. */
const LONGEST_BY_MINUTE_MS = 6 * HOUR_MS;
const MOST_DAYS = 35;

/** What a rate is taken from: the minute that runs, and so many before. */
const RATE_MINUTES = 2;

export function trafficRoutes(app: FastifyInstance, options: OperatorOptions): void {
  const { db, context, carriers } = options;
  app.get('/traffic', async (request) => {
    const { from, to, hours = 1, carrier } = queryOf(TrafficQuery, request);
    // A step that begins now is among them.
    const toMs = instantOf('to', to) ?? context.clock.now() + 1;
    const asked = instantOf('from', from) ?? toMs - hours * HOUR_MS;
    if (asked >= toMs) throw wrong('from', 'a time before "to"');
    if (toMs - asked > MOST_DAYS * DAY_MS) throw wrong('from', `at most ${MOST_DAYS} days before "to"`);
    const stepMs = toMs - asked <= LONGEST_BY_MINUTE_MS ? MINUTE_MS : HOUR_MS;
    const fromMs = asked - (asked % stepMs);
    const rows = await readTraffic(db, { seconds: stepMs / 1_000, fromMs, toMs }, carrier ?? null);
    const report = reportTraffic(rows, { fromMs, toMs, stepMs });
    return { from: timeOf(fromMs), to: timeOf(toMs), step_seconds: stepMs / 1_000, ...reportShape(report) };
  });

  app.get('/backlog', async () => {
    const now = context.clock.now();
    const nodes = await liveNodes(db);
    const fromMs = now - (now % MINUTE_MS) - RATE_MINUTES * MINUTE_MS;
    const stretch = { fromMs, toMs: now + 1, stepMs: MINUTE_MS };
    const report = reportTraffic(await readTraffic(db, { seconds: 60, ...stretch }), stretch);
    const seconds = (now - fromMs) / 1_000;
    const shown: unknown[] = [];
    for (const carrier of carriers) {
      const { handedOver = 0, answers = [] } = report.carriers.find(({ name }) => name === carrier.name) ?? {};
      const parts = answers.reduce((sum, { count }) => sum + count, 0);
      const waiting = await countWaiting(db, carrier.name);
      const rates = { perSecond: handedOver / seconds, partsPerSecond: parts / seconds };
      shown.push(backlogShape(carrier, { waiting, nodes, ...rates }));
    }
    const dueAt = await nextDueAt(db, ALL_IDS);
    return { carriers: shown, overdue_since: timeOrNull(dueAt !== null && dueAt < now ? dueAt : null) };
  });
}

interface Backlog {
  readonly waiting: Awaited<ReturnType<typeof countWaiting>>;
  readonly nodes: readonly LiveNode[];
  /** Messages that were handed over, on all nodes, and their parts. */
  readonly perSecond: number;
  readonly partsPerSecond: number;
}

function backlogShape(
  carrier: Carrier,
  { waiting, nodes, perSecond, partsPerSecond }: Backlog,
): Record<string, unknown> {
  const count = waiting.reduce((sum, each) => sum + each.count, 0);
  const isMore = count >= MOST_COUNTED;
  const loads = nodes.flatMap(({ uses }) => uses[carrier.name]?.load ?? []);
  const isSending = count > 0 && !isMore && perSecond > 0;
  const oldest = waiting.map(({ oldestId }) => oldestId).sort()[0];
  return {
    carrier: carrier.name,
    waiting: count,
    more: isMore,
    oldest_on: oldest === undefined ? null : timeOf(timeOfId(oldest)),
    by_type: waiting.map(({ messageType, count: each, oldestId }) => ({
      message_type: messageType,
      waiting: each,
      oldest_on: timeOf(timeOfId(oldestId)),
    })),
    in_hand: loads.length === 0 ? null : loads.reduce((sum, { inHand }) => sum + inHand, 0),
    room: loads.length === 0 ? null : loads.reduce((sum, { room }) => sum + room, 0),
    allowed_per_second: carrier.load?.().perSecond ?? null,
    parts_per_second: Math.round(partsPerSecond * 100) / 100,
    handed_over_per_second: Math.round(perSecond * 100) / 100,
    gone_in_seconds: isSending ? Math.ceil(count / perSecond) : null,
  };
}

function reportShape(report: TrafficReport): Record<string, unknown> {
  const { taken, finished, delivered, callbacks, codes, steps, carriers } = report;
  return {
    taken,
    finished,
    delivered,
    callbacks_delivered: callbacks.delivered,
    callbacks_failed: callbacks.failed,
    callbacks_given_up: callbacks.givenUp,
    codes: codes.map(({ what, count }) => ({ ...statusOf(what), count })),
    points: steps.map(({ startsAt, ...counts }) => ({ at: timeOf(startsAt), ...counts })),
    carriers: carriers.map(carrierShape),
  };
}

function carrierShape(carrier: CarrierTraffic): Record<string, unknown> {
  return {
    name: carrier.name,
    handed_over: carrier.handedOver,
    ended: carrier.ended,
    delivered: carrier.delivered,
    answers: carrier.answers.map(({ what, reason, count }) => ({ answer: what, reason, count })),
    ends: carrier.ends.map(({ what, reason, count }: Said) => ({ ...statusOf(what), reason, count })),
    receipts: carrier.receipts,
    receipt_p50_ms: carrier.receiptP50Ms,
    receipt_p99_ms: carrier.receiptP99Ms,
    points: carrier.steps.map(({ startsAt, handedOver, accepted, notAccepted, delivered }) => ({
      at: timeOf(startsAt),
      handed_over: handedOver,
      accepted,
      not_accepted: notAccepted,
      delivered,
    })),
  };
}

/** Codes of all products, each under its own numbers. */
function statusOf(what: string): { readonly code: number; readonly description: string } {
  const code = Number(what);
  const describe = code >= 3_000 ? describeCode : code < 200 ? describeCallCode : describeTextCode;
  return { code, description: describe(code) };
}
