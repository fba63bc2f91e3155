/**
 * Whether a recipient can be sent something on a channel, and what its device shows: one service of what is known, of
 * questions to carriers, and of lists of numbers.
 */
import type { Context } from '../../context.ts';
import type { Service } from '../../lib/service.ts';
import type { Database } from '../../store/database.ts';
import type { Lanes } from '../../store/sql/lanes.ts';
import { type AgentOptions, type AgentQuestion, type Asked, findAsked } from './agents.ts';
import { KnownAnswers } from './known-answers.ts';
import { ListWorker } from './list-worker.ts';
import { countCapabilities } from './metrics.ts';
import { CapabilityQuestions, type Told } from './questions.ts';
import { createListRecorder, type RecordList } from './record-list.ts';
import { createMarkSkipped, createRecallCapability, type MarkSkipped, type RecallCapability } from './skipping.ts';

export interface CapabilityChecksOptions extends AgentOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
}

/** Started and stopped with the gateway. */
export interface CapabilityChecks extends Service {
  findAsked(question: AgentQuestion): ReturnType<typeof findAsked>;
  /** What the carrier says of a number, now or within the time for which its answer holds. Rejects with StoreDown. */
  ask(carrier: Asked, number: string): Promise<Told>;
  readonly recordList: RecordList;
  readonly markSkipped: MarkSkipped;
  readonly recall: RecallCapability;
}

export function createCapabilityChecks(options: CapabilityChecksOptions): CapabilityChecks {
  const { context, db } = options;
  const metrics = countCapabilities(context.metrics);
  const known = new KnownAnswers(context, db);
  const questions = new CapabilityQuestions({ context, known, metrics });
  const recall = createRecallCapability({ ...options, questions });
  const worker = new ListWorker({ ...options, known, questions });
  return {
    name: 'capability',
    start: () => worker.start(),
    async stop() {
      questions.stop();
      await worker.stop();
    },
    findAsked: (question) => findAsked(question, options),
    ask: (carrier, number) => questions.ask(carrier, number),
    recordList: createListRecorder({ context, db, recorded: () => worker.wake() }),
    markSkipped: createMarkSkipped({ metrics }, recall),
    recall,
  };
}
