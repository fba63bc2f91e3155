/**
 * HTTP as the simulated RBM speaks it: bodies up to the limit of the real one, and answers in JSON.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '../../lib/json.ts';

export interface Reply {
  readonly status: number;
  readonly body: JsonObject;
}

const LARGEST_BODY = 250 * 1024;

export function errorReply(code: number, status: string, message: string): Reply {
  return { status: code, body: { error: { code, message, status } } };
}

export function sendReply(response: ServerResponse, { status, body }: Reply): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=UTF-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

/** Null when the body is too large. */
export async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LARGEST_BODY) chunks.push(chunk);
  }
  return size <= LARGEST_BODY ? Buffer.concat(chunks) : null;
}
