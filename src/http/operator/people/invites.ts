/**
 * Links by which users set a password of their own: whoever made the user never knows it.
 *
 * 1. What a link holds is sealed: the user, its end, and what stood for the password when it was made. Any node reads it,
 *    and none keeps anything.
 * 2. It is good once: another password, set by it or in any other way, makes every link from before no good, and so does
 *    disabling or removing the user.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { parseJsonObject } from '../../../lib/json.ts';
import { open, type SealingKey, seal } from '../../../lib/sealed.ts';
import type { UserRow } from '../../../store/people/users.ts';

export const INVITE_LASTS_MS = DAY_MS;

export interface Invite {
  readonly secret: string;
  readonly until: number;
}

export interface InvitesOptions {
  readonly context: Pick<Context, 'clock' | 'randomBytes'>;
  readonly key: Buffer;
}

export class Invites {
  private readonly context: InvitesOptions['context'];
  private readonly key: SealingKey;

  constructor({ context, key }: InvitesOptions) {
    this.context = context;
    this.key = { bytes: key, binds: true };
  }

  make({ name, password }: Pick<UserRow, 'name' | 'password'>): Invite {
    const { clock, randomBytes } = this.context;
    const until = clock.now() + INVITE_LASTS_MS;
    const held = Buffer.from(JSON.stringify({ until, stamp: stampOf(password).toString('base64url') }));
    const sealed = seal(this.key, rowOf(name), held, randomBytes);
    return { secret: `${Buffer.from(name).toString('base64url')}.${sealed.toString('base64url')}`, until };
  }

  /** For whom it was made; it may be no good any more. */
  nameIn(secret: string): string {
    return Buffer.from(secret.split('.')[0] ?? '', 'base64url').toString();
  }

  /** Rule 2. */
  isGood(secret: string, { name, password }: Pick<UserRow, 'name' | 'password'>): boolean {
    const held = this.heldIn(secret, name);
    if (held === null || typeof held.until !== 'number' || held.until <= this.context.clock.now()) return false;
    const stamp = Buffer.from(String(held.stamp), 'base64url');
    const now = stampOf(password);
    return stamp.length === now.length && timingSafeEqual(stamp, now);
  }

  private heldIn(secret: string, name: string): Readonly<Record<string, unknown>> | null {
    try {
      return parseJsonObject(open(this.key, rowOf(name), Buffer.from(secret.split('.')[1] ?? '', 'base64url')));
    } catch {
      return null;
    }
  }
}

function rowOf(name: string) {
  return ['invites', name] as const;
}

function stampOf(password: string | null): Buffer {
  return createHash('sha256')
    .update(password ?? '')
    .digest();
}
