/**
 * Reports the refusals of the admission step: metrics by rule, and a line in the log when an account reaches a limit
 * over many numbers, which is a sign of a stolen key.
 *
 * 1. The first refusal of an account by a rule is logged at once. Those that follow are counted, and the count is
 *    logged once a minute.
 * 2. A line names the address of the client and no phone number.
 */
import { Counter } from 'prom-client';
import type { Context } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { OnceAMinute } from '../../lib/once-a-minute.ts';
import type { AdmissionRequest } from './request.ts';

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
  private readonly limits: OnceAMinute;

  constructor(context: Context) {
    this.context = context;
    this.limits = new OnceAMinute(context.clock, MOST_KNOWN);
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
    this.limits.happened(`${rule} ${account.id}`, (times) =>
      this.context.log.warn(
        { account: account.id, rule, client: clientAddress, times },
        'a limit of an account is reached',
      ),
    );
  }

  budgetAlmostUsedUp(account: string, rule: string, limit: number): void {
    this.alarms.inc({ rule });
    this.context.log.warn({ account, rule, limit }, "four fifths of an account's budget of the day are used");
  }

  /** Says what has been counted. */
  end(): void {
    this.limits.end();
  }
}
