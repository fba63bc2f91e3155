/**
 * A source as the engine asks it: remembered, shared, and kept from being asked too much or while it is unwell.
 *
 * 1. What was found is kept for the source's time to live, and so is that there was nothing; failures are not kept.
 * 2. Who asks the same thing while it is being asked waits for the same answer, each for as long as it may itself.
 * 3. After some failures in a row the source rests (breaker.ts); above its rate it is not asked. Where it asks to be left
 *    alone (Retry-After) it is not asked the same add-on until then, a minute at most. All are answered as `down` at
 *    once, so that the next source has the time.
 * 4. What takes longer than the source's own limit is a failure of the source, also when a caller waited for less.
 * 5. What the source was asked and could answer costs what an answer costs, once: an answer from memory, or one that
 *    another asker waits for as well, costs nothing more. A failure and a number that it does not know cost nothing.
 */
import { createHash } from 'node:crypto';
import { Breaker } from '../../lib/breaker.ts';
import type { Clock } from '../../lib/clock.ts';
import {
  type AddOn,
  type Facts,
  type Finding,
  NO_INPUT,
  type Question,
  type QuestionInput,
  type Source,
} from '../../sources/source.ts';
import type { SourceMetrics } from './metrics.ts';
import { SourceTally, type TallyView } from './source-tally.ts';

export interface SourceLimits {
  /** How long one question may take. */
  readonly timeoutMs: number;
  /** Questions under way at a time. */
  readonly concurrency: number;
  /** 0: no limit. */
  readonly perSecond: number;
  /** How long an answer is kept; 0: not at all. */
  readonly ttlMs: (addOn: AddOn) => number;
  /** Rule 3. */
  readonly restsAfterFailures: boolean;
  /** For whom it may be asked; absent or empty: for every account. */
  readonly accounts?: readonly string[];
  /** Networks of its numbers, MCC and MNC in one; absent or empty: any. */
  readonly networks?: readonly string[];
  /** Rule 5. Absent: nothing. */
  readonly cost?: number;
  /** Told of everything that the source has found, when it says it. */
  readonly observe?: ((number: string, facts: Facts) => void) | undefined;
}

export interface Told {
  readonly finding: Finding;
  /** When the source said it. */
  readonly fetchedAt: number;
  /** Rule 5. */
  readonly cost: number;
}

export interface SourceView {
  readonly source: string;
  /** Null: it would be asked. Rule 3. */
  readonly downFor: string | null;
  /** Its answer is known already. */
  readonly isRemembered: boolean;
  /** Rule 5: what its answer would cost. */
  readonly cost: number;
  readonly networks: readonly string[];
}

/** How a source is, for operators. */
export interface SourceHealth {
  readonly name: string;
  readonly addOns: readonly AddOn[];
  /** `unasked`: nobody knows yet. `failing`: with its last answers, but it is asked. `resting`: rule 3. */
  readonly state: 'unasked' | 'up' | 'failing' | 'resting';
  /** Epoch milliseconds. */
  readonly restsUntil: number | null;
  readonly underWay: number;
  readonly limits: SourceLimits;
  readonly tally: TallyView;
}

export interface GuardedSource {
  readonly name: string;
  readonly networks: readonly string[];
  /** Whether it may be asked: decided without asking it, and without knowing where the number is now. */
  covers(question: Question, accountId: string): boolean;
  /** How it stands to a question, without asking it. */
  look(question: Question): SourceView;
  /** Never rejects; settles within `withinMs`. */
  ask(question: Question, withinMs: number): Promise<Told>;
  /** Whatever it was told so far. */
  forget(): void;
  health(): SourceHealth;
}

const MOST_REMEMBERED = 50_000;
const LONGEST_LEFT_ALONE_MS = 60_000;

/** Rule 5. */
const COSTS_NOTHING: ReadonlySet<Finding['kind']> = new Set([
  'down',
  'timed_out',
  'unusable',
  'not_covered',
  'refused_input',
]);

