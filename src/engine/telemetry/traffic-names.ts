/**
 * Under which names traffic is counted (lib/traffic.ts), and the steps of the time until a receipt.
 *
 * 1. Names that go on: `code 3000`, `answer busy 0x58 ESME_RTHROTTLED`, `end 3003 UNDELIV, err 011`, `receipt 7`.
 *    Such a name is made once: a Map interns every text that is made anew, which is most of what counting would cost.
 * 2. The time until a receipt is counted in steps: steps of several nodes add up, medians do not. Within a step it is
 *    taken as even.
 */
export const NAME = {
  /** Of the whole. */
  taken: 'taken',
  finished: 'finished',
  delivered: 'delivered',
  code: 'code',
  callbackDelivered: 'callback_delivered',
  callbackFailed: 'callback_failed',
  callbackGivenUp: 'callback_given_up',
  /** Of a carrier. */
  handedOver: 'handed_over',
  answer: 'answer',
  end: 'end',
  receipt: 'receipt',
} as const;

/** Rule 1. */
export const nameOfCode = goesOn<number>(NAME.code);
export const nameOfAnswer = goesOn<string>(NAME.answer);
export const nameOfEnd = goesOn<number>(NAME.end);
export const nameOfReceipt = goesOn<number>(NAME.receipt);

/** With what stands in a table of ours: there are some dozens. */
function goesOn<What extends string | number>(name: string): (what: What) => string {
  const made = new Map<What, string>();
  return (what) => {
    let whole = made.get(what);
    if (whole === undefined) {
      whole = `${name} ${what}`;
      made.set(what, whole);
    }
    return whole;
  };
}

/** The ends of the steps, in milliseconds; what takes longer is in one more. */
const STEPS_MS = [
  100, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 7_000, 10_000, 15_000, 20_000, 30_000, 45_000,
  60_000, 90_000, 120_000, 180_000, 300_000, 600_000, 1_200_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000,
  86_400_000, 259_200_000,
];

export function stepOf(ms: number): number {
  const at = STEPS_MS.findIndex((end) => ms <= end);
  return at === -1 ? STEPS_MS.length : at;
}

/** `counts`: by step. Null when there are none; what is in the last step took at least as long as its beginning. */
export function percentile(counts: ReadonlyMap<number, number>, share: number): number | null {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  const wanted = all * share;
  let before = 0;
  for (const [step, count] of [...counts].sort(([a], [b]) => a - b)) {
    if (before + count >= wanted) {
      const from = STEPS_MS[step - 1] ?? 0;
      const to = STEPS_MS[step] ?? from;
      return Math.round(from + (to - from) * ((wanted - before) / count));
    }
    before += count;
  }
  return null;
}
