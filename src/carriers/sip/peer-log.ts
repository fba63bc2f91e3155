/**
 * Lines of the log that others cause: whatever they do, one a minute of each kind, with how often it happened.
 *
 * 1. The first is written at once; what follows within a minute is counted, and written at its end.
 * 2. Kinds are named by us (a trunk, what happened), so there are few of them.
 */
import type { Context } from '../../context.ts';
import type { CallMetrics } from './call-metrics.ts';
import type { PassedOver } from './door.ts';
import type { PassedOverCount } from './passed-over.ts';

const AGAIN_AFTER_MS = 60_000;

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
  private readonly waiting = new Map<string, { times: number; line: Line }>();

  constructor(context: Context) {
    this.context = context;
  }

  /** Rule 1. `kind`: rule 2. */
  say(kind: string, line: Line, times = 1): void {
    const waiting = this.waiting.get(kind);
    if (waiting) {
      waiting.times += times;
      waiting.line = line;
      return;
    }
    this.write(line, times);
    this.wait(kind, line);
  }

  /** What a user agent has passed over, into the metric and the log. */
  passedOver(carrier: string, counts: readonly PassedOverCount[], metrics: CallMetrics): void {
    for (const { trunk, what, count, fields } of counts) {
      metrics.passedOver(trunk, what, count);
      const names = fields.length > 0 ? { fields } : {};
      this.say(`${what} ${trunk ?? ''}`, { ...SAID[what], fields: { carrier, trunk, ...names } }, count);
    }
  }

  private wait(kind: string, line: Line): void {
    this.waiting.set(kind, { times: 0, line });
    this.context.clock.setTimer(() => {
      const { times = 0, line: last = line } = this.waiting.get(kind) ?? {};
      this.waiting.delete(kind);
      if (times === 0) return;
      this.write(last, times);
      this.wait(kind, last);
    }, AGAIN_AFTER_MS);
  }

  private write({ level, fields, text }: Line, times: number): void {
    this.context.log[level]({ ...fields, ...(times > 1 ? { times } : {}) }, text);
  }
}
