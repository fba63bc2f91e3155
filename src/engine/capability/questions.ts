/**
 * Questions what a recipient can be sent: answered from what is known, or by the carrier.
 *
 * 1. Who asks the same thing while it is being asked waits for the same answer: the carrier is asked once.
 * 2. A question waits for room at the carrier, and for its answer, for as long as whoever asks may wait. A carrier that
 *    answers later is heard all the same: the next one to ask finds the answer.
 * 3. Nothing is asked in vain again before that has been forgotten (known-answers.ts, rule 1).
 */
import type { Context } from '../../context.ts';
import { SECOND_MS } from '../../lib/durations.ts';
import type { KnownCapability } from '../../store/capability/capabilities.ts';
import type { Asked } from './agents.ts';
import { type CapabilityKey, type KnownAnswers, keyName, knownOf, lacksFeatures } from './known-answers.ts';
import type { CapabilityMetrics } from './metrics.ts';

/** `busy`: the carrier has not been asked, or has not answered yet. */
export type Told = KnownCapability | { readonly kind: 'busy'; readonly retryMs: number };

export function isBusy(told: Told): told is Extract<Told, { kind: 'busy' }> {
  return 'kind' in told;
}

export interface QuestionOptions {
  readonly context: Context;
  readonly known: KnownAnswers;
  readonly metrics: CapabilityMetrics;
}

/** Of a caller: the SDKs hang up after 10 s. */
const ANSWERED_WITHIN_MS = 8 * SECOND_MS;
/** For room at the carrier. */
const WAITS_FOR_ROOM_MS = 2 * SECOND_MS;
const SHORTEST_WAIT_MS = 10;
/** Who asks beyond is told to come again. */
const MOST_WAITING = 1_000;

export class CapabilityQuestions {
  private readonly options: QuestionOptions;
  private readonly asking = new Map<string, Promise<Told>>();
  private readonly atCarrier = new Map<string, Promise<Told>>();

  /** Ends the waits for room. */
  private readonly resting = new Set<() => void>();
  private isStopped = false;

  constructor(options: QuestionOptions) {
    this.options = options;
  }

  /** Nobody waits for room any more. */
  stop(): void {
    this.isStopped = true;
    for (const end of [...this.resting]) end();
    this.options.known.end();
  }

  /** For a caller, with the features. Rejects with StoreDown. */
  ask(carrier: Asked, number: string): Promise<Told> {
    const key = { number, agent: carrier.capabilities.agent };
    const recalled = this.options.known.recall(key);
    if (recalled && !lacksFeatures(recalled)) {
      this.options.metrics.answered('memory', recalled.code);
      return Promise.resolve(recalled);
    }
    const name = keyName(key);
    const shared = this.asking.get(name);
    if (shared) return this.within(shared);
    if (this.asking.size >= MOST_WAITING) return Promise.resolve({ kind: 'busy', retryMs: SECOND_MS });
    const asked = this.answer(carrier, key).finally(() => this.asking.delete(name));
    // Whoever waits is told of a failure; nobody does when all have gone.
    asked.catch(() => undefined);
    this.asking.set(name, asked);
    return this.within(asked);
  }

  /** Of the carrier itself, with nothing read or written before or after; does not reject. */
  askCarrier(carrier: Asked, key: CapabilityKey, isAwaited: boolean): Promise<Told> {
    const name = keyName(key);
    const shared = this.atCarrier.get(name);
    if (shared) return shared;
    const asked = this.whenThereIsRoom(carrier, key, isAwaited).finally(() => this.atCarrier.delete(name));
    this.atCarrier.set(name, asked);
    return asked;
  }

  /** What is known already, without asking the carrier; null when nothing is. Rejects with StoreDown. */
  async recall(key: CapabilityKey): Promise<KnownCapability | null> {
    const { known } = this.options;
    const remembered = known.recall(key);
    if (remembered) return remembered;
    const found = (await known.find([key])).get(keyName(key)) ?? null;
    // What is remembered already is not kept for longer: an erased number has to go.
    if (found) known.remember(found);
    return found;
  }

  private async answer(carrier: Asked, key: CapabilityKey): Promise<Told> {
    const { known, metrics } = this.options;
    const stored = (await known.find([key])).get(keyName(key));
    if (stored && !lacksFeatures(stored)) {
      known.remember(stored);
      metrics.answered('store', stored.code);
      return stored;
    }
    const told = await this.askCarrier(carrier, key, true);
    if (isBusy(told)) return told;
    known.remember(told);
    await known.write([told]);
    return told;
  }

  private async whenThereIsRoom(carrier: Asked, key: CapabilityKey, isAwaited: boolean): Promise<Told> {
    const { context, metrics } = this.options;
    const until = context.clock.monotonic() + WAITS_FOR_ROOM_MS;
    for (;;) {
      const said = await carrier.capabilities.ask(key.number, isAwaited);
      if (said.kind !== 'not_asked') {
        const told = knownOf(key, said, context.clock.now());
        metrics.answered('carrier', told.code);
        if (said.kind === 'failed') {
          context.log.debug({ carrier: carrier.name, reason: said.reason }, 'a question was asked in vain');
        }
        return told;
      }
      const waitMs = Math.max(SHORTEST_WAIT_MS, said.afterMs);
      if (context.clock.monotonic() + waitMs > until) return { kind: 'busy', retryMs: waitMs };
      await this.rest(waitMs);
      if (this.isStopped) return { kind: 'busy', retryMs: waitMs };
    }
  }

  private rest(ms: number): Promise<void> {
    const { clock } = this.options.context;
    return new Promise((resolve) => {
      const end = () => {
        clock.clearTimer(timer);
        this.resting.delete(end);
        resolve();
      };
      const timer = clock.setTimer(end, ms);
      this.resting.add(end);
    });
  }

  /** Rule 2. */
  private within(asked: Promise<Told>): Promise<Told> {
    const { clock } = this.options.context;
    return new Promise((resolve, reject) => {
      const timer = clock.setTimer(() => resolve({ kind: 'busy', retryMs: SECOND_MS }), ANSWERED_WITHIN_MS);
      asked.then(resolve, reject).finally(() => clock.clearTimer(timer));
    });
  }
}
