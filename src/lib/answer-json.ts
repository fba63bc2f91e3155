/**
 * JSON in what somebody else's server answers. Pure.
 *
 * 1. Servers are asked for plain bytes (`PLAIN`). One that answers in gzip all the same is read, to as many bytes as a
 *    plain answer may have.
 * 2. A byte order mark in front is no part of it (RFC 8259, 8.1).
 */
import { gunzipSync } from 'node:zlib';
import { type ExchangeAnswer, LONGEST_BODY_BYTES } from './http-exchange.ts';
import { parseJson } from './json.ts';

/** The head of a request for plain bytes: without it any coding would do (RFC 9110, 12.5.3). */
export const PLAIN = { 'accept-encoding': 'identity' } as const;

const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);

/** Undefined when the body says nothing. Never throws. */
export function answerJson({ headers, body }: Pick<ExchangeAnswer, 'headers' | 'body'>): unknown {
  const bytes = plainBytes(headers['content-encoding'], body);
  if (bytes === null) return undefined;
  return parseJson(
    bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes,
  );
}

/** Null when it cannot be read. */
function plainBytes(coding: string | undefined, body: Buffer): Buffer | null {
  const name = coding?.trim().toLowerCase() ?? '';
  if (name !== 'gzip' && name !== 'x-gzip') return body;
  try {
    return gunzipSync(body, { maxOutputLength: LONGEST_BODY_BYTES });
  } catch {
    return null;
  }
}
