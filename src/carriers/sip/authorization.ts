/**
 * Credentials of one call on one trunk: from challenges to the fields that answer them.
 *
 * 1. A challenge is answered once. A second one with the same realm means that we are not accepted, unless it says that
 *    the nonce was stale, and that once.
 */
import { answerChallenge, type Challenge, chooseChallenge, type DigestRequest } from './digest.ts';
import { type HeaderField, linesOf, type ReceivedResponse } from './message.ts';
import type { TrunkSettings } from './settings.ts';

interface Known {
  readonly field: 'authorization' | 'proxy-authorization';
  readonly challenge: Challenge;
  count: number;
}

export class Authorization {
  private readonly settings: TrunkSettings;
  private readonly newCnonce: () => string;
  private readonly known = new Map<string, Known>();
  private staleOnes = 0;

  constructor(settings: TrunkSettings, newCnonce: () => string) {
    this.settings = settings;
    this.newCnonce = newCnonce;
  }

  get isUsed(): boolean {
    return this.known.size > 0;
  }

  /** Whether the request may be sent again with what `fieldsFor` says now. */
  learn(response: ReceivedResponse): boolean {
    const isProxy = response.status === 407;
    const challenge = chooseChallenge(linesOf(response, isProxy ? 'proxy-authenticate' : 'www-authenticate'));
    if (!challenge || this.settings.username === '') return false;
    const field = isProxy ? 'proxy-authorization' : 'authorization';
    const key = `${field} ${challenge.realm}`;
    if (this.known.has(key)) {
      if (!challenge.isStale || this.staleOnes > 0) return false;
      this.staleOnes += 1;
    }
    this.known.set(key, { field, challenge, count: 0 });
    return true;
  }

  fieldsFor(request: DigestRequest): HeaderField[] {
    return [...this.known.values()].map((known) => {
      known.count += 1;
      const value = answerChallenge(known.challenge, this.settings, request, known.count, this.newCnonce());
      return { name: known.field, value };
    });
  }
}
