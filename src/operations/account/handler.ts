/**
 * GET and PATCH /v1/account: what an account may do, and the settings that it changes itself (contract section 13,
 * docs/account.md).
 *
 * 1. Shown is what stands in the store, so that an account sees its own change wherever it asks. What it changed is in
 *    effect on every node within two seconds (engine/accounts/account-directory.ts).
 * 2. A limit is shown as it holds: the account's own, else the gateway's. 0 stands for no limit.
 */
import type { AccountDirectory } from '../../engine/accounts/account-directory.ts';
import { Refusal } from '../../errors.ts';
import { fromReference, toReference } from '../../lib/ids.ts';
import type { Account, AccountSettings } from '../../store/accounts/account.ts';
import { type AdmissionLimits, limitOf } from '../../store/accounts/account-limits.ts';
import { listKeys } from '../../store/accounts/account-lists.ts';
import { findAccounts } from '../../store/accounts/accounts.ts';
import { changeAccount, lockAccount } from '../../store/accounts/accounts-write.ts';
import { sendersOf } from '../../store/accounts/senders.ts';
import { type Database, type Queryable, together } from '../../store/database.ts';
import { readJsonObject } from '../json-body.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';
import { checkSaid, OWN_SETTINGS, type OwnSettings, readOwnSettings, settingsShape, settingsWith } from './settings.ts';

export interface OwnAccountOptions {
  readonly db: Database;
  readonly directory: Pick<AccountDirectory, 'forget'>;
  readonly limits: AdmissionLimits;
  /** For each product. */
  readonly requestsPerSecond: number;
}

/** What is limited by itself (http/rate-limit.ts). */
const LIMITED = ['omnichannel', 'messaging', 'phoneid', 'anonymous', 'verify'] as const;

/** What a setting is that nobody has set. */
const DEFAULTS: Readonly<Record<string, string>> = {
  callback_method: 'POST',
  inbound_method: 'POST',
  fallback_time_unit: 'seconds',
};

export function ownAccount(options: OwnAccountOptions): Operation[] {
  const common = { product: 'omnichannel', path: '/v1/account', bodyLimitBytes: 64 * 1024 } as const;
  return [
    { ...common, name: 'show_account', method: 'GET', handle: (request) => show(options, request) },
    { ...common, name: 'change_account', method: 'PATCH', handle: (request) => change(options, request) },
  ];
}

async function show(options: OwnAccountOptions, { caller }: OperationRequest): Promise<Answer> {
  const accounts = await findAccounts(options.db, [caller.account.id]);
  return answerOf(options, options.db, accounts.get(caller.account.id) ?? caller.account);
}

async function change(options: OwnAccountOptions, { caller, body, at }: OperationRequest): Promise<Answer> {
  const { db, directory } = options;
  const { id } = caller.account;
  const asked = readOwnSettings(readJsonObject(body));
  const answer = await db.transaction(async (tx) => {
    const before = (await lockAccount(tx, id)) ?? caller.account;
    const settings = settingsWith(before.settings, { ...asked, ...(await readKey(tx, id, asked)) }, '');
    checkSaid(before.settings, settings);
    return answerOf(options, tx, await changeAccount(tx, before, { settings }, at));
  });
  await directory.forget(id);
  return answer;
}

/** The key that signs callbacks, as it is stored. */
async function readKey(tx: Queryable, accountId: string, { callback_key_id: asked }: OwnSettings): Promise<object> {
  if (asked === undefined || asked === null) return {};
  const id = fromReference(asked.replaceAll('-', ''));
  const keys = await listKeys(tx, accountId);
  if (keys.some((key) => key.id === id && key.revokedAt === null)) return { callback_key_id: id };
  throw new Refusal('value_invalid', { name: 'callback_key_id', allowed: 'the id of a live key of the account' });
}

async function answerOf(options: OwnAccountOptions, db: Queryable, account: Account): Promise<Answer> {
  const [senders] = await together([sendersOf(db, [account.id])]);
  const body = {
    customer_id: account.id,
    name: account.name,
    kind: account.kind,
    state: account.state,
    products: account.products,
    addons: account.addons,
    limits: limitsShape(options, account.settings),
    senders: senders.map(({ sender, defaultFor }) => ({ sender, default_for: defaultFor })),
    ...ownSettingsShape(account.settings),
    created_on: new Date(account.createdAt).toISOString(),
    updated_on: new Date(account.updatedAt).toISOString(),
  };
  return { status: 200, body: JSON.stringify(body) };
}

/** Each by its name, null where nothing is set and nothing stands in for it. */
function ownSettingsShape(settings: AccountSettings): Record<string, unknown> {
  const shown: Record<string, unknown> = settingsShape(settings);
  const { callbackKeyId } = settings;
  if (callbackKeyId !== undefined) shown.callback_key_id = toReference(callbackKeyId);
  return Object.fromEntries(Object.keys(OWN_SETTINGS).map((name) => [name, shown[name] ?? DEFAULTS[name] ?? null]));
}

/** Rule 2. */
function limitsShape({ limits, requestsPerSecond }: OwnAccountOptions, settings: AccountSettings): object {
  const names = Object.keys(limits) as Array<keyof AdmissionLimits>;
  const { requestsPerSecond: own = {}, addonCaps = {} } = settings;
  return settingsShape({
    requestsPerSecond: Object.fromEntries(LIMITED.map((product) => [product, own[product] ?? requestsPerSecond])),
    allowedCountries: settings.allowedCountries ?? ['*'],
    ...Object.fromEntries(names.map((name) => [name, limitOf(name, settings, limits)])),
    addonCaps,
  });
}
