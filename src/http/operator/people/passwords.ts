/**
 * Passwords: hashed with scrypt, and compared in constant time.
 *
 * 1. What is stored names its parameters: `scrypt$15$8$3$salt$hash`. Later releases may choose others and still read it.
 * 2. A user who is not there, or has no password, costs as much as one whose password is wrong.
 * 3. A hash takes 32 MB and a fifth of a second, so few are made at the same time and few wait; the next is refused.
 */
import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { tooSoon } from '../../../errors.ts';

export const PASSWORD_SHORTEST = 12;
export const PASSWORD_LONGEST = 200;

export interface ScryptParameters {
  /** N is 2 to this. */
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** One of the settings that OWASP's cheat sheet on storing passwords names as equal to the strongest. */
const CURRENT: ScryptParameters = { logN: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const STORED = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9_-]{22})\$([A-Za-z0-9_-]{43})$/;
const AT_ONCE = 2;
const MOST_WAITING = 16;

export class Passwords {
  private readonly randomBytes: (size: number) => Buffer;
  private running = 0;
  private readonly waiting: Array<() => void> = [];
  /** Rule 2: of no password. */
  private readonly nobodys: string;

  private readonly parameters: ScryptParameters;

  /** `parameters`: for tests, which have no time. */
  constructor(randomBytes: (size: number) => Buffer, parameters = CURRENT) {
    this.randomBytes = randomBytes;
    this.parameters = parameters;
    const { logN, r, p } = parameters;
    this.nobodys = `scrypt$${logN}$${r}$${p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
  }

  async hash(password: string): Promise<string> {
    const salt = Buffer.from(this.randomBytes(SALT_BYTES));
    const { logN, r, p } = this.parameters;
    const hash = await this.derive(password, salt, this.parameters);
    return `scrypt$${logN}$${r}$${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
  }

  /** `stored`: null where there is none. Refuses with `rate_limited` when too many wait. */
  async isRight(password: string, stored: string | null): Promise<boolean> {
    const [, logN, r, p, salt = '', hash = ''] = STORED.exec(stored ?? this.nobodys) ?? STORED.exec(this.nobodys) ?? [];
    const parameters = { logN: Number(logN), r: Number(r), p: Number(p) };
    const made = await this.derive(password, Buffer.from(salt, 'base64url'), parameters);
    return timingSafeEqual(made, Buffer.from(hash, 'base64url')) && stored !== null;
  }

  private async derive(password: string, salt: Buffer, { logN, r, p }: ScryptParameters): Promise<Buffer> {
    await this.turn();
    try {
      return await derived(password.normalize('NFKC'), salt, { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r });
    } finally {
      // Whoever waits takes the turn over, so that nobody slips in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  /** Rule 3. */
  private async turn(): Promise<void> {
    if (this.running < AT_ONCE) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= MOST_WAITING) throw tooSoon(1_000);
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}

function derived(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, HASH_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
