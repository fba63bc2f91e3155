/**
 * The metrics of messages: how many wait, became final, or may have been delivered twice. Whoever watches is hinted at each.
 */
import { Counter, Gauge } from 'prom-client';
import type { Context } from '../../context.ts';
import { meansDelivered } from '../message/codes.ts';
import { KINDS } from '../message/kinds.ts';
import type { Message } from '../message/message.ts';
import { hintOfMessage } from './hints.ts';
import { tally } from './tally.ts';
import { countTraffic } from './traffic-counts.ts';

export interface MessageMetrics {
  /** `before` is null for a new message. */
  recorded(before: Message | null, after: Message): void;
}

export function countMessages(
  { metrics, hints, traffic }: Context,
  read: { readonly waiting: () => number; readonly recording: () => number; readonly isBehind: () => boolean },
): MessageMetrics {
  const registers = [metrics];
  new Gauge({
    name: 'trunkline_messages_in_memory',
    help: 'Messages that wait in memory for room at a carrier',
    registers,
    collect() {
      this.set(read.waiting());
    },
  });
  new Gauge({
    name: 'trunkline_changes_being_recorded',
    help: 'Changes of messages that wait for their commit',
    registers,
    collect() {
      this.set(read.recording());
    },
  });
  new Gauge({
    name: 'trunkline_behind',
    help: '1 while new messages are taken more slowly, because those taken before wait for this node',
    // Of several processes of a gateway.
    aggregator: 'max',
    registers,
    collect() {
      this.set(Number(read.isBehind()));
    },
  });
  const finished = tally(metrics, {
    name: 'trunkline_messages_finished_total',
    help: 'Messages that became final, or were delivered after that, by overall status code and last channel',
    labelNames: ['code', 'channel'],
  });
  const possibleDoubles = new Counter({
    name: 'trunkline_possible_doubles_total',
    help: 'Times that a policy accepted the chance of delivering a message twice',
    registers,
  });
  const deliveredTwice = new Counter({
    name: 'trunkline_delivered_twice_total',
    help: 'Messages known to be delivered on two channels',
    registers,
  });
  return {
    recorded(before, after) {
      hintOfMessage(hints, after);
      countTraffic(traffic, before, after);
      if (after.finalAt !== (before?.finalAt ?? null)) {
        finished(String(KINDS[after.kind].codeOf(after)), after.lastChannel);
      }
      const doubles = after.possibleDoubles - (before?.possibleDoubles ?? 0);
      if (doubles > 0) possibleDoubles.inc(doubles);
      if (deliveredOn(after) > 1 && (before === null || deliveredOn(before) <= 1)) deliveredTwice.inc();
    },
  };
}

/** On how many channels it is known to be delivered. */
export function deliveredOn({ attempts }: Message): number {
  let count = 0;
  for (const { code } of attempts) if (meansDelivered(code)) count += 1;
  return count;
}
