/**
 * Accounts and their keys, for operators.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../errors.ts';
import { API_KEY_ALLOWED, decodeKey, isApiKey } from '../../lib/api-key.ts';
import { customerId } from '../../lib/customer-id.ts';
import { seal } from '../../lib/sealed.ts';
import { type Account, PRODUCTS, type Product } from '../../store/account.ts';
import {
  type AccountFields,
  changeAccount,
  createAccount,
  createKey,
  listAccounts,
  listKeys,
  revokeKey,
  setSenders,
  setVerifiedNumbers,
  verifiedNumbersOf,
} from '../../store/account-changes.ts';
import { findAccounts } from '../../store/accounts.ts';
import type { Queryable } from '../../store/database.ts';
import { sendersOf } from '../../store/senders.ts';
import { changeSettings, shownSettings } from './account-settings.ts';
import { Fields } from './fields.ts';
import { isoOrNull, limitOf, type OperatorParts, type Query } from './parts.ts';

const NEW_KEY_BYTES = 64;
const CUSTOMER_ID = /^[A-Za-z0-9._-]{4,64}$/;
const SENDER = /^(?:\d{3,15}|[A-Za-z0-9 ._-]{1,11}|[^\s@]{1,100}@[^\s@]{1,100})$/;

type ById = { Params: { id: string; key_id: string }; Querystring: Query; Body: unknown };

export function addAccounts(app: FastifyInstance, parts: OperatorParts): void {
  const { db, context } = parts;

  app.get<{ Querystring: Query }>('/accounts', async ({ query }) => {
    const limit = limitOf(query);
    const accounts = await listAccounts(db, { state: query.state ?? null, after: query.after ?? null, limit });
    return { accounts: accounts.map(shown), next: accounts.length < limit ? null : (accounts.at(-1)?.id ?? null) };
  });

  app.post<ById>('/accounts', async ({ body }, reply) => {
    const fields = new Fields(body);
    const given = fields.text('customer_id', '4 to 64 letters, digits, hyphens, dots and underscores', (text) =>
      CUSTOMER_ID.test(text),
    );
    const id = given ?? customerId(context.randomBytes);
    fields.required('name', fields.text('name', NAME_ALLOWED, isName));
    const now = context.clock.now();
    const result = await db.transaction(async (tx) => {
      const account = await createAccount(tx, id, readFields(NEW_ACCOUNT, fields), now);
      if (!account) throw new Refusal('value_invalid', { name: 'customer_id', allowed: 'one that is not taken' });
      await changeBelongings(tx, id, fields, now);
      const key = await makeKey(tx, parts, id, null);
      fields.end();
      return { ...(await shownWhole(tx, account)), ...key };
    });
    return reply.code(201).send(result);
  });

  app.get<ById>('/accounts/:id', async ({ params }) => shownWhole(db, await find(db, params.id)));

  app.patch<ById>('/accounts/:id', async ({ params, body }) => {
    const fields = new Fields(body);
    const now = context.clock.now();
    return db.transaction(async (tx) => {
      const before = await find(tx, params.id);
      const account = await changeAccount(tx, params.id, readFields(before, fields), now);
      if (!account) throw new Refusal('reference_unknown', { name: 'account' });
      await changeBelongings(tx, params.id, fields, now);
      fields.end();
      return shownWhole(tx, account);
    });
  });

  app.get<ById>('/accounts/:id/keys', async ({ params }) => {
    await find(db, params.id);
    const keys = await listKeys(db, params.id);
    return {
      keys: keys.map(({ id, hint, createdAt, revokedAt }) => ({
        id,
        hint,
        created_on: isoOrNull(createdAt),
        revoked_on: isoOrNull(revokedAt),
      })),
    };
  });

  app.post<ById>('/accounts/:id/keys', async ({ params, body }, reply) => {
    const fields = new Fields(body);
    const given = fields.text('key', API_KEY_ALLOWED, isApiKey);
    fields.end();
    await find(db, params.id);
    return reply.code(201).send(await makeKey(db, parts, params.id, given ?? null));
  });

  app.delete<ById>('/accounts/:id/keys/:key_id', async ({ params }) => {
    const isId = /^[0-9a-f-]{36}$/i.test(params.key_id);
    if (!isId || !(await revokeKey(db, params.id, params.key_id, context.clock.now()))) {
      throw new Refusal('reference_unknown', { name: 'key' });
    }
    return { id: params.key_id, revoked: true };
  });
}

const NAME_ALLOWED = 'a name of 1 to 100 characters';
const isName = (text: string) => text.length >= 1 && text.length <= 100;

const NEW_ACCOUNT: AccountFields = {
  name: '',
  kind: 'full_service',
  state: 'active',
  products: [],
  addons: [],
  settings: {},
};

function readFields(before: AccountFields, fields: Fields): AccountFields {
  const products = fields.texts('products', PRODUCTS.join(', '), (text) => PRODUCTS.some((each) => each === text));
  const settings = fields.object('settings');
  return {
    name: fields.text('name', NAME_ALLOWED, isName) ?? before.name,
    kind: fields.oneOf('kind', ['full_service', 'trial']) ?? before.kind,
    state: fields.oneOf('state', ['active', 'suspended']) ?? before.state,
    products: (products as Product[] | undefined) ?? before.products,
    addons: fields.texts('addons', 'the key of an add-on', (text) => /^[a-z_]{1,60}$/.test(text)) ?? before.addons,
    settings: settings ? changeSettings(before.settings, settings) : before.settings,
  };
}

async function changeBelongings(tx: Queryable, id: string, fields: Fields, now: number): Promise<void> {
  const senders = fields.objects('senders')?.map((each) => {
    const sender = each.text('sender', 'digits, a short code, up to 11 letters and digits, or an agent id', (text) =>
      SENDER.test(text),
    );
    const countries = each.texts('default_for', 'a country code such as DE, or *', (text) =>
      /^(?:[A-Z]{2}|\*)$/.test(text),
    );
    each.end();
    return { sender: each.required('sender', sender), defaultFor: countries ?? [] };
  });
  if (senders) await setSenders(tx, id, senders, now);
  const numbers = fields.texts('verified_numbers', 'a phone number, digits only', (text) => /^\d{6,15}$/.test(text));
  if (numbers) await setVerifiedNumbers(tx, id, numbers, now);
}

async function find(db: Queryable, id: string): Promise<Account> {
  const account = (await findAccounts(db, [id])).get(id);
  if (!account) throw new Refusal('reference_unknown', { name: 'account' });
  return account;
}

/** The only time that the key is shown. */
async function makeKey(
  db: Queryable,
  { context, masterKey }: OperatorParts,
  accountId: string,
  given: string | null,
): Promise<{ key_id: string; api_key: string }> {
  const text = given ?? context.randomBytes(NEW_KEY_BYTES).toString('base64');
  const id = context.ids.next();
  const hint = createHash('sha256')
    .update(decodeKey(text) ?? '')
    .digest('hex')
    .slice(0, 8);
  const sealed = seal(masterKey, Buffer.from(text, 'latin1'), context.randomBytes);
  await createKey(db, { id, accountId, sealed, hint }, context.clock.now());
  return { key_id: id, api_key: text };
}

function shown(account: Account): Record<string, unknown> {
  return {
    customer_id: account.id,
    name: account.name,
    kind: account.kind,
    state: account.state,
    products: account.products,
    addons: account.addons,
    settings: shownSettings(account.settings),
    created_on: isoOrNull(account.createdAt),
    updated_on: isoOrNull(account.updatedAt),
  };
}

async function shownWhole(db: Queryable, account: Account): Promise<Record<string, unknown>> {
  const senders = await sendersOf(db, [account.id]);
  return {
    ...shown(account),
    senders: senders.map(({ sender, defaultFor }) => ({ sender, default_for: defaultFor })),
    verified_numbers: await verifiedNumbersOf(db, account.id),
  };
}