export function guardSource(clock: Clock, source: Source, limits: SourceLimits, metrics: SourceMetrics): GuardedSource {
  const guard = new Guard(clock, source, limits, metrics);
  const { accounts = [], networks = [] } = limits;
  return {
    name: source.name,
    networks,
    covers: (question, accountId) =>
      source.addOns.includes(question.addOn) &&
      (accounts.length === 0 || accounts.includes(accountId)) &&
      source.covers(question),
    look: (question) => ({ source: source.name, networks, ...guard.look(question) }),
    ask: (question, withinMs) => guard.ask(question, withinMs),
    forget: () => guard.forget(),
    health: () => guard.health(),
  };
}

class Guard {
  private readonly clock: Clock;
  private readonly source: Source;
  private readonly limits: SourceLimits;
  private readonly metrics: SourceMetrics;
  private readonly breaker: Breaker;
  private readonly tally = new SourceTally();
  private readonly remembered = new Map<string, Told & { readonly until: number }>();
  private readonly underWay = new Map<string, Promise<Told>>();
  /** Rule 3; on the monotonic clock. */
  private readonly leftAloneUntil = new Map<AddOn, number>();
  private tokens: number;
  private tokensAt: number;

  constructor(clock: Clock, source: Source, limits: SourceLimits, metrics: SourceMetrics) {
    this.clock = clock;
    this.source = source;
    this.limits = limits;
    this.metrics = metrics;
    this.breaker = new Breaker(limits.concurrency);
    this.tokens = mostTokens(limits);
    this.tokensAt = clock.monotonic();
  }

  async ask(question: Question, withinMs: number): Promise<Told> {
    const { clock, source } = this;
    const key = keyOf(question);
    const known = this.recall(key);
    if (known) {
      this.metrics.cached(source.name, question.addOn);
      this.tally.remembered(question.addOn);
      return { ...known, cost: 0 };
    }
    const shared = this.underWay.get(key);
    if (shared) return { ...(await this.within(shared, withinMs)), cost: 0 };
    const refusal = this.refusal(question.addOn);
    if (refusal !== null) {
      this.metrics.answered(source.name, question.addOn, 'down', 0);
      this.tally.leftAlone(question.addOn);
      return { finding: { kind: 'down', reason: refusal }, fetchedAt: clock.now(), cost: 0 };
    }
    const asking = this.begin(key, question).finally(() => this.underWay.delete(key));
    this.underWay.set(key, asking);
    return this.within(asking, withinMs);
  }

  look(question: Question): Pick<SourceView, 'downFor' | 'isRemembered' | 'cost'> {
    if (this.recall(keyOf(question))) return { downFor: null, isRemembered: true, cost: 0 };
    return { downFor: this.whyNot(question.addOn), isRemembered: false, cost: this.limits.cost ?? 0 };
  }

  forget(): void {
    this.remembered.clear();
  }

  health(): SourceHealth {
    const { source, limits, breaker, clock } = this;
    const now = clock.monotonic();
    const pausedUntil = breaker.pausedUntil(now);
    const tally = this.tally.view();
    return {
      name: source.name,
      addOns: source.addOns,
      state: pausedUntil === null ? stateOf(tally) : 'resting',
      restsUntil: pausedUntil === null ? null : clock.now() + pausedUntil - now,
      underWay: breaker.underWay,
      limits,
      tally,
    };
  }

  private recall(key: string): (Told & { readonly until: number }) | undefined {
    const known = this.remembered.get(key);
    return known && this.clock.monotonic() < known.until ? known : undefined;
  }

  /** Takes a token when it is null. */
  private refusal(addOn: AddOn): string | null {
    const why = this.whyNot(addOn);
    if (why === null && this.limits.perSecond > 0) this.tokens -= 1;
    return why;
  }

  /** Rule 3. */
  private whyNot(addOn: AddOn): string | null {
    const now = this.clock.monotonic();
    if (now < (this.leftAloneUntil.get(addOn) ?? now)) return 'it asked to be left alone for a while';
    if (this.breaker.pausedUntil(now) !== null) return 'it failed several times and rests';
    if (this.breaker.room(now) === 0) return 'too many questions are under way';
    const { perSecond } = this.limits;
    if (perSecond === 0) return null;
    this.tokens = Math.min(mostTokens(this.limits), this.tokens + ((now - this.tokensAt) / 1000) * perSecond);
    this.tokensAt = now;
    return this.tokens < 1 ? 'its rate is used up' : null;
  }

