/**
 * Messages that we make from others: responses, the ACK and the CANCEL of an INVITE (RFC 3261, 8.2.6, 17.1.1.3, 9.1). Pure.
 */
import type { HeaderField, SipRequest, SipResponse } from './fields.ts';
import { hostText, indexOutsideQuotes, type Via } from './grammar.ts';
import { readNameAddress } from './lenient.ts';
import { headerOf, linesOf, NO_BODY, type ReceivedRequest } from './message.ts';

/** What we understand in a dialog. */
export const ALLOWED_METHODS = 'INVITE, ACK, BYE, CANCEL, OPTIONS, UPDATE, INFO, PRACK';

const REASONS: Readonly<Record<number, string>> = {
  100: 'Trying',
  180: 'Ringing',
  183: 'Session Progress',
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  407: 'Proxy Authentication Required',
  415: 'Unsupported Media Type',
  420: 'Bad Extension',
  422: 'Session Interval Too Small',
  480: 'Temporarily Unavailable',
  481: 'Call/Transaction Does Not Exist',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
  491: 'Request Pending',
  500: 'Server Internal Error',
  503: 'Service Unavailable',
  505: 'Version Not Supported',
  603: 'Decline',
};

export interface ResponseExtras {
  /** Put into To when the request has no tag there. */
  readonly tag?: string;
  readonly headers?: readonly HeaderField[];
  readonly body?: Uint8Array;
}

/** A response with the fields that it takes over from the request. */
export function responseTo(request: SipRequest, status: number, extras: ResponseExtras = {}): SipResponse {
  const { tag, headers = [], body = NO_BODY } = extras;
  const to = headerOf(request, 'to') ?? '';
  const isTagged = tag === undefined || status === 100 || readNameAddress(to)?.params.has('tag') === true;
  const copied = ['via', 'from', 'call-id', 'cseq'].flatMap((name) => fieldsOf(request, name));
  const makesDialog = request.method === 'INVITE' && status > 100 && status < 300;
  return {
    kind: 'response',
    status,
    reason: REASONS[status] ?? 'Unknown',
    headers: [
      ...copied,
      { name: 'to', value: isTagged ? to : `${to};tag=${tag}` },
      ...(makesDialog ? fieldsOf(request, 'record-route') : []),
      ...headers,
    ],
    body,
  };
}

/** The same request as it came from `source`: its first Via says so (RFC 3261, 18.2.1; RFC 3581). */
export function withSource(
  request: ReceivedRequest,
  source: { readonly host: string; readonly port: number },
): ReceivedRequest {
  const { via } = request;
  const params = new Map(via.params);
  if (params.has('rport')) params.set('rport', String(source.port));
  if (params.has('rport') || via.host !== source.host) params.set('received', source.host);
  const first = request.headers.findIndex(({ name }) => name === 'via');
  const value = request.headers[first]?.value ?? '';
  const rest = restOfList(value);
  const headers = request.headers.map((field, i) =>
    i === first ? { name: 'via', value: `${viaText({ ...via, params })}${rest}` } : field,
  );
  return { ...request, headers, via: { ...via, params } };
}

export function viaText({ transport, host, port, params }: Via): string {
  const fields = [...params].map(([name, value]) => (value === '' ? `;${name}` : `;${name}=${value}`));
  return `SIP/2.0/${transport} ${hostText(host)}${port === null ? '' : `:${port}`}${fields.join('')}`;
}

/** The ACK of a final answer that is no 2xx: same branch, To as in the answer. */
export function ackFor(invite: SipRequest, answer: { readonly headers: readonly HeaderField[] }): SipRequest {
  return hopByHop(invite, 'ACK', headerOf(answer, 'to') ?? headerOf(invite, 'to') ?? '');
}

/** Same branch, so that it finds the INVITE at the next hop. */
export function cancelFor(invite: SipRequest, reason: string): SipRequest {
  const cancel = hopByHop(invite, 'CANCEL', headerOf(invite, 'to') ?? '');
  return { ...cancel, headers: [...cancel.headers, { name: 'reason', value: reason }] };
}

function hopByHop(invite: SipRequest, method: 'ACK' | 'CANCEL', to: string): SipRequest {
  const number = (headerOf(invite, 'cseq') ?? '').split(' ')[0] ?? '';
  return {
    kind: 'request',
    method,
    uri: invite.uri,
    headers: [
      ...fieldsOf(invite, 'via').slice(0, 1),
      ...fieldsOf(invite, 'route'),
      { name: 'max-forwards', value: '70' },
      ...fieldsOf(invite, 'from'),
      { name: 'to', value: to },
      ...fieldsOf(invite, 'call-id'),
      { name: 'cseq', value: `${number} ${method}` },
    ],
    body: NO_BODY,
  };
}

function fieldsOf(message: { readonly headers: readonly HeaderField[] }, name: string): HeaderField[] {
  return linesOf(message, name).map((value) => ({ name, value }));
}

/** `, …` after the first entry of a list. */
function restOfList(value: string): string {
  const comma = indexOutsideQuotes(value, ',');
  return comma < 0 ? '' : value.slice(comma);
}
