/**
 * The rows in which something lies sealed, as their values are bound to them (lib/sealed.ts). Pure.
 *
 * 1. A row is named by its table and by the columns of its key, which never change. This choice is for good: with other
 *    columns, values that were sealed before could not be opened. The bucket follows from the key and is not named.
 * 2. A table holds one sealed value in a row.
 */
import type { SealedRow } from '../../lib/sealed.ts';
import type { IdempotencyKey } from '../requests/idempotency.ts';

export function apiKeyRow(accountId: string, id: string): SealedRow {
  return ['api_keys', accountId, id];
}

export function callbackSecretRow(accountId: string, id: string): SealedRow {
  return ['callback_secrets', accountId, id];
}

export function idempotencyRow({ key, accountId, path }: IdempotencyKey): SealedRow {
  return ['idempotency_keys', key, accountId, path];
}

export function gatewayKeyRow(name: string): SealedRow {
  return ['sealed_keys', name];
}

export function verificationRow(id: string): SealedRow {
  return ['verifications', id];
}

export function callCodeRow(messageId: string): SealedRow {
  return ['calls', messageId];
}
