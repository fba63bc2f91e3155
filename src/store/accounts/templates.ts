/**
 * The templates that accounts keep: content by a name, one for each channel.
 *
 * 1. `addTemplate` locks the account until its transaction ends: of two templates at once the second sees the first.
 * 2. What a template says is the account's own and goes to whoever it writes to; the values are in the messages alone.
 */
import type { Channel } from '../../carriers/carrier.ts';
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Queryable, Transaction } from '../database.ts';

/** By what a template is found. */
export interface TemplateKey {
  readonly accountId: string;
  readonly channel: Channel;
  readonly name: string;
}

export interface AccountTemplate extends TemplateKey {
  readonly id: string;
  readonly type: string;
  readonly category: string | null;
  readonly language: string | null;
  /** As it was given (operations/templates/own-content.ts). */
  readonly content: unknown;
  readonly createdAt: number;
}

const COLUMNS = `t.account_id as "accountId", t.channel, t.name, t.id, t.type, t.category, t.language, t.content,
  t.created_at as "createdAt"`;

export async function findTemplate(
  db: Queryable,
  { accountId, channel, name }: TemplateKey,
): Promise<AccountTemplate | null> {
  const { rows } = await db.query<AccountTemplate>(
    `select ${COLUMNS} from templates t
      where t.account_id = $1 and t.bucket = $2 and t.channel = $3 and t.name = $4`,
    [accountId, hash12(accountId), channel, name],
  );
  return rows[0] ?? null;
}

/** In the order of their channels and names. */
export async function listTemplates(db: Queryable, accountId: string): Promise<AccountTemplate[]> {
  const { rows } = await db.query<AccountTemplate>(
    `select ${COLUMNS} from templates t where t.account_id = $1 and t.bucket = $2 order by t.channel, t.name`,
    [accountId, hash12(accountId)],
  );
  return rows;
}

/** The one that stands under its name afterwards, which may be an older one; null when the account has `most` (rule 1). */
export async function addTemplate(
  tx: Transaction,
  template: AccountTemplate,
  most: number,
): Promise<AccountTemplate | null> {
  const { accountId } = template;
  await tx.query('select 1 from accounts a where a.id = $1 for update', [accountId]);
  const standing = await findTemplate(tx, template);
  if (standing) return standing;
  const { rows } = await tx.query<{ count: number }>(
    'select count(*) as count from templates t where t.account_id = $1 and t.bucket = $2',
    [accountId, hash12(accountId)],
  );
  if (Number(rows[0]?.count ?? 0) >= most) return null;
  const { channel, name, id, type, category, language, content, createdAt } = template;
  await tx.query(
    `insert into templates (account_id, bucket, channel, name, id, type, category, language, content, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::json, $10::timestamptz)`,
    [
      accountId,
      hash12(accountId),
      channel,
      name,
      id,
      type,
      category,
      language,
      JSON.stringify(content),
      iso(createdAt),
    ],
  );
  return template;
}

/** False when there was none. */
export async function removeTemplate(db: Queryable, { accountId, channel, name }: TemplateKey): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from templates t where t.account_id = $1 and t.bucket = $2 and t.channel = $3 and t.name = $4',
    [accountId, hash12(accountId), channel, name],
  );
  return rowCount > 0;
}
