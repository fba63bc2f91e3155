/**
 * A dialog as its caller keeps it, and requests inside of it (RFC 3261, 12). Pure.
 *
 * 1. The route set is the answer's Record-Route from the last to the first, and does not change once a 2xx has come.
 * 2. A first route without `lr` is a strict router: it is the address asked for, and the target goes to the end.
 * 3. A provisional answer makes one when it has a tag. A 2xx always makes one, since it has to be acknowledged and hung up
 *    on however odd it is: one that does not say where the callee is goes by the address that was called, to the trunk
 *    (`hasTarget`).
 */
import type { HeaderField, SipRequest } from './fields.ts';
import { parseNameAddress } from './grammar.ts';
import { readList, readNameAddress, readTarget, targetIn } from './lenient.ts';
import { headerOf, linesOf, NO_BODY, type ReceivedRequest, type ReceivedResponse } from './message.ts';

export interface Dialog {
  readonly callId: string;
  /** From and To of our requests, with their tags. */
  readonly local: string;
  readonly remote: string;
  readonly localTag: string;
  readonly remoteTag: string;
  /** The peer's Contact. */
  readonly target: string;
  /** Rule 3. */
  readonly hasTarget: boolean;
  readonly routes: readonly string[];
}

export interface RequestOptions {
  readonly method: string;
  readonly sequence: number;
  readonly headers?: readonly HeaderField[];
  readonly body?: Uint8Array;
}

/** The dialog that an answer to our INVITE makes (rule 3). */
export function dialogOf(invite: SipRequest, response: ReceivedResponse): Dialog | null {
  // No tag is the empty one (12.1.2).
  const remoteTag = response.to.params.get('tag') ?? '';
  if (remoteTag === '' && response.status < 200) return null;
  const target = contactOf(response);
  return {
    ...ours(invite),
    remote: headerOf(response, 'to') ?? '',
    remoteTag,
    target: target ?? invite.uri,
    hasTarget: target !== null,
    routes: routesIn(response).reverse(),
  };
}

/**
 * The dialog of a request that has overtaken the provisional answer which makes it. Its sender sees itself as the one who
 * is asked next, so that the routes are in our order already (12.1.1).
 */
export function dialogBefore(invite: SipRequest, request: ReceivedRequest): Dialog {
  const target = contactOf(request);
  return {
    ...ours(invite),
    remote: headerOf(request, 'from') ?? '',
    remoteTag: request.from.params.get('tag') ?? '',
    target: target ?? invite.uri,
    hasTarget: target !== null,
    routes: routesIn(request),
  };
}

/** The same dialog with the Contact that a re-INVITE or UPDATE has named. */
export function retarget(dialog: Dialog, message: { readonly headers: readonly HeaderField[] }): Dialog {
  const target = contactOf(message);
  return target === null ? dialog : { ...dialog, target, hasTarget: true };
}

/** A request in the dialog, without Via, and the address of the next hop; '' where that is the trunk. */
export function requestIn(dialog: Dialog, options: RequestOptions): { request: SipRequest; nextHop: string } {
  const { method, sequence, headers = [], body = NO_BODY } = options;
  const [first, ...others] = dialog.routes;
  const next = readNameAddress(first ?? '');
  const isStrict = next !== null && !readTarget(next.uri)?.params.has('lr');
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
  return { request, nextHop: next?.uri ?? (dialog.hasTarget ? dialog.target : '') };
}

function ours(invite: SipRequest): Pick<Dialog, 'callId' | 'local' | 'localTag'> {
  const local = headerOf(invite, 'from') ?? '';
  return {
    callId: headerOf(invite, 'call-id') ?? '',
    local,
    localTag: parseNameAddress(local)?.params.get('tag') ?? '',
  };
}

/** The URI of the first Contact; null when there is none that can be called. */
function contactOf(message: { readonly headers: readonly HeaderField[] }): string | null {
  return targetIn(linesOf(message, 'contact'));
}

/** Of Record-Route, what can be gone through. */
function routesIn(message: { readonly headers: readonly HeaderField[] }): string[] {
  const isWay = (entry: string) => readTarget(readNameAddress(entry)?.uri ?? '') !== null;
  return linesOf(message, 'record-route').flatMap(readList).filter(isWay);
}
