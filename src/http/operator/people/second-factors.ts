/**
 * Second factors: codes by time (RFC 6238: six digits, 30 seconds, SHA-1, as authenticators have them), and recovery
 * codes for who has lost theirs.
 *
 * 1. A secret is shown once and lies sealed. It counts when a code of it has been shown.
 * 2. A code is good for its step and the one before and after, and is taken once, over all nodes. A step that was taken
 *    takes all earlier ones along.
 * 3. A recovery code is 80 random bits, is taken once, and its hash alone is stored.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { generateSync, generateURI, ScureBase32Plugin } from 'otplib';
import type { Context } from '../../../context.ts';
import { open, type SealingKey, seal } from '../../../lib/sealed.ts';
import type { Database } from '../../../store/database.ts';
import { beginFactor, confirmFactor, findFactor, takeRecoveryCode, takeStep } from '../../../store/people/factors.ts';

export interface SecondFactorsOptions {
  readonly context: Pick<Context, 'clock' | 'randomBytes'>;
  readonly db: Database;
  readonly key: Buffer;
}

const SECRET_BYTES = 20;
const STEP_S = 30;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;
const ISSUER = 'Trunkline';

const base32 = new ScureBase32Plugin();

export class SecondFactors {
  private readonly options: SecondFactorsOptions;
  private readonly key: SealingKey;

  constructor(options: SecondFactorsOptions) {
    this.options = options;
    this.key = { bytes: options.key, binds: true };
  }

  /** Rule 1. Null when one is in use. */
  async begin(name: string): Promise<{ readonly secret: string; readonly uri: string } | null> {
    const { context, db } = this.options;
    const bytes = Buffer.from(context.randomBytes(SECRET_BYTES));
    const sealed = seal(this.key, ['user_factors', name], bytes, context.randomBytes);
    if (!(await beginFactor(db, name, sealed))) return null;
    const secret = base32.encode(bytes, { padding: false });
    return { secret, uri: generateURI({ issuer: ISSUER, label: name, secret }) };
  }

  /** Resolves with the recovery codes, or null when the code is wrong or there is nothing to confirm. */
  async confirm(name: string, code: string): Promise<readonly string[] | null> {
    const { context, db } = this.options;
    const factor = await findFactor(db, name);
    const step = factor && factor.confirmedAt === null ? this.stepOf(name, factor.sealed, code) : null;
    if (step === null) return null;
    const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(context.randomBytes(RECOVERY_BYTES)));
    const confirmation = { step, recovery: codes.map(hashOf), now: context.clock.now() };
    return (await confirmFactor(db, name, confirmation)) ? codes : null;
  }

  /** Rules 2 and 3. Whether the code is good; it is used up with that. */
  async take(name: string, code: string): Promise<boolean> {
    const { db } = this.options;
    const factor = await findFactor(db, name);
    if (!factor || factor.confirmedAt === null) return false;
    const step = this.stepOf(name, factor.sealed, code);
    if (step !== null) return takeStep(db, name, step);
    return takeRecoveryCode(db, name, hashOf(code));
  }

  private stepOf(name: string, sealed: Buffer, code: string): number | null {
    const digits = code.replaceAll(' ', '');
    if (!/^\d{6}$/.test(digits)) return null;
    const secret = base32.encode(open(this.key, ['user_factors', name], sealed), { padding: false });
    const now = Math.floor(this.options.context.clock.now() / 1_000 / STEP_S);
    const steps = [now, now - 1, now + 1];
    const isRight = (step: number) =>
      timingSafeEqual(Buffer.from(generateSync({ secret, epoch: step * STEP_S })), Buffer.from(digits));
    return steps.find(isRight) ?? null;
  }
}

/** Sixteen letters and digits in four groups. */
function recoveryCode(bytes: Buffer): string {
  return (base32.encode(Buffer.from(bytes), { padding: false }).toLowerCase().match(/.{4}/g) ?? []).join('-');
}

/** As it was shown, or as somebody types it. */
function hashOf(code: string): string {
  return createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('hex');
}