  private async begin(key: string, question: Question): Promise<Told> {
    const { clock, source, limits, breaker } = this;
    const from = clock.monotonic();
    breaker.underWay += 1;
    let finding: Finding;
    try {
      finding = await source.lookUp(question, { withinMs: limits.timeoutMs });
    } catch (error) {
      finding = { kind: 'unusable', reason: error instanceof Error ? error.name : 'unknown error' };
    } finally {
      breaker.underWay -= 1;
    }
    const now = clock.monotonic();
    const failed = finding.kind === 'down' || finding.kind === 'timed_out' || finding.kind === 'unusable';
    if (!failed) breaker.succeeded();
    else if (limits.restsAfterFailures) this.rest(question.addOn, finding, now);
    this.metrics.answered(source.name, question.addOn, finding.kind, now - from);
    const cost = COSTS_NOTHING.has(finding.kind) ? 0 : (limits.cost ?? 0);
    if (cost > 0) this.metrics.spent(source.name, question.addOn, cost);
    const fetchedAt = clock.now();
    this.tally.answered(question.addOn, finding, { at: fetchedAt, tookMs: now - from, cost });
    if (finding.kind === 'found') limits.observe?.(question.number.digits, finding.facts);
    const ttlMs = limits.ttlMs(question.addOn);
    if (ttlMs > 0 && (finding.kind === 'found' || finding.kind === 'nothing')) {
      this.remember(key, { finding, fetchedAt, cost, until: now + ttlMs });
    }
    return { finding, fetchedAt, cost };
  }

  /** Rule 3. */
  private rest(addOn: AddOn, finding: Finding, now: number): void {
    this.breaker.failed(now);
    const leaveMs = (finding.kind === 'down' && finding.retryAfterMs) || 0;
    if (leaveMs > 0) this.leftAloneUntil.set(addOn, now + Math.min(leaveMs, LONGEST_LEFT_ALONE_MS));
  }

  private remember(key: string, told: Told & { readonly until: number }): void {
    this.remembered.delete(key);
    this.remembered.set(key, told);
    if (this.remembered.size <= MOST_REMEMBERED) return;
    const [oldest] = this.remembered.keys();
    if (oldest !== undefined) this.remembered.delete(oldest);
  }

  /** A source settles by its own limit, so that a longer one needs no timer. */
  private within(asking: Promise<Told>, withinMs: number): Promise<Told> {
    const { clock, limits } = this;
    if (limits.timeoutMs <= withinMs) return asking;
    return new Promise((resolve) => {
      const timer = clock.setTimer(
        () => resolve({ finding: { kind: 'timed_out' }, fetchedAt: clock.now(), cost: 0 }),
        Math.max(0, withinMs),
      );
      void asking.then((told) => {
        clock.clearTimer(timer);
        resolve(told);
      });
    });
  }
}

/** A second's worth, and one at least: a rate below one a second is one question from time to time. */
function mostTokens({ perSecond }: SourceLimits): number {
  return Math.max(1, perSecond);
}

function stateOf({ lastAnswerAt, lastFailure }: TallyView): 'unasked' | 'up' | 'failing' {
  if (lastFailure === null) return lastAnswerAt === null ? 'unasked' : 'up';
  return lastAnswerAt === null || lastAnswerAt < lastFailure.at ? 'failing' : 'up';
}

/** What a person sent with the question is not kept in the clear. */
function keyOf({ addOn, number, input }: Question): string {
  return `${addOn} ${number.digits} ${input === NO_INPUT ? DIGEST_OF_NONE : digestOf(input)}`;
}

function digestOf(input: QuestionInput): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64url').slice(0, 16);
}

/** Most questions need the number alone. */
const DIGEST_OF_NONE = digestOf(NO_INPUT);
