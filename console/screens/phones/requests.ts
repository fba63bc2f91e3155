/**
 * The requests of these screens. `number`: of a handset, or its id (address.ts).
 */
import { api, GATEWAY_URL, take } from '../../api/client.ts';
import { ApiFailure, failureOf, NO_ANSWER } from '../../api/failure.ts';
import type { paths } from '../../api/schema.ts';

type Body<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  requestBody?: { content: { 'application/json': infer Json } };
}
  ? Json
  : never;

type Operation = Body<'/operator/v1/sandbox/send', 'post'>['operation'];

const of = (number: string) => ({ params: { path: { number } } });

export function listHandsets(limit: number) {
  return take(api.GET('/operator/v1/sandbox/handsets', { params: { query: { limit } } }));
}

export function showHandset(number: string) {
  return take(api.GET('/operator/v1/sandbox/handsets/{number}', of(number)));
}

export function listStories() {
  return take(api.GET('/operator/v1/sandbox/stories'));
}

export function send(operation: Operation, body: Readonly<Record<string, unknown>>) {
  return take(api.POST('/operator/v1/sandbox/send', { body: { operation, body } }));
}

/** What has become of what was sent. */
export function showMessage(reference: string) {
  return take(api.GET('/operator/v1/messages/{reference_id}', { params: { path: { reference_id: reference } } }));
}

export function reply(number: string, body: Body<'/operator/v1/sandbox/handsets/{number}/reply', 'post'>) {
  return take(api.POST('/operator/v1/sandbox/handsets/{number}/reply', { ...of(number), body }));
}

export function sendFile(number: string, body: Body<'/operator/v1/sandbox/handsets/{number}/file', 'post'>) {
  return take(api.POST('/operator/v1/sandbox/handsets/{number}/file', { ...of(number), body }));
}

export function sendLocation(number: string, body: Body<'/operator/v1/sandbox/handsets/{number}/location', 'post'>) {
  return take(api.POST('/operator/v1/sandbox/handsets/{number}/location', { ...of(number), body }));
}

/** What the phone does, in words. */
export async function tap(number: string, body: { readonly reference_id?: string; readonly index: number }) {
  const { what_happens: words } = await take(
    api.POST('/operator/v1/sandbox/handsets/{number}/tap', { ...of(number), body }),
  );
  return `Pressed: ${words}`;
}

export function setWaits(number: string, waits: boolean) {
  return take(api.PUT('/operator/v1/sandbox/handsets/{number}/waits', { ...of(number), body: { waits } }));
}

export type CallAct =
  | { readonly act: 'answer' | 'decline' | 'hang-up' }
  | { readonly act: 'keys'; readonly keys: string };

export function actOnCall(number: string, callId: string, act: CallAct) {
  const call = { params: { path: { number, call_id: callId } } };
  switch (act.act) {
    case 'answer':
      return take(api.POST('/operator/v1/sandbox/handsets/{number}/calls/{call_id}/answer', call));
    case 'decline':
      return take(api.POST('/operator/v1/sandbox/handsets/{number}/calls/{call_id}/decline', call));
    case 'hang-up':
      return take(api.POST('/operator/v1/sandbox/handsets/{number}/calls/{call_id}/hang-up', call));
    case 'keys': {
      const body = { keys: act.keys };
      return take(api.POST('/operator/v1/sandbox/handsets/{number}/calls/{call_id}/keys', { ...call, body }));
    }
  }
}

export function recordingUrl(number: string, callId: string): string {
  return `${GATEWAY_URL}/operator/v1/sandbox/handsets/${number}/calls/${callId}.wav`;
}

export async function recordingOf(number: string, callId: string): Promise<ArrayBuffer> {
  const response = await fetch(recordingUrl(number, callId), { credentials: 'same-origin' }).catch(() => null);
  if (response === null) throw new ApiFailure(0, null, NO_ANSWER);
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => null));
  return response.arrayBuffer();
}

interface SessionWanted {
  readonly numbers: readonly [string, string];
  readonly hours: number;
}

/** Opens a masked session: the mask that stands for the first number, which the second texts, and that of the second. */
export async function openSession({ numbers: [first, second], hours }: SessionWanted) {
  const body = { phone_number_1: first, phone_number_2: second, validity_period: hours };
  const { session_data: data } = (await send('session', body)) as {
    session_data?: { phone_number_1?: { masked_id?: unknown }; phone_number_2?: { masked_id?: unknown } };
  };
  const masks = [data?.phone_number_1?.masked_id, data?.phone_number_2?.masked_id] as const;
  return { masks: [String(masks[0] ?? ''), String(masks[1] ?? '')] as const };
}
