/**
 * What operators hear of the admission step: figures by rule, and a line in the log where an account meets a limit that
 * counts many numbers, which a stolen key does.
 *
 * 1. The first refusal of an account by a rule is logged at once, those that follow as one number a minute.
 * 2. A line names the address that asked, and no number.
 */
import { Counter } from 'prom-client';
import type { Context } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { AdmissionRequest } from './request.ts';

interface Told {
  at: number;
  since: number;
}

const AGAIN_AFTER_MS = 60_000;
const MOST_KNOWN = 10_000;

/** Whoever meets the others has asked for one number too often, or for what the account has not got. */
const LOGGED = new Set([
  'per_prefix_per_hour',
  'per_country_per_hour',
  'per_end_user_per_hour',
  'people_look_ups_per_number_per_hour',
  'texts_per_day',
  'calls_per_day',
  'people_look_ups_per_day',
]);

export class AdmissionNotices {
  private readonly context: Pick<Context, 'clock' | 'log'>;
  private readonly refusals: Counter<'operation' | 'rule'>;
  private readonly alarms: Counter<'rule'>;
  private readonly told = new Map<string, Told>();

  constructor(context: Context) {
    this.context = context;
    const registers = [context.metrics];
    this.refusals = new Counter({
      name: 'trunkline_admission_refused_total',
      help: 'Requests that a rule of the admission step refused, by operation and rule',
      labelNames: ['operation', 'rule'],
      registers,
    });
    this.alarms = new Counter({
      name: 'trunkline_budget_alarms_total',
      help: "Times that an account had used four fifths of a day's budget, by rule",
      labelNames: ['rule'],
      registers,
    });
  }

  refused({ operation, account, clientAddress }: AdmissionRequest, error: unknown): void {
    const rule = error instanceof Refusal ? error.values.rule : undefined;
    if (typeof rule !== 'string') return;
    this.refusals.inc({ operation, rule });
    if (!LOGGED.has(rule)) return;
    const now = this.context.clock.monotonic();
    const key = `${rule} ${account.id}`;
    const before = this.told.get(key);
    if (before && now - before.at < AGAIN_AFTER_MS) {
      before.since += 1;
      return;
    }
    const times = (before?.since ?? 0) + 1;
    this.context.log.warn(
      { account: account.id, rule, client: clientAddress, times },
      'a limit of an account is reached',
    );
    this.told.delete(key);
    if (this.told.size >= MOST_KNOWN) {
      const [oldest] = this.told.keys();
      if (oldest !== undefined) this.told.delete(oldest);
    }
    this.told.set(key, { at: now, since: 0 });
  }

  budgetAlmostUsedUp(account: string, rule: string, limit: number): void {
    this.alarms.inc({ rule });
    this.context.log.warn({ account, rule, limit }, "four fifths of an account's budget of the day are used");
  }
}
