/**
 * GET /capability/{channel}/{phone_number} and …/{agent_id}: what a recipient's device can be sent (contract section 9).
 *
 * 1. Nothing is recorded of a question but its answer: the reference names the answer, and nothing is found by it.
 * 2. A carrier that cannot be asked now, or gave no answer of use, is 503 with the time after which to ask again.
 * 3. A trial account asks about numbers that have been verified on it, as it sends to those alone.
 */

import type { Context } from '../../context.ts';
import type { CapabilityChecks } from '../../engine/capability/capability.ts';
import { CAPABILITY, describeCapability } from '../../engine/capability/codes.ts';
import { isBusy } from '../../engine/capability/questions.ts';
import { Refusal } from '../../errors.ts';
import { toReference } from '../../lib/ids.ts';
import { verifiedAmong } from '../../store/accounts/verified-numbers.ts';
import type { Database } from '../../store/database.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';
import { isCarrier, readChannel } from './question.ts';
import { agentRefusal, readAskedNumber } from './schema.ts';

export interface CheckCapabilityOptions {
  readonly context: Pick<Context, 'ids' | 'clock'>;
  readonly db: Database;
  readonly capability: Pick<CapabilityChecks, 'findAsked' | 'ask' | 'recordList'>;
}

const BODY_LIMIT_BYTES = 10 * 1024;

export function checkOne(options: CheckCapabilityOptions): Operation[] {
  const operation = (name: string, path: string): Operation => ({
    name,
    product: 'omnichannel',
    method: 'GET',
    path,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    handle: (request) => handle(options, request),
  });
  const path = '/capability/:channel/:phone_number';
  return [operation('check_capability', path), operation('check_capability_of_agent', `${path}/:agent_id`)];
}

async function handle(options: CheckCapabilityOptions, request: OperationRequest): Promise<Answer> {
  const { caller, params, at } = request;
  const { account, senders } = caller;
  const channel = readChannel(request);
  const number = readAskedNumber(params.phone_number, account.settings)?.digits;
  if (number === undefined) throw new Refusal('number_invalid', { name: 'phone_number' });
  const agent = params.agent_id ?? null;
  const asked = options.capability.findAsked({ channel, number, senders, agent });
  if (asked === 'not_of_account') throw agentRefusal();
  if (account.kind === 'trial' && !(await verifiedAmong(options.db, account.id, [number])).has(number)) {
    throw new Refusal('number_not_verified', { name: 'phone_number' });
  }
  if (!isCarrier(asked)) return answerOf(options, { code: CAPABILITY.notCovered, agent: null, toldAt: at });
  const told = await options.capability.ask(asked, number);
  if (isBusy(told)) throw unavailable(told.retryMs);
  if (told.code === CAPABILITY.failed) throw unavailable(told.goodUntil - options.context.clock.now());
  return answerOf(options, told);
}

function unavailable(retryMs: number): Refusal {
  const retry = Math.max(1, Math.ceil(retryMs / 1000));
  return new Refusal('carrier_unavailable', { retry }, { 'retry-after': String(retry) });
}

interface Shown {
  readonly code: number;
  readonly agent: string | null;
  readonly features?: readonly string[] | null;
  readonly toldAt: number;
}

function answerOf({ context }: CheckCapabilityOptions, { code, agent, features, toldAt }: Shown): Answer {
  const body = {
    reference_id: toReference(context.ids.next()),
    status: { code, description: describeCapability(code), updated_on: new Date(toldAt).toISOString() },
    agent_id: agent,
    // Of a device that is on the channel the carrier may say nothing more.
    features: code === CAPABILITY.supported ? (features ?? null) : [],
  };
  return { status: 200, body: JSON.stringify(body) };
}
