/**
 * Phone ID: shows a look-up with the sources of its answers, the consents, and the hard caps of an account.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { capOf, monthOf } from '../../engine/look-ups/caps.ts';
import { toReference } from '../../lib/ids.ts';
import { asJsonObject } from '../../lib/json.ts';
import { strict } from '../../lib/schemas.ts';
import { ADD_ONS, type AddOn } from '../../sources/source.ts';
import type { Account } from '../../store/accounts/account.ts';
import { listCappedAccounts } from '../../store/accounts/account-lists.ts';
import { findAccounts } from '../../store/accounts/accounts.ts';
import { countUses, resetUses } from '../../store/phone-id/add-on-caps.ts';
import { type ListedConsent, listConsents } from '../../store/phone-id/consents.ts';
import { findLookUp } from '../../store/phone-id/look-ups.ts';
import type { OperatorOptions } from './options.ts';
import {
  AfterId,
  cursorOf,
  DEFAULT_LIMIT,
  FULL,
  idOf,
  LISTING,
  notFound,
  paramOf,
  phoneNumberOf,
  placeOf,
  queryOf,
} from './request.ts';
import { numberOf, pageOf, timeOf, timeOrNull } from './shapes.ts';

const ShowQuery = Type.Object(FULL, strict);
const NoQuery = Type.Object({}, strict);
const CapQuery = Type.Object(LISTING, strict);
const AfterAccount = Type.Tuple([Type.String({ maxLength: 64 })]);

const ConsentQuery = Type.Object(
  {
    customer_id: Type.Optional(Type.String({ maxLength: 64 })),
    number: Type.Optional(Type.String({ maxLength: 30 })),
    ...FULL,
    ...LISTING,
  },
  strict,
);

export function lookUpRoutes(app: FastifyInstance, { db, context }: OperatorOptions): void {
  app.get('/look-ups/:reference', async (request) => {
    const { full } = queryOf(ShowQuery, request);
    const id = idOf(paramOf(request, 'reference'));
    const lookUp = id === null ? null : await findLookUp(db, id);
    if (!lookUp) throw notFound('Look-up');
    return {
      reference_id: toReference(lookUp.id),
      customer_id: lookUp.accountId,
      external_id: lookUp.externalId,
      number: numberOf(lookUp.number, full),
      status: lookUp.status,
      created_on: timeOf(lookUp.createdAt),
      add_ons: lookUp.evidence,
      // It holds the number, and may hold a name and an address.
      answer: full === true ? asJsonObject(JSON.parse(lookUp.answer)) : null,
    };
  });

  app.get('/consents', async (request) => {
    const { customer_id: accountId, number, full, limit = DEFAULT_LIMIT, after } = queryOf(ConsentQuery, request);
    const rows = await listConsents(db, {
      accountId,
      number: number === undefined ? undefined : phoneNumberOf('number', number),
      after: placeOf(AfterId, after)?.[0],
      limit: limit + 1,
    });
    const show = (row: ListedConsent) => consentShape(row, full);
    const { items, next } = pageOf(rows, limit, ({ lookUpId }) => cursorOf([lookUpId]), show);
    return { consents: items, next };
  });

  app.get('/addon-caps', async (request) => {
    const { limit = DEFAULT_LIMIT, after } = queryOf(CapQuery, request);
    const accounts = await listCappedAccounts(db, { limit: limit + 1, after: placeOf(AfterAccount, after)?.[0] });
    const { items, next } = pageOf(
      accounts,
      limit,
      ({ id }) => cursorOf([id]),
      (account) => account,
    );
    const caps = await Promise.all(items.map((account) => capsOf(account)));
    return {
      ...shownMonth(),
      accounts: items.map(({ id, name }, index) => ({ customer_id: id, name, addon_caps: caps[index] ?? [] })),
      next,
    };
  });

  app.get('/accounts/:id/addon-caps', async (request) => {
    queryOf(NoQuery, request);
    return { ...shownMonth(), addon_caps: await capsOf(await accountOf(request)) };
  });

  app.post('/accounts/:id/addon-caps/:addon/reset', async (request) => {
    const account = await accountOf(request);
    const addOn = addOnOf(paramOf(request, 'addon'));
    const month = monthOf(context.clock.now());
    const forgotten = await resetUses(db, { accountId: account.id, addOn, ...month });
    return { add_on: addOn, cap: capOf(account, addOn), used: 0, forgotten };
  });

  function shownMonth(): { from: string; to: string } {
    const { monthStart, monthEnd } = monthOf(context.clock.now());
    return { from: timeOf(monthStart), to: timeOf(monthEnd) };
  }

  async function capsOf(account: Account) {
    const month = monthOf(context.clock.now());
    const capped = ADD_ONS.filter((addOn) => capOf(account, addOn) !== null);
    const used = await Promise.all(capped.map((addOn) => countUses(db, { accountId: account.id, addOn, ...month })));
    return capped.map((addOn, index) => ({ add_on: addOn, cap: capOf(account, addOn), used: used[index] ?? 0 }));
  }

  async function accountOf(request: FastifyRequest): Promise<Account> {
    const id = paramOf(request, 'id');
    const account = (await findAccounts(db, [id])).get(id);
    if (!account) throw notFound('Account');
    return account;
  }
}

function addOnOf(name: string): AddOn {
  const addOn = ADD_ONS.find((each) => each === name);
  if (!addOn) throw notFound('Add-on');
  return addOn;
}

function consentShape(row: ListedConsent, full: boolean | undefined): Record<string, unknown> {
  return {
    reference_id: toReference(row.lookUpId),
    customer_id: row.accountId,
    number: numberOf(row.number, full),
    method: row.method,
    consented_on: timeOrNull(row.consentedAt),
    add_ons: row.addOns,
    asked_on: timeOf(row.askedAt),
  };
}
