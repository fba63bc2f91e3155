/**
 * Makes what answers whether a recipient can be sent something on a channel: what is known, questions to carriers, and
 * lists of numbers.
 */
import type { Carrier } from '../carriers/carrier.ts';
import type { Context } from '../context.ts';
import { findAsked } from '../engine/capability/agents.ts';
import { KnownAnswers } from '../engine/capability/known-answers.ts';
import { ListWorker } from '../engine/capability/list-worker.ts';
import { countCapabilities } from '../engine/capability/metrics.ts';
import { CapabilityQuestions } from '../engine/capability/questions.ts';
import { createListRecorder } from '../engine/capability/record-list.ts';
import { createMarkSkipped, type MarkSkipped } from '../engine/capability/skipping.ts';
import type { Route } from '../engine/sending/route.ts';
import type { Service } from '../lib/service.ts';
import type { CheckListOptions } from '../operations/check-capability/check-list.ts';
import type { CheckOneOptions } from '../operations/check-capability/check-one.ts';
import { verifiedAmong } from '../store/accounts/verified-numbers.ts';
import type { Database } from '../store/database.ts';
import type { Lanes } from '../store/sql/lanes.ts';

export interface CapabilityChecksOptions {
  readonly db: Database;
  readonly lanes: Lanes;
  readonly carriers: readonly Carrier[];
  readonly routes: readonly Route[];
}

/** Started and stopped with the gateway. */
export interface CapabilityChecks extends Service {
  readonly operations: CheckOneOptions & CheckListOptions;
  readonly markSkipped: MarkSkipped;
}

export function createCapabilityChecks(context: Context, options: CapabilityChecksOptions): CapabilityChecks {
  const { db, carriers, routes } = options;
  const metrics = countCapabilities(context.metrics);
  const known = new KnownAnswers(context, db);
  const questions = new CapabilityQuestions({ context, known, metrics });
  const worker = new ListWorker({ context, ...options, known, questions });
  return {
    name: 'capability',
    start: () => worker.start(),
    async stop() {
      questions.stop();
      await worker.stop();
    },
    markSkipped: createMarkSkipped({ carriers, routes, questions, metrics }),
    operations: {
      context,
      db,
      findAsked: (question) => findAsked(question, { carriers, routes }),
      ask: (carrier, number) => questions.ask(carrier, number),
      verifiedAmong: (accountId, numbers) => verifiedAmong(db, accountId, numbers),
      recordList: createListRecorder({ context, db, recorded: () => worker.wake() }),
    },
  };
}
