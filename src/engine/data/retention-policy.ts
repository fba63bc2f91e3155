/**
 * How long what is kept: the gateway's days, and those of accounts that have their own. Pure.
 *
 * 1. All answers are instants: what ended at that time or earlier goes. Minus infinity: nothing goes.
 * 2. 0 days mean for ever; for texts, as long as the record.
 */
import { DAY_MS } from '../../lib/durations.ts';
import type { OwnRetention } from '../../store/keeping/retention-settings.ts';

export interface RetentionDays {
  readonly texts: number;
  readonly records: number;
  /** Of inbound texts as records. */
  readonly inboundTexts: number;
}

export class RetentionPolicy {
  private readonly days: RetentionDays;
  private readonly own: ReadonlyMap<string, OwnRetention>;
  private readonly now: number;

  constructor(days: RetentionDays, own: ReadonlyMap<string, OwnRetention>, now: number) {
    this.days = days;
    this.own = own;
    this.now = now;
  }

  /** Of one account, of those without days of their own (null), of whoever keeps theirs shortest or longest. */
  recordsBefore(of: { readonly accountId: string } | null | 'shortest' | 'longest'): number {
    if (of === null) return this.before(this.days.records);
    if (typeof of === 'object') return this.before(this.own.get(of.accountId)?.recordsDays ?? this.days.records);
    const all = [this.days.records, ...this.owners('recordsDays')].map((days) => this.before(days));
    return of === 'shortest' ? Math.max(...all) : Math.min(...all);
  }

  /** Of one account, or of those without days of their own (null). */
  textsBefore(accountId: string | null): number {
    return this.before(this.ownOf(accountId)?.textsDays ?? this.days.texts);
  }

  inboundTextsBefore(accountId: string | null): number {
    return this.before(this.ownOf(accountId)?.recordsDays ?? this.days.inboundTexts);
  }

  /** What carriers handed in. */
  inputsBefore(): number {
    const texts = [this.days.texts, ...this.owners('textsDays')].map((days) => this.before(days));
    return Math.max(this.recordsBefore('shortest'), ...texts);
  }

  /** The accounts whose texts are looked at one by one: those with days of their own, and `others`. */
  withOwnTexts(others: readonly string[]): string[] {
    return [...new Set([...this.having('textsDays'), ...others])].sort();
  }

  withOwnRecords(): string[] {
    return this.having('recordsDays');
  }

  private having(name: keyof OwnRetention): string[] {
    return [...this.own].filter(([, each]) => each[name] !== undefined).map(([id]) => id);
  }

  private owners(name: keyof OwnRetention): number[] {
    return [...this.own.values()].flatMap((each) => each[name] ?? []);
  }

  private ownOf(accountId: string | null): OwnRetention | undefined {
    return accountId === null ? undefined : this.own.get(accountId);
  }

  private before(days: number): number {
    return days <= 0 ? Number.NEGATIVE_INFINITY : this.now - days * DAY_MS;
  }
}
