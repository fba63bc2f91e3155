/**
 * GET /v1/phoneid: what an account has asked of numbers and was answered, newest first (docs/records.md). Nothing of
 * anybody else is found.
 *
 * 1. Without `full=true` nothing personal is shown: the number is masked, and of each add-on stands how it was answered
 *    and not what. With it the answer stands there as it was given.
 * 2. Of a number that was erased nothing is left but that it was asked for, and when.
 */

import { toReference } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { asJsonObject, type JsonObject } from '../../lib/json.ts';
import { maskNumber } from '../../lib/log.ts';
import type { Database } from '../../store/database.ts';
import { type LookUpFilter, listLookUps } from '../../store/phone-id/look-up-lists.ts';
import type { StoredLookUp } from '../../store/phone-id/look-ups.ts';
import {
  LONGEST_EXTERNAL_ID,
  readAfterId,
  readFlag,
  readLimit,
  readNumber,
  readOneOf,
  readSpan,
  readText,
  referenceOrNull,
} from '../listing.ts';
import { LOOK_UP_STATUS } from '../look-up-number/answer.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';

export function ownLookUps({ db }: { readonly db: Database }): Operation {
  return {
    name: 'list_look_ups',
    product: 'phoneid',
    method: 'GET',
    path: '/v1/phoneid',
    bodyLimitBytes: 10 * 1024,
    handle: (request) => answer(db, request),
  };
}

async function answer(db: Database, request: OperationRequest): Promise<Answer> {
  const query = new URLSearchParams(request.query);
  const isFull = readFlag(query, 'full');
  const { rows, next } = await listLookUps(db, readLookUpQuery(query, request.caller.account.id));
  const body = { look_ups: rows.map((row) => lookUpRow(row, isFull)), next: referenceOrNull(next) };
  return { status: 200, body: JSON.stringify(body) };
}

const STATUSES = Object.keys(LOOK_UP_STATUS);

export function readLookUpQuery(query: URLSearchParams, accountId: string): LookUpFilter {
  const status = readOneOf(query, 'status', STATUSES);
  return {
    accountId,
    number: readNumber(query, 'recipient'),
    externalId: readText(query, 'external_id', LONGEST_EXTERNAL_ID),
    status: status === undefined ? undefined : Number(status),
    ...readSpan(query),
    before: readAfterId(query),
    limit: readLimit(query),
  };
}

/** Rules 1 and 2. */
function lookUpRow({ id, externalId, number, answer: text, evidence, createdAt }: StoredLookUp, isFull: boolean) {
  const answered = asJsonObject(JSON.parse(text)) ?? {};
  const isKept = /^[0-9]+$/.test(number);
  const asked = evidence.map(({ add_on: addOn }) => addOn);
  return {
    reference_id: toReference(id),
    external_id: externalId,
    phone_number: isKept ? (isFull ? number : maskNumber(number)) : null,
    asked,
    created_on: iso(createdAt),
    answer: isKept ? (isFull ? answered : withoutPeople(answered, asked)) : null,
  };
}

function withoutPeople(answered: JsonObject, asked: readonly string[]): JsonObject {
  const { status, phone_type: type, carrier, location } = answered;
  const addOns = asked.map((name) => [name, { status: asJsonObject(answered[name])?.status ?? null }]);
  const country = asJsonObject(location)?.country ?? null;
  return { status, phone_type: type, carrier, location: { country }, ...Object.fromEntries(addOns) };
}
