/**
 * GET /v1/opt-outs, and GET, PUT and DELETE /v1/opt-outs/{number}: the numbers that have opted out of an account's
 * messages, or that the account treats so (contract sections 3 and 13).
 *
 * 1. Only the account's own opt-outs are shown, made and lifted. Blocks by the operator for all accounts, and opt-outs
 *    from other accounts, are not shown here.
 * 2. With `sender` a request is about that sender alone; an opt-out from every sender holds for each one. Without it a
 *    PUT is for every sender of the account, and a DELETE lifts all opt-outs of the number.
 * 3. Each answer shows the opt-out as it is afterwards; the same request again changes nothing.
 */
import type { Context } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { cursorOf, pageOf } from '../../lib/pages.ts';
import { parseHandset } from '../../lib/phone-number.ts';
import { type ListedOptOut, listOptOuts } from '../../store/accounts/opt-out-lists.ts';
import { addOptOut, liftOptOut, liftOptOutsOf, type OptOut } from '../../store/accounts/opt-outs.ts';
import type { Database } from '../../store/database.ts';
import { type AliasOf, namesOf } from '../../store/secrets/number-aliases.ts';
import { checkString } from '../json-body.ts';
import { readAfterTexts, readLimit } from '../listing.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';

export interface OptOutOptions {
  readonly context: Pick<Context, 'clock'>;
  readonly db: Database;
  readonly aliasOf: AliasOf;
}

const OPTED_OUT = { code: 3008, description: 'Recipient has opted out' };
const NOT_OPTED_OUT = { code: 3009, description: 'Recipient has not opted out' };
/** An account has at most so many senders that one number could have opted out of. */
const MOST_OF_ONE_NUMBER = 1_000;

interface Question {
  readonly accountId: string;
  /** Digits, in the form in which the handset is texted. */
  readonly recipient: string;
  readonly sender: string | null;
}

export function optOuts(options: OptOutOptions): Operation[] {
  const { context, db, aliasOf } = options;
  const common = { product: 'omnichannel', bodyLimitBytes: 64 * 1024 } as const;
  const path = '/v1/opt-outs/:number';
  return [
    {
      ...common,
      name: 'list_opt_outs',
      method: 'GET',
      path: '/v1/opt-outs',
      handle: (request) => list(options, request),
    },
    {
      ...common,
      name: 'show_opt_out',
      method: 'GET',
      path,
      handle: (request) => answer(options, request, questionOf(request)),
    },
    {
      ...common,
      name: 'add_opt_out',
      method: 'PUT',
      path,
      async handle(request) {
        const question = questionOf(request);
        checkSender(request, question.sender);
        const block = { ...question, sender: question.sender ?? '', source: 'account' };
        await addOptOut(db, block, context.clock.now(), aliasOf);
        return answer(options, request, question);
      },
    },
    {
      ...common,
      name: 'lift_opt_out',
      method: 'DELETE',
      path,
      async handle(request) {
        const question = questionOf(request);
        const { sender } = question;
        if (sender === null) await liftOptOutsOf(db, question, aliasOf);
        else await liftOptOut(db, { ...question, sender }, aliasOf);
        return answer(options, request, question);
      },
    },
  ];
}

async function list({ db }: OptOutOptions, request: OperationRequest): Promise<Answer> {
  const query = new URLSearchParams(request.query);
  const limit = readLimit(query);
  const accountId = request.caller.account.id;
  const rows = await listOptOuts(db, { accountId, after: readPlace(query, accountId), limit: limit + 1 });
  const show = (row: ListedOptOut) => ({ phone_number: numberOf(row), ...optOutShape(row) });
  const { items, next } = pageOf(rows, limit, ({ recipient, sender }) => cursorOf([recipient, sender]), show);
  return { status: 200, body: JSON.stringify({ opt_outs: items, next }) };
}

async function answer({ db, aliasOf }: OptOutOptions, { at }: OperationRequest, question: Question): Promise<Answer> {
  const { accountId, recipient, sender } = question;
  const recipients = namesOf(recipient, aliasOf);
  const found = await listOptOuts(db, { accountId, recipients, limit: MOST_OF_ONE_NUMBER });
  const standing = found.filter((each) => sender === null || each.sender === '' || each.sender === sender);
  const body = {
    phone_number: recipient,
    opted_out: standing.length > 0,
    opt_outs: standing.map(optOutShape),
    status: { ...(standing.length > 0 ? OPTED_OUT : NOT_OPTED_OUT), updated_on: new Date(at).toISOString() },
  };
  return { status: 200, body: JSON.stringify(body) };
}

/** `sender` null: every sender of the account. */
function optOutShape({ sender, source, createdAt }: ListedOptOut) {
  return { sender: sender === '' ? null : sender, source, opted_out_on: new Date(createdAt).toISOString() };
}

/** Null: the number has been erased, and that it opted out is all that is known. */
function numberOf({ recipient }: ListedOptOut): string | null {
  return /^[0-9]+$/.test(recipient) ? recipient : null;
}

function questionOf({ caller, params, query }: OperationRequest): Question {
  const number = parseHandset(params.number ?? '');
  if (!number?.isPossible) throw new Refusal('number_invalid', { name: 'number' });
  const sender = new URLSearchParams(query).get('sender');
  if (sender !== null) checkString(sender);
  if (sender === '') throw new Refusal('sender_id_invalid', { name: 'sender', allowed: SENDER_ALLOWED });
  return { accountId: caller.account.id, recipient: number.digits, sender };
}

const SENDER_ALLOWED = 'a sender registered on the account, or none for all of them';

function checkSender({ caller: { senders } }: OperationRequest, sender: string | null): void {
  if (sender === null || senders.some((each) => each.sender === sender)) return;
  throw new Refusal('sender_id_invalid', { name: 'sender', allowed: SENDER_ALLOWED });
}

function readPlace(query: URLSearchParams, accountId: string): OptOut | undefined {
  const [recipient, sender] = readAfterTexts(query, 2) ?? [];
  return recipient === undefined || sender === undefined ? undefined : { accountId, recipient, sender };
}
