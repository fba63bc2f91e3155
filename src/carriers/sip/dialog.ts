/**
 * A dialog as its caller keeps it, and requests inside of it (RFC 3261, 12). Pure.
 *
 * 1. The route set is the answer's Record-Route from the last to the first, and does not change any more.
 * 2. A first route without `lr` is a strict router: it is the address asked for, and the target goes to the end.
 */
import { parseNameAddress, parseSipUri } from './grammar.ts';
import { type HeaderField, headerOf, listOf, NO_BODY, type ReceivedResponse, type SipRequest } from './message.ts';

export interface Dialog {
  readonly callId: string;
  /** From and To of our requests, with their tags. */
  readonly local: string;
  readonly remote: string;
  readonly localTag: string;
  readonly remoteTag: string;
  /** The peer's Contact. */
  readonly target: string;
  readonly routes: readonly string[];
}

export interface RequestOptions {
  readonly method: string;
  readonly sequence: number;
  readonly headers?: readonly HeaderField[];
  readonly body?: Uint8Array;
}

/** The dialog that an answer to our INVITE makes; null when it has no tag or no usable Contact. */
export function dialogOf(invite: SipRequest, response: ReceivedResponse): Dialog | null {
  const target = contactOf(response) ?? (response.status < 200 ? invite.uri : null);
  const local = headerOf(invite, 'from') ?? '';
  const remoteTag = response.to.params.get('tag');
  if (target === null || remoteTag === undefined) return null;
  return {
    callId: response.callId,
    local,
    remote: headerOf(response, 'to') ?? '',
    localTag: parseNameAddress(local)?.params.get('tag') ?? '',
    remoteTag,
    target,
    routes: listOf(response, 'record-route').reverse(),
  };
}

/** The same dialog with the Contact that a re-INVITE or UPDATE has named. */
export function retarget(dialog: Dialog, message: { readonly headers: readonly HeaderField[] }): Dialog {
  const target = contactOf(message);
  return target === null ? dialog : { ...dialog, target };
}

/** A request in the dialog, without Via, and the address of the next hop. */
export function requestIn(dialog: Dialog, options: RequestOptions): { request: SipRequest; nextHop: string } {
  const { method, sequence, headers = [], body = NO_BODY } = options;
  const [first, ...others] = dialog.routes;
  const next = parseNameAddress(first ?? '');
  const isStrict = next !== null && !parseSipUri(next.uri)?.params.has('lr');
  const routes = isStrict ? [...others, `<${dialog.target}>`] : dialog.routes;
  const request: SipRequest = {
    kind: 'request',
    method,
    uri: isStrict ? next.uri : dialog.target,
    headers: [
      ...routes.map((value) => ({ name: 'route', value })),
      { name: 'max-forwards', value: '70' },
      { name: 'from', value: dialog.local },
      { name: 'to', value: dialog.remote },
      { name: 'call-id', value: dialog.callId },
      { name: 'cseq', value: `${sequence} ${method}` },
      ...headers,
    ],
    body,
  };
  return { request, nextHop: next?.uri ?? dialog.target };
}

function contactOf(message: { readonly headers: readonly HeaderField[] }): string | null {
  const uri = parseNameAddress(listOf(message, 'contact')[0] ?? '')?.uri;
  return uri !== undefined && parseSipUri(uri) ? uri : null;
}
