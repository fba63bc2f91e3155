/**
 * Aliases: a keyed hash stands for an erased number where a row must still be found by it (a block, say). Without the
 * key (gateway-key.ts) nobody can try numbers out.
 */
import { createHmac } from 'node:crypto';
import type { Context } from '../../context.ts';
import { formsOf } from '../../lib/phone-number.ts';
import type { MasterKey } from '../../lib/sealed.ts';
import type { Queryable } from '../database.ts';
import { openGatewayKey } from './gateway-key.ts';

/** `number`: digits. 39 characters, none of which a number has in its first place. */
export type AliasOf = (number: string) => string;

export async function openNumberAliases(
  context: Pick<Context, 'clock' | 'randomBytes'>,
  db: Queryable,
  masterKey: MasterKey,
): Promise<AliasOf> {
  const key = await openGatewayKey(context, db, masterKey, 'erased numbers');
  return (number) => `erased-${createHmac('sha256', key).update(number).digest('hex').slice(0, 32)}`;
}

/** Every name under which a row may stand for this handset: the forms of its number, and what stands for each erased. */
export function namesOf(number: string, aliasOf: AliasOf): string[] {
  return formsOf(number).flatMap((form) => [form, aliasOf(form)]);
}
