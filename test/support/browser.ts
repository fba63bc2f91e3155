/** A browser at the operators' API: it keeps the cookie that it is given, and sends its Origin along. */
import type { OperatorAnswer, OperatorRig } from './operator.ts';

export class Browser {
  private readonly rig: OperatorRig;
  cookie = '';
  origin: string;

  constructor(rig: OperatorRig) {
    this.rig = rig;
    this.origin = rig.url;
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<OperatorAnswer> {
    const own = { ...(this.cookie === '' ? {} : { cookie: this.cookie }), origin: this.origin };
    const answer = await this.rig.call(method, path, body, { ...own, authorization: NONE, ...headers });
    for (const given of [answer.headers['set-cookie'] ?? []].flat()) this.cookie = given.split(';')[0] ?? '';
    return answer;
  }

  signIn(user: string, password: string, code?: string): Promise<OperatorAnswer> {
    return this.call('POST', '/session', { user, password, ...(code === undefined ? {} : { code }) });
  }
}

/** The header is left out. */
export const NONE = '';

export const PASSWORD = 'correct horse battery staple';
