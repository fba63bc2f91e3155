/**
 * GET, PUT and DELETE /v1/anonymous/blocks/{number}: numbers that an account keeps out of its masking sessions
 * (contract section 4).
 *
 * 1. Each answer shows the block as it is afterwards; the same request again changes nothing.
 * 2. Only the account's own block is shown, made and lifted. A block by the operator for all accounts is not shown
 *    here.
 */
import type { Context } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { parseHandset } from '../../lib/phone-number.ts';
import type { Database } from '../../store/database.ts';
import {
  addMaskingBlock,
  liftMaskingBlock,
  type MaskingBlock,
  maskingBlockedAt,
} from '../../store/masking/masking-blocks.ts';
import type { AliasOf } from '../../store/secrets/number-aliases.ts';
import { checkProduct } from '../admission/who-and-where.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';

export interface MaskingBlockOptions {
  readonly context: Pick<Context, 'clock'>;
  readonly db: Database;
  readonly aliasOf: AliasOf;
}

const BLOCKED = { code: 2713, description: 'Number is blocked' };
const NOT_BLOCKED = { code: 2714, description: 'Number is not blocked' };

export function maskingBlocks({ context, db, aliasOf }: MaskingBlockOptions): Operation[] {
  const path = '/v1/anonymous/blocks/:number';
  const common = { product: 'anonymous', path, bodyLimitBytes: 64 * 1024 } as const;
  return [
    {
      ...common,
      name: 'show_masking_block',
      method: 'GET',
      async handle(request) {
        const block = blockOf(request);
        return answer(request, block, await maskingBlockedAt(db, block, aliasOf));
      },
    },
    {
      ...common,
      name: 'add_masking_block',
      method: 'PUT',
      async handle(request) {
        const block = blockOf(request);
        return answer(request, block, await addMaskingBlock(db, block, context.clock.now(), aliasOf));
      },
    },
    {
      ...common,
      name: 'lift_masking_block',
      method: 'DELETE',
      async handle(request) {
        const block = blockOf(request);
        await liftMaskingBlock(db, block, aliasOf);
        return answer(request, block, null);
      },
    },
  ];
}

function blockOf({ caller: { account }, params }: OperationRequest): MaskingBlock {
  checkProduct(account, 'masking');
  const number = parseHandset(params.number ?? '');
  if (!number?.isPossible) throw new Refusal('number_invalid', { name: 'number' });
  return { accountId: account.id, number: number.digits };
}

function answer({ at }: OperationRequest, { number }: MaskingBlock, blockedAt: number | null): Answer {
  const status = { ...(blockedAt === null ? NOT_BLOCKED : BLOCKED), updated_on: new Date(at).toISOString() };
  const blockedOn = blockedAt === null ? null : new Date(blockedAt).toISOString();
  const body = { phone_number: number, blocked: blockedAt !== null, blocked_on: blockedOn, status };
  return { status: 200, body: JSON.stringify(body) };
}
