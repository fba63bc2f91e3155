/**
 * What /metrics tells of messages.
 */
import { Counter, Gauge } from 'prom-client';
import type { Context } from '../context.ts';
import { CODE } from './codes.ts';
import type { Message } from './message.ts';

export interface MessageMetrics {
  /** A message became final, or a failed one was delivered after all. */
  finished(message: Message): void;
}

export function countMessages(
  { metrics }: Context,
  read: { readonly waiting: () => number; readonly recording: () => number },
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
  const finished = new Counter({
    name: 'trunkline_messages_finished_total',
    help: 'Messages that became final, by overall status code and last channel',
    labelNames: ['code', 'channel'],
    registers,
  });
  const possibleDoubles = new Counter({
    name: 'trunkline_possible_doubles_total',
    help: 'Times that a policy accepted the chance of delivering a message twice, counted when it became final',
    registers,
  });
  const deliveredTwice = new Counter({
    name: 'trunkline_delivered_twice_total',
    help: 'Messages known to be delivered on two channels when they became final',
    registers,
  });
  return {
    finished(message) {
      finished.inc({ code: String(message.status), channel: message.lastChannel });
      if (message.possibleDoubles > 0) possibleDoubles.inc(message.possibleDoubles);
      const delivered = message.attempts.filter(({ code }) => code === CODE.delivered || code === CODE.read);
      if (delivered.length > 1) deliveredTwice.inc();
    },
  };
}
