/**
 * How many of the codes that were sent come back, by prefix and carrier: where numbers are pumped, hardly any do.
 *
 * 1. Sent is a message with a code, a call or a text, that is final and had a carrier. Completed is one whose code was checked and right, or
 *    that its caller reported as complete, whichever came first.
 * 2. A prefix is the country code and three digits. The first 200 that this process meets have figures of their own, all
 *    others those of their country code: however numbers are spread, there are only so many figures.
 */
import { Counter } from 'prom-client';
import type { Context } from '../../context.ts';
import { parsePhoneNumber } from '../../lib/phone-number.ts';
import { KINDS } from '../message/kinds.ts';
import type { Message } from '../message/message.ts';

const MOST_PREFIXES = 200;
const DIGITS = 3;

export class CodeShares {
  private readonly sentTotal: Counter<'prefix' | 'carrier'>;
  private readonly completedTotal: Counter<'prefix' | 'carrier'>;
  private readonly prefixes = new Set<string>();

  constructor({ metrics }: Pick<Context, 'metrics'>) {
    const [labelNames, registers] = [['prefix', 'carrier'] as const, [metrics]];
    this.sentTotal = new Counter({
      name: 'trunkline_codes_sent_total',
      help: 'Codes in calls and texts that are over, by prefix of the number and carrier',
      labelNames,
      registers,
    });
    this.completedTotal = new Counter({
      name: 'trunkline_codes_completed_total',
      help: 'Codes of calls and texts that came back, by prefix of the number and carrier',
      labelNames,
      registers,
    });
  }

  /** After each commit; `before` is null for a new message. */
  recorded(before: Message | null, after: Message): void {
    if (!KINDS[after.kind].holdsCode || after.finalAt === null || (before?.finalAt ?? null) !== null) return;
    this.count(this.sentTotal, after);
  }

  /** The first time only. */
  completed(message: Message): void {
    this.count(this.completedTotal, message);
  }

  private count(counter: Counter<'prefix' | 'carrier'>, { recipient, attempts }: Message): void {
    const carrier = attempts.at(-1)?.carrier ?? null;
    if (carrier !== null) counter.inc({ prefix: this.prefixOf(recipient), carrier });
  }

  private prefixOf(recipient: string): string {
    const code = parsePhoneNumber(recipient)?.countryCode ?? '';
    const prefix = recipient.slice(0, code.length + DIGITS);
    if (this.prefixes.has(prefix)) return prefix;
    if (this.prefixes.size >= MOST_PREFIXES) return code;
    this.prefixes.add(prefix);
    return prefix;
  }
}
