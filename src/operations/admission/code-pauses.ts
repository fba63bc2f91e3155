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
 */
import type { Refusal } from '../../errors.ts';
import { handsetOf } from '../../lib/phone-number.ts';
import { type AdmissionLimits, limitOf } from '../../store/accounts/account-limits.ts';
import { type CodesInRow, countCode, findCodesInRow } from '../../store/accounts/code-pauses.ts';
import type { Database } from '../../store/database.ts';
import { FirstTimes } from './first-times.ts';
import { tooMany } from './refusals.ts';
import type { AdmissionRequest, Guard, Undo } from './request.ts';

const ROW_ENDS_AFTER_MS = 3_600_000;

export function codePauseGuard(db: Database, defaults: AdmissionLimits): Guard {
  const firsts = new FirstTimes();
  return {
    check(request) {
      const [number] = request.numbers;
      if (!request.isCode || !number) return undefined;
      const pausesMs = limitOf('codePausesS', request.account.settings, defaults).map((pause) => pause * 1000);
      return pausesMs.length === 0 ? undefined : next(request, handsetOf(number.digits), pausesMs);
    },
  };

  function next(
    request: AdmissionRequest,
    digits: string,
    pausesMs: readonly number[],
  ): Undo | undefined | Promise<undefined> {
    const { account, at } = request;
    const name = `${account.id} ${digits}`;
    const known = firsts.find(name);
    const second = Math.floor(at / 1000);
    if (known === null || at - known.at * 1000 >= ROW_ENDS_AFTER_MS) {
      firsts.set(name, second, 1);
      return () => firsts.forget(name);
    }
    const row = { codes: known.count, lastAt: known.at * 1000 };
    const left = leftOf(row, pausesMs, at);
    if (left > 0) throw refusal(row.codes, pausesMs, left);
    return countNext({ accountId: account.id, number: digits }, row, pausesMs, at).then((codes) => {
      firsts.set(name, second, codes);
      return undefined;
    });
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

function leftOf({ codes, lastAt }: CodesInRow, pausesMs: readonly number[], at: number): number {
  return lastAt + (pausesMs[Math.min(codes, pausesMs.length) - 1] ?? 0) - at;
}

function refusal(codes: number, pausesMs: readonly number[], leftMs: number): Refusal {
  const pauseS = (pausesMs[Math.min(codes, pausesMs.length) - 1] ?? 0) / 1000;
  const why = `a pause of ${pauseS} s after ${codes === 1 ? 'a code' : `${codes} codes in a row`} to one number`;
  return tooMany('code_pauses_s', why, leftMs);
}
