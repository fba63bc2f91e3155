/**
 * Credentials of one call on one trunk: from challenges to the fields that answer them.
 *
 * 1. A challenge that was learned serves the next requests before they are asked. The trunk may have discarded its
 *    nonce since, whether it says `stale` or not: each request answers one challenge of a realm that it has not
 *    answered yet (RFC 3261, 22.2).
 * 2. A second challenge of a realm in the same request means that we are not accepted, unless it says that the nonce
 *    was stale, and that once. A challenge with the nonce that the request had already counts as a second one.
 */
import { answerChallenge, type Challenge, chooseChallenge, type DigestRequest } from '../messages/digest.ts';
import type { HeaderField } from '../messages/fields.ts';
import { linesOf, type ReceivedResponse } from '../messages/message.ts';
import type { TrunkSettings } from '../settings.ts';

interface Known {
  readonly field: 'authorization' | 'proxy-authorization';
  readonly challenge: Challenge;
  count: number;
}

/** In one request: a trunk and the proxies before it. */
const MOST_REALMS = 4;

export class Authorization {
  private readonly settings: TrunkSettings;
  private readonly newCnonce: () => string;
  private readonly known = new Map<string, Known>();

  constructor(settings: TrunkSettings, newCnonce: () => string) {
    this.settings = settings;
    this.newCnonce = newCnonce;
  }

  get isUsed(): boolean {
    return this.known.size > 0;
  }

  /** For one request, however often it is sent. */
  forRequest(): RequestAuthorization {
    return new RequestAuthorization(this, this.known, this.settings.username !== '');
  }

  fieldsFor(request: DigestRequest): HeaderField[] {
    return [...this.known.values()].map((known) => {
      known.count += 1;
      const use = { count: known.count, cnonce: this.newCnonce() };
      const value = answerChallenge(known.challenge, this.settings, request, use);
      return { name: known.field, value };
    });
  }
}

export class RequestAuthorization {
  private readonly call: Authorization;
  private readonly known: Map<string, Known>;
  private readonly hasCredentials: boolean;
  /** Realms whose challenge this request has answered. */
  private readonly answered = new Set<string>();
  private staleOnes = 0;

  constructor(call: Authorization, known: Map<string, Known>, hasCredentials: boolean) {
    this.call = call;
    this.known = known;
    this.hasCredentials = hasCredentials;
  }

  fieldsFor(request: DigestRequest): HeaderField[] {
    return this.call.fieldsFor(request);
  }

  /** Whether the request may be sent again with what `fieldsFor` says now. */
  learn(response: ReceivedResponse): boolean {
    if (response.status !== 401 && response.status !== 407) return false;
    const isProxy = response.status === 407;
    const challenge = chooseChallenge(linesOf(response, isProxy ? 'proxy-authenticate' : 'www-authenticate'));
    if (!challenge || !this.hasCredentials) return false;
    const field = isProxy ? 'proxy-authorization' : 'authorization';
    const key = `${field} ${challenge.realm}`;
    if (!this.isNew(key, challenge) || this.answered.size >= MOST_REALMS) return false;
    this.answered.add(key);
    this.known.set(key, { field, challenge, count: 0 });
    return true;
  }

  private isNew(key: string, challenge: Challenge): boolean {
    if (!this.answered.has(key) && this.known.get(key)?.challenge.nonce !== challenge.nonce) return true;
    if (!challenge.isStale || this.staleOnes > 0) return false;
    this.staleOnes += 1;
    return true;
  }
}
