/**
 * The codes of messages, in calls and in texts: made, kept while a message may still have to be sent, and checked
 * afterwards.
 *
 * 1. In the store a code lies sealed under the master key until its message is final; then only a keyed hash of it is
 *    left. A code has few digits: without the key its hash would be undone by trying them all.
 * 2. The hash is of the message and the code together: equal codes of two messages cannot be told to be equal.
 * 3. The node that takes a message knows its code until it has sent it once: sending it asks the store only after a
 *    restart, on another node, or when it has to be sent again.
 * 4. A code stands in no log and in no error.
 * 5. A call that speaks no code has none: what is handed in to be checked is never right, however often it is guessed.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../context.ts';
import { type MasterKey, open, seal } from '../../lib/sealed.ts';
import type { Queryable } from '../../store/database.ts';
import { findSealedCode } from '../../store/messages/calls.ts';
import { openGatewayKey } from '../../store/secrets/gateway-key.ts';
import { callCodeRow, verificationRow } from '../../store/secrets/sealed-rows.ts';
import type { CodeSecret } from '../door/accept.ts';

const NAME = 'codes of calls';
const MOST_KNOWN = 10_000;
const NO_CODE = '';
/** Of SHA-256. */
const HASH_BYTES = 32;

export class CodeSecrets {
  private readonly randomBytes: Context['randomBytes'];
  private readonly db: Queryable;
  private readonly masterKey: MasterKey;
  private readonly key: Uint8Array;
  /** Rule 3; by message. The oldest goes first. */
  private readonly known = new Map<string, string>();

  constructor(randomBytes: Context['randomBytes'], db: Queryable, masterKey: MasterKey, key: Uint8Array) {
    this.randomBytes = randomBytes;
    this.db = db;
    this.masterKey = masterKey;
    this.key = key;
  }

  /** A code of so many digits, each as likely as the others. */
  random(digits: number): string {
    let code = '';
    while (code.length < digits) {
      for (const byte of this.randomBytes(digits)) {
        // 250 of 256 values: no digit is likelier than another one.
        if (byte < 250 && code.length < digits) code += String(byte % 10);
      }
    }
    return code;
  }

  /** What is stored of the code of a message that is about to be recorded; null: it says none. */
  keep(messageId: string, code: string | null): CodeSecret {
    this.known.set(messageId, code ?? NO_CODE);
    if (this.known.size > MOST_KNOWN) {
      const [oldest] = this.known.keys();
      if (oldest !== undefined) this.known.delete(oldest);
    }
    return {
      codeSealed: seal(
        this.masterKey,
        callCodeRow(messageId),
        Buffer.from(code ?? NO_CODE, 'latin1'),
        this.randomBytes,
      ),
      // What is no hash of anything is that of no code.
      codeHash: code === null ? this.randomBytes(HASH_BYTES) : this.hash(messageId, code),
    };
  }

  /** For sending it. Null when there is no such message, or it is final; empty when it says none. */
  async take(messageId: string): Promise<string | null> {
    const known = this.known.get(messageId);
    if (known !== undefined) {
      this.known.delete(messageId);
      return known;
    }
    const sealed = await findSealedCode(this.db, messageId);
    return sealed && open(this.masterKey, callCodeRow(messageId), sealed).toString('latin1');
  }

  /** What is stored of the code of a verification; each of its attempts has it once more. */
  keepForVerification(id: string, code: string): CodeSecret {
    const sealed = seal(this.masterKey, verificationRow(id), Buffer.from(code, 'latin1'), this.randomBytes);
    return { codeSealed: sealed, codeHash: this.hash(id, code) };
  }

  ofVerification(id: string, codeSealed: Buffer): string {
    return open(this.masterKey, verificationRow(id), codeSealed).toString('latin1');
  }

  /** Of a message, or of a verification. */
  isCode(messageId: string, given: string, codeHash: Uint8Array): boolean {
    return timingSafeEqual(this.hash(messageId, given), codeHash);
  }

  private hash(messageId: string, code: string): Buffer {
    return createHmac('sha256', this.key).update(`${messageId} ${code}`).digest();
  }
}

export async function openCodeSecrets(
  context: Pick<Context, 'clock' | 'randomBytes'>,
  db: Queryable,
  masterKey: MasterKey,
): Promise<CodeSecrets> {
  return new CodeSecrets(context.randomBytes, db, masterKey, await openGatewayKey(context, db, masterKey, NAME));
}
