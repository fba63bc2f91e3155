/**
 * Which transaction a message belongs to, and which way an answer goes (RFC 3261, 17.1.3, 17.2.3 and 18.2.2). Pure.
 */
import type { Flow } from '../transport/flow.ts';
import type { SipRequest } from './fields.ts';
import { readVia } from './lenient.ts';
import type { ReceivedRequest } from './message.ts';
import { viaText } from './messages.ts';

/** Every branch of RFC 3261 begins with it (8.1.1.7). */
export const MAGIC = 'z9hG4bK';

export function withVia(request: SipRequest, flow: Flow, branch: string): SipRequest {
  if (request.headers.some(({ name }) => name === 'via')) return request;
  const params = new Map([
    ['rport', ''],
    ['branch', branch],
  ]);
  const value = viaText({ transport: flow.transport.toUpperCase(), ...flow.local, params });
  return { ...request, headers: [{ name: 'via', value }, ...request.headers] };
}

export function branchOf({ headers }: SipRequest): string {
  const via = headers.find(({ name }) => name === 'via')?.value ?? '';
  return readVia(via)?.params.get('branch') ?? '';
}

/** RFC 3261, 17.2.3; for peers of before that by what makes their request unique. */
export function serverKey({ via, callId, cseq, from, uri }: ReceivedRequest, method: string): string {
  const branch = via.params.get('branch') ?? '';
  const place = `${via.host}:${via.port ?? ''}`;
  if (branch.startsWith(MAGIC) && branch.length > MAGIC.length) return `${branch} ${place} ${method}`;
  return `${callId} ${cseq.number} ${from.params.get('tag') ?? ''} ${uri} ${branch} ${place} ${method}`;
}

/** Where the answer to a request goes (RFC 3261, 18.2.2; RFC 3581). */
export function replyFlow({ via }: ReceivedRequest, flow: Flow): Flow {
  if (flow.isReliable || via.params.has('rport')) return flow;
  return flow.toPort(via.port ?? 5060);
}
