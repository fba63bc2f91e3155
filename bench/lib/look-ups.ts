/** Requests of Phone ID as the load sends them. */
import { writePost } from './http-connection.ts';
import type { Rig } from './rig.ts';

/** So many look-ups with add-ons are under way at a time. */
export const AT_ONCE = 10;

/** Eight zeros are where the load counts. */
export function lookUpRequest(
  { gateway, account }: Pick<Rig, 'gateway' | 'account'>,
  prefix: string,
  body: object,
): string {
  return writePost(`/v1/phoneid/${prefix}00000000`, gateway.port, account.authorization, JSON.stringify(body));
}
