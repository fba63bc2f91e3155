/**
 * Accounts: create, list, show, change, suspend, activate.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { API_KEY_ALLOWED, isApiKey } from '../../lib/api-key.ts';
import { customerId } from '../../lib/customer-id.ts';
import { oneOf, strict } from '../../lib/schemas.ts';
import { makeKey } from '../../operations/account/keys.ts';
import type { Account } from '../../store/accounts/account.ts';
import { listAccounts, listKeys, listVerifiedNumbers } from '../../store/accounts/account-lists.ts';
import { findAccounts } from '../../store/accounts/accounts.ts';
import {
  type AccountChange,
  addVerifiedNumber,
  changeAccount,
  createAccount,
  lockAccount,
} from '../../store/accounts/accounts-write.ts';
import { openSandboxAccount } from '../../store/accounts/sandbox-account.ts';
import { undecidedAmong } from '../../store/accounts/sender-names.ts';
import { type Sender, sendersOf } from '../../store/accounts/senders.ts';
import { type Queryable, type Transaction, together } from '../../store/database.ts';
import { AccountChangeBody, accountShape, NewAccountBody, settingsAfter, settingsOfNew } from './account-body.ts';
import { keyShape } from './keys.ts';
import type { OperatorOptions } from './options.ts';
import {
  bodyOf,
  cursorOf,
  DEFAULT_LIMIT,
  FULL,
  LISTING,
  notFound,
  paramOf,
  phoneNumberOf,
  placeOf,
  queryOf,
  wrong,
} from './request.ts';
import { readSender, registerSender } from './sender-body.ts';
import { numberOf, pageOf } from './shapes.ts';

const AccountQuery = Type.Object(
  {
    state: Type.Optional(oneOf(['active', 'suspended'])),
    kind: Type.Optional(oneOf(['full_service', 'trial'])),
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    ...LISTING,
  },
  strict,
);

const ShowQuery = Type.Object(FULL, strict);

export function accountRoutes(app: FastifyInstance, options: OperatorOptions): void {
  const { db } = options;
  tellChanges(app, options);

  app.get('/accounts', async (request) => {
    const { limit = DEFAULT_LIMIT, after, ...filter } = queryOf(AccountQuery, request);
    const place = placeOf(Type.Tuple([Type.String()]), after);
    const accounts = await listAccounts(db, { ...filter, after: place?.[0], limit: limit + 1 });
    const { items, next } = pageOf(accounts, limit, ({ id }) => cursorOf([id]), accountShape);
    return { accounts: items, next };
  });

  app.post('/accounts', async (request, reply) => {
    const made = await create(options, request);
    const id = String(made.customer_id);
    options.context.hints.of('accounts', id, id);
    return reply.code(201).send(made);
  });

  app.get('/accounts/:id', async (request) => {
    const { full } = queryOf(ShowQuery, request);
    const account = (await findAccounts(db, [paramOf(request, 'id')])).get(paramOf(request, 'id'));
    if (!account) throw notFound('Account');
    return wholeShape(db, account, full);
  });

  app.patch('/accounts/:id', async (request) => {
    const { settings, ...fields } = bodyOf(AccountChangeBody, request);
    return change(options, request, async (tx, before) => {
      if (settings?.callback_key_id) await checkLiveKey(tx, before.id, settings.callback_key_id);
      return {
        ...fields,
        ...(settings === undefined
          ? {}
          : { settings: settingsAfter(before.settings, settings, options.allowedCountries) }),
      };
    });
  });

  app.post('/accounts/:id/suspend', (request) => change(options, request, async () => ({ state: 'suspended' })));
  app.post('/accounts/:id/activate', (request) =>
    change(options, request, async (tx, { id }) => {
      await openIfSandbox(options, tx, id);
      return { state: 'active' };
    }),
  );
}

/** Whatever is changed of an account is in effect on this node before the operator is answered. */
function tellChanges(app: FastifyInstance, { accountChanged }: OperatorOptions): void {
  app.addHook('onSend', async ({ method, routeOptions, params }) => {
    if (method === 'GET' || routeOptions.url?.includes('/accounts/:id') !== true) return;
    await accountChanged?.((params as { readonly id: string }).id);
  });
}

