/**
 * POST /capability/{channel}: asks about a list of numbers; GET /capability/{channel}/results/{reference_id}: what became
 * of it (contract section 9).
 *
 * 1. The answer is given only after the list is durable. The numbers are asked about afterwards (engine/capability).
 * 2. A bad number is named with its place, and costs the others nothing.
 * 3. Results are shown in the order of the list, a page at a time; `next` of a page is `after` of the following one.
 */
import { CAPABILITY, describeCapability } from '../../engine/capability/codes.ts';
import { LIST_KEPT_MS } from '../../engine/capability/list-worker.ts';
import { MOST_NUMBERS, type NewListedNumber, newListId } from '../../engine/capability/record-list.ts';
import { Refusal, tooSoon } from '../../errors.ts';
import { fromReference, toReference } from '../../lib/ids.ts';
import { verifiedAmong } from '../../store/accounts/verified-numbers.ts';
import {
  countCodes,
  findList,
  type ListedNumber,
  listNumbers,
  type NumberList,
} from '../../store/capability/number-lists.ts';
import { readJsonObject } from '../json-body.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';
import type { CheckCapabilityOptions } from './check-one.ts';
import { isCarrier, readChannel } from './question.ts';
import { agentRefusal, readCheckList } from './schema.ts';

/** 10,000 numbers, each on a line of its own with blanks before it. */
const BODY_LIMIT_BYTES = 512 * 1024;
const RETRY_MS = 30_000;
const DEFAULT_PAGE = 100;
const LARGEST_PAGE = 1_000;

export function checkList(options: CheckCapabilityOptions): Operation[] {
  return [
    {
      name: 'check_capabilities',
      product: 'omnichannel',
      method: 'POST',
      path: '/capability/:channel',
      bodyLimitBytes: BODY_LIMIT_BYTES,
      handle: (request) => handle(options, request),
    },
    {
      name: 'show_capabilities',
      product: 'omnichannel',
      method: 'GET',
      path: '/capability/:channel/results/:reference_id',
      judgesReference: true,
      bodyLimitBytes: 10 * 1024,
      handle: (request) => show(options, request),
    },
  ];
}

async function handle(options: CheckCapabilityOptions, request: OperationRequest): Promise<Answer | 'claimed_before'> {
  const { account } = request.caller;
  readChannel(request);
  const numbers = await readNumbers(options, request);
  const id = newListId(options.context, account.id);
  const answer = { status: 200, body: JSON.stringify(recordedBody(id, numbers, request.at)), headers: {} };
  const claim = request.idempotencyKey?.claim(answer);
  const recorded = await options.capability.recordList({ id, accountId: account.id, numbers }, claim);
  if (recorded === 'too_many') {
    throw tooSoon(RETRY_MS);
  }
  return recorded === 'recorded' ? answer : 'claimed_before';
}

async function readNumbers(options: CheckCapabilityOptions, request: OperationRequest): Promise<NewListedNumber[]> {
  const { account, senders } = request.caller;
  const channel = readChannel(request);
  const { numbers: read, agent } = readCheckList(readJsonObject(request.body), account.settings);
  const given = read.filter((each) => each !== null);
  const verified = account.kind === 'trial' ? await verifiedAmong(options.db, account.id, given) : null;
  let isOfAccount = agent === null || given.length === 0;
  const numbers = read.map((number): NewListedNumber => {
    if (number === null) return { number: '', agent: '', code: CAPABILITY.invalid };
    const asked = options.capability.findAsked({ channel, number, senders, agent });
    if (asked !== 'not_of_account') isOfAccount = true;
    if (verified && !verified.has(number)) return { number, agent: '', code: CAPABILITY.notVerified };
    if (!isCarrier(asked)) return { number, agent: '', code: CAPABILITY.notCovered };
    return { number, agent: asked.capabilities.agent, code: null };
  });
  if (!isOfAccount) throw agentRefusal();
  return numbers;
}

function statusOf(code: number, at: number) {
  return { code, description: describeCapability(code), updated_on: new Date(at).toISOString() };
}

function recordedBody(id: string, numbers: readonly NewListedNumber[], at: number) {
  return {
    reference_id: toReference(id),
    status: statusOf(CAPABILITY.waiting, at),
    total: numbers.length,
    refused: numbers.flatMap(({ code }, place) =>
      code === CAPABILITY.invalid || code === CAPABILITY.notVerified
        ? [{ place, code, description: describeCapability(code) }]
        : [],
    ),
  };
}

async function show({ db }: CheckCapabilityOptions, request: OperationRequest): Promise<Answer> {
  readChannel(request);
  const id = fromReference(request.params.reference_id ?? '');
  if (id === null) throw new Refusal('reference_invalid');
  const query = new URLSearchParams(request.query);
  const limit = readInteger(query.get('limit'), 'limit', { least: 1, most: LARGEST_PAGE }) ?? DEFAULT_PAGE;
  const after = readInteger(query.get('after'), 'after', { least: 0, most: MOST_NUMBERS }) ?? -1;
  const list = await findList(db, id);
  // Another account's list is as unknown as none.
  if (!list || list.accountId !== request.caller.account.id || list.askedAt + LIST_KEPT_MS <= request.at) {
    throw new Refusal('reference_unknown');
  }
  const [counts, numbers] = await Promise.all([countCodes(db, id), listNumbers(db, id, { after, limit: limit + 1 })]);
  return { status: 200, body: JSON.stringify(listBody(list, counts, numbers, limit)) };
}

function listBody(
  list: NumberList,
  counts: Awaited<ReturnType<typeof countCodes>>,
  numbers: readonly ListedNumber[],
  limit: number,
) {
  const { id, total, askedAt, doneAt } = list;
  const countOf = (code: number | null) => counts.find((each) => each.code === code)?.count ?? 0;
  const shown = numbers.slice(0, limit);
  return {
    reference_id: toReference(id),
    status: statusOf(doneAt === null ? CAPABILITY.waiting : CAPABILITY.done, doneAt ?? askedAt),
    state: doneAt === null ? 'in_progress' : 'done',
    asked_on: new Date(askedAt).toISOString(),
    done_on: doneAt === null ? null : new Date(doneAt).toISOString(),
    kept_until: new Date(askedAt + LIST_KEPT_MS).toISOString(),
    counts: {
      total,
      waiting: countOf(null),
      supported: countOf(CAPABILITY.supported),
      not_supported: countOf(CAPABILITY.notSupported),
      not_covered: countOf(CAPABILITY.notCovered),
      refused: countOf(CAPABILITY.invalid) + countOf(CAPABILITY.notVerified),
      failed: countOf(CAPABILITY.failed),
      erased: total - counts.reduce((sum, { count }) => sum + count, 0),
    },
    numbers: shown.map(numberBody),
    next: numbers.length > limit ? (shown.at(-1)?.place ?? null) : null,
  };
}

function numberBody({ place, number, agent, code, features }: ListedNumber) {
  const known = code ?? CAPABILITY.waiting;
  return {
    place,
    phone_number: number === '' ? null : number,
    agent_id: agent === '' ? null : agent,
    code: known,
    description: describeCapability(known),
    // Of a device that is on the channel the carrier may say nothing more.
    features: known === CAPABILITY.supported ? features : [],
  };
}

function readInteger(
  text: string | null,
  name: string,
  { least, most }: { readonly least: number; readonly most: number },
): number | null {
  if (text === null) return null;
  const value = /^[0-9]{1,5}$/.test(text) ? Number(text) : -1;
  if (value >= least && value <= most) return value;
  throw new Refusal('value_invalid', { name, allowed: `${least} to ${most}` });
}
