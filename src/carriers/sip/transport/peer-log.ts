/**
 * Lines of the log that trunks and strangers cause: one a minute of each kind, with how often it happened
 * (lib/once-a-minute.ts). Kinds are named by us (a trunk, what happened), so there are few of them.
 */
import type { Context } from '../../../context.ts';
import { OnceAMinute } from '../../../lib/once-a-minute.ts';
import type { CallMetrics } from '../call-metrics.ts';
import type { PassedOverCount } from './passed-over.ts';
import type { PassedOver } from './port-guard.ts';

interface Line {
  readonly level: 'info' | 'warn';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const SAID: Readonly<Record<PassedOver, Pick<Line, 'level' | 'text'>>> = {
  field: { level: 'warn', text: 'header fields of a trunk could not be read and were passed over' },
  message: { level: 'warn', text: 'SIP messages could not be read' },
  stranger: { level: 'info', text: 'who is no trunk of ours came to the SIP port' },
};

export class PeerLog {
  private readonly context: Context;
  private readonly lines: OnceAMinute;

  constructor(context: Context) {
    this.context = context;
    this.lines = new OnceAMinute(context.clock);
  }

  /** `kind`: what tells two lines apart. */
  say(kind: string, { level, fields, text }: Line, times = 1): void {
    const write = (all: number) => this.context.log[level]({ ...fields, ...(all > 1 ? { times: all } : {}) }, text);
    this.lines.happened(kind, write, times);
  }

  /** What a user agent has passed over, into the metric and the log. */
  passedOver(carrier: string, counts: readonly PassedOverCount[], metrics: CallMetrics): void {
    for (const { trunk, what, count, fields } of counts) {
      metrics.passedOver(trunk, what, count);
      const names = fields.length > 0 ? { fields } : {};
      this.say(`${what} ${trunk ?? ''}`, { ...SAID[what], fields: { carrier, trunk, ...names } }, count);
    }
  }

  /** Writes what has been counted. */
  end(): void {
    this.lines.end();
  }
}
