/**
 * GET /verification: an account's own verifications with several methods, newest first, each in the body of its own GET
 * (docs/records.md). Nothing of anybody else is found.
 */
import { CHANNEL_NAMES } from '../../carriers/channels.ts';
import { verificationBody } from '../../engine/verification/verification-body.ts';
import { formsOf } from '../../lib/phone-number.ts';
import type { Database } from '../../store/database.ts';
import type { VerificationState } from '../../store/verifications/verification.ts';
import { listVerifications, type VerificationFilter } from '../../store/verifications/verification-lists.ts';
import {
  LONGEST_EXTERNAL_ID,
  readAfterId,
  readLimit,
  readNumber,
  readOneOf,
  readSpan,
  readText,
  referenceOrNull,
} from '../listing.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';

export const VERIFICATION_STATES: readonly VerificationState[] = [
  'CREATED',
  'ONGOING',
  'REJECTED',
  'FAILED',
  'VERIFIED',
  'CANCELED',
];

export function ownVerifications({ db }: { readonly db: Database }): Operation {
  return {
    name: 'list_verifications',
    product: 'verification',
    method: 'GET',
    path: '/verification',
    bodyLimitBytes: 10 * 1024,
    handle: (request) => answer(db, request),
  };
}

async function answer(db: Database, { caller, query }: OperationRequest): Promise<Answer> {
  const { rows, next } = await listVerifications(
    db,
    readVerificationQuery(new URLSearchParams(query), caller.account.id),
  );
  const body = { verifications: rows.map(verificationBody), next: referenceOrNull(next) };
  return { status: 200, body: JSON.stringify(body) };
}

export function readVerificationQuery(query: URLSearchParams, accountId: string): VerificationFilter {
  const recipient = readNumber(query, 'recipient');
  return {
    accountId,
    recipients: recipient === undefined ? undefined : formsOf(recipient),
    externalId: readText(query, 'external_id', LONGEST_EXTERNAL_ID),
    state: readOneOf(query, 'status', VERIFICATION_STATES),
    method: readOneOf(query, 'channel', CHANNEL_NAMES),
    ...readSpan(query),
    before: readAfterId(query),
    limit: readLimit(query),
  };
}
