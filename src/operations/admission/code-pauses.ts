/**
 * The pause between codes to one number, which grows with each code. Texts of type OTP and verification calls count
 * alike.
 *
 * 1. A series of codes ends after an hour without one. After the n-th code of a series the next one waits for the n-th
 *    pause of the settings, and for the last pause when there are no more.
 * 2. The first code of a series is remembered in this node's memory alone and costs no query, like the first message to
 *    a number (per-number.ts). So each further node may send one code without a pause.
 * 3. A node remembers the codes that it sent: repeated tries at one node are refused without a query.
 * 4. A code begins its pause even when a later rule refuses it.
 * 5. `leftOf` alone says how much of a pause is left, of what this node remembers and of what is stored.
 */
import type { Refusal } from '../../errors.ts';
import { handsetOf } from '../../lib/phone-number.ts';
import { type AdmissionLimits, limitOf } from '../../store/accounts/account-limits.ts';
import { type CodesInRow, countCode, findCodesInRow } from '../../store/accounts/code-pauses.ts';
import type { Database } from '../../store/database.ts';
import { FirstTimes } from './first-times.ts';
import { tooMany } from './refusals.ts';
import { type AdmissionRequest, type Guard, NO_OBJECTIONS, type Undo } from './request.ts';

const ROW_ENDS_AFTER_MS = 3_600_000;

interface Asked {
  readonly digits: string;
  readonly pausesMs: readonly number[];
}

export function codePauseGuard(db: Database, defaults: AdmissionLimits): Guard {
  const firsts = new FirstTimes();
  return {
    check(request) {
      const asked = askedBy(request);
      return asked === null ? undefined : next(request, asked);
    },
    peek(request) {
      const asked = askedBy(request);
      const known = asked === null ? null : rowOf(request, asked.digits);
      return asked === null || known === null ? NO_OBJECTIONS : peekAt(request, asked, known);
    },
  };

  function askedBy({ account, numbers: [number], isCode }: AdmissionRequest): Asked | null {
    if (!isCode || !number) return null;
    const pausesS = limitOf('codePausesS', account.settings, defaults);
    if (pausesS.length === 0) return null;
    return { digits: handsetOf(number.digits), pausesMs: pausesS.map((pause) => pause * 1000) };
  }

  /** What this node remembers of a row of codes that has not ended. */
  function rowOf({ account, at }: AdmissionRequest, digits: string): CodesInRow | null {
    const known = firsts.find(nameOf(account, digits));
    if (known === null || at - known.at * 1000 >= ROW_ENDS_AFTER_MS) return null;
    return { codes: known.count, lastAt: known.at * 1000 };
  }

  function next(request: AdmissionRequest, { digits, pausesMs }: Asked): Undo | undefined | Promise<undefined> {
    const { account, at } = request;
    const name = nameOf(account, digits);
    const second = Math.floor(at / 1000);
    const row = rowOf(request, digits);
    if (row === null) {
      firsts.set(name, second, 1);
      return () => firsts.forget(name);
    }
    const left = leftOf(row, pausesMs, at);
    if (left > 0) throw refusal(row.codes, pausesMs, left);
    return countNext({ accountId: account.id, number: digits }, row, pausesMs, at).then((codes) => {
      firsts.set(name, second, codes);
      return undefined;
    });
  }

  async function peekAt({ account, at }: AdmissionRequest, asked: Asked, known: CodesInRow): Promise<Refusal[]> {
    const { digits, pausesMs } = asked;
    const left = leftOf(known, pausesMs, at);
    if (left > 0) return [refusal(known.codes, pausesMs, left)];
    const stored = await findCodesInRow(db, { accountId: account.id, number: digits });
    if (stored === null || at - stored.lastAt >= ROW_ENDS_AFTER_MS) return [];
    const leftOfStored = leftOf(stored, pausesMs, at);
    return leftOfStored > 0 ? [refusal(stored.codes, pausesMs, leftOfStored)] : [];
  }

  async function countNext(
    of: { readonly accountId: string; readonly number: string },
    row: CodesInRow,
    pausesMs: readonly number[],
    at: number,
  ): Promise<number> {
    const codes = await countCode(db, of, {
      codes: row.codes === 1 ? 2 : 1,
      at,
      rowEndedAt: at - ROW_ENDS_AFTER_MS,
      lastNoLaterThan: pausesMs.map((pause) => at - pause),
    });
    if (codes !== null) return codes;
    const stored = (await findCodesInRow(db, of)) ?? row;
    throw refusal(stored.codes, pausesMs, Math.max(1, leftOf(stored, pausesMs, at)));
  }
}

function nameOf({ id }: AdmissionRequest['account'], digits: string): string {
  return `${id} ${digits}`;
}

/** Rule 5. */
function leftOf({ codes, lastAt }: CodesInRow, pausesMs: readonly number[], at: number): number {
  return lastAt + (pausesMs[Math.min(codes, pausesMs.length) - 1] ?? 0) - at;
}

function refusal(codes: number, pausesMs: readonly number[], leftMs: number): Refusal {
  const pauseS = (pausesMs[Math.min(codes, pausesMs.length) - 1] ?? 0) / 1000;
  const why = `a pause of ${pauseS} s after ${codes === 1 ? 'a code' : `${codes} codes in a row`} to one number`;
  return tooMany('code_pauses_s', why, leftMs);
}
