/**
 * Links that let their reader in once: shown on the terminal where the gateway was started, to whom could read the
 * operators' token as well. Only the node that made a link knows it; of a gateway of several processes each asks the
 * others for it.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../context.ts';

const SECRET_BYTES = 32;
export const LINK_LASTS_MS = 600_000;

export class SignInLinks {
  /** Whether links are good at all, and the sessions that they began: not while nobody may be `root`. */
  isOpen = true;
  /** Takes it from another process of this gateway; null: there is none. */
  takeElsewhere: ((secret: string) => Promise<boolean>) | null = null;
  private readonly context: Pick<Context, 'clock' | 'randomBytes'>;
  private link: { readonly hash: Buffer; readonly until: number } | null = null;

  constructor(context: Pick<Context, 'clock' | 'randomBytes'>) {
    this.context = context;
  }

  /** The path and query of a link; the one before is no good any more. */
  make(): string {
    const { clock, randomBytes } = this.context;
    const secret = Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url');
    this.link = { hash: hashOf(secret), until: clock.monotonic() + LINK_LASTS_MS };
    return `/operator/v1/session/link?key=${secret}`;
  }

  /** True once. */
  async take(secret: string): Promise<boolean> {
    if (!this.isOpen) return false;
    return this.takeHere(secret) || ((await this.takeElsewhere?.(secret)) ?? false);
  }

  /** The same, of a link that this node made. */
  takeHere(secret: string): boolean {
    const { link } = this;
    if (!this.isOpen || !link || !timingSafeEqual(hashOf(secret), link.hash)) return false;
    this.link = null;
    return this.context.clock.monotonic() < link.until;
  }
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
