/** Requests of Phone ID as the load sends them. */
import type { Rig } from './rig.ts';

/** So many look-ups with add-ons are under way at a time. */
export const AT_ONCE = 10;

/** Eight zeros are where the load counts. */
export function lookUpRequest(
  { gateway, account }: Pick<Rig, 'gateway' | 'account'>,
  prefix: string,
  body: object,
): string {
  const text = JSON.stringify(body);
  return [
    `POST /v1/phoneid/${prefix}00000000 HTTP/1.1`,
    `Host: 127.0.0.1:${gateway.port}`,
    `Authorization: ${account.authorization}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    '',
    // The load writes bytes as they are.
    Buffer.from(text).toString('latin1'),
  ].join('\r\n');
}