/** The account of the sandbox works in the sandbox alone, and is opened whole: with its key. */
async function openIfSandbox({ carriers }: OperatorOptions, tx: Transaction, id: string): Promise<void> {
  const isSandboxOff = carriers.some(({ simulated }) => !simulated);
  if ((await openSandboxAccount(tx, id)) && isSandboxOff) {
    throw wrong('customer_id', 'an account of your own: the one of the sandbox works while every carrier is simulated');
  }
}

/** The account with its first key, senders and verified numbers, all or nothing. */
async function create(options: OperatorOptions, request: FastifyRequest): Promise<Record<string, unknown>> {
  const { db, context } = options;
  const {
    customer_id: given,
    settings = {},
    senders = [],
    verified_numbers: numbers = [],
    api_key: brought,
    ...fields
  } = bodyOf(NewAccountBody, request);
  if (settings.callback_key_id) throw wrong('settings.callback_key_id', 'nothing before the account has a key');
  if (brought !== undefined && !isApiKey(brought)) throw wrong('api_key', API_KEY_ALLOWED);
  const id = given ?? customerId(context.randomBytes);
  const fresh = {
    id,
    kind: 'full_service' as const,
    products: [],
    addons: [],
    ...fields,
    settings: settingsOfNew(settings, options.allowedCountries),
  };
  const now = context.clock.now();
  const made = await db.transaction(async (tx) => {
    const account = await createAccount(tx, fresh, now);
    if (!account) throw wrong('customer_id', 'one that no account has');
    const named = senders.map((each, index) => ({
      prefix: `senders[${index}].`,
      ...readSender(`senders[${index}].`, each),
    }));
    // In one order: two accounts that are made at once wait for each other in one direction only.
    for (const { prefix, ...fresh } of named.sort((a, b) => (a.sender < b.sender ? -1 : 1))) {
      await registerSender(tx, id, fresh, { prefix, now });
    }
    for (const [index, number] of numbers.entries()) {
      await addVerifiedNumber(tx, id, phoneNumberOf(`verified_numbers[${index}]`, number), now);
    }
    const { key } = await makeKey(tx, options, { accountId: id, brought, now });
    return { ...(await wholeShape(tx, account, true)), ...(key === undefined ? {} : { api_key: key }) };
  });
  await options.accountChanged?.(id);
  return made;
}

async function wholeShape(
  db: Queryable,
  account: Account,
  full: boolean | undefined,
): Promise<Record<string, unknown>> {
  const [keys, senders, numbers] = await together([
    listKeys(db, account.id),
    sendersOf(db, [account.id]),
    listVerifiedNumbers(db, account.id),
  ]);
  return {
    ...accountShape(account),
    keys: keys.map(keyShape),
    senders: senders.map(({ sender, defaultFor, isShared }) => ({
      sender,
      default_for: defaultFor,
      shared: isShared,
    })),
    verified_numbers: numbers.map((number) => numberOf(number, full)),
    notes: await notesOn(db, senders),
  };
}

/** What an operator should know of the senders of an account. */
async function notesOn(db: Queryable, senders: readonly Sender[]): Promise<string[]> {
  const notes: string[] = [];
  if (!senders.some(({ sender }) => !sender.includes('@'))) {
    notes.push('no sender: its texts leave with an empty source address, which most carriers refuse');
  } else if (!senders.some(({ sender, defaultFor }) => defaultFor.length > 0 && !sender.includes('@'))) {
    notes.push('no default sender: a text that names no sender_id leaves with an empty source address');
  }
  for (const name of await undecidedAmong(
    db,
    senders.filter(({ isShared }) => isShared).map(({ sender }) => sender),
  )) {
    notes.push(
      `other accounts have the sender ${name}, too, and nobody has decided so: take it from them, or register it as shared`,
    );
  }
  return notes;
}

async function checkLiveKey(tx: Queryable, accountId: string, keyId: string): Promise<void> {
  const keys = await listKeys(tx, accountId);
  if (keys.some((key) => key.id === keyId && key.revokedAt === null)) return;
  throw wrong('settings.callback_key_id', 'the id of a live key of this account');
}

function change(
  { db, context }: OperatorOptions,
  request: FastifyRequest,
  changeOf: (tx: Transaction, before: Account) => Promise<AccountChange>,
): Promise<Record<string, unknown>> {
  return db.transaction(async (tx) => {
    const before = await lockAccount(tx, paramOf(request, 'id'));
    if (!before) throw notFound('Account');
    return accountShape(await changeAccount(tx, before, await changeOf(tx, before), context.clock.now()));
  });
}
