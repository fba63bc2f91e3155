/**
 * How alike two names or addresses are, from 0 to 100. Pure.
 *
 * 1. Two words are as alike as Jaro-Winkler says, the measure that CAMARA's kyc-match names, too; below `ALIKE` they are
 *    different words. Words with digits are alike when they are the same.
 * 2. Each word is paired with the one that it is most alike, in whatever order they stand. A word weighs as much as it has
 *    letters. What one side has in addition (a second first name) weighs a quarter; what is different weighs in full.
 * 3. An initial fits a name that begins with it, as 85.
 * 4. Names that are only parted otherwise are one: Mc Donald and McDonald. Numbers are not: 1 23 is not 12 3.
 */
import { jaroWinkler } from '@skyra/jaro-winkler';

const ALIKE = 0.8;
const INITIAL = 0.85;
const WEIGHT_OF_MORE = 0.25;

/** The best over all ways of writing both; null when one of them has no words. */
export function likenessOf(ours: readonly string[][], theirs: readonly string[][]): number | null {
  let best: number | null = null;
  for (const left of ours) {
    for (const right of theirs) {
      if (left.length === 0 || right.length === 0) continue;
      best = Math.max(best ?? 0, likenessOfWords(left, right));
    }
  }
  return best;
}

/** Rule 2. */
function likenessOfWords(left: readonly string[], right: readonly string[]): number {
  if (isOnlyParted(left, right)) return 100;
  const pairs = left
    .flatMap((a, i) => right.map((b, j) => ({ i, j, alike: likenessOfTwo(a, b), weight: a.length + b.length })))
    .filter(({ alike }) => alike >= ALIKE)
    .sort((a, b) => b.alike - a.alike || b.weight - a.weight);
  const [usedLeft, usedRight] = [new Set<number>(), new Set<number>()];
  let [score, weight] = [0, 0];
  for (const pair of pairs) {
    if (usedLeft.has(pair.i) || usedRight.has(pair.j)) continue;
    usedLeft.add(pair.i);
    usedRight.add(pair.j);
    score += pair.alike * pair.weight;
    weight += pair.weight;
  }
  const restLeft = lengthOf(left.filter((_, i) => !usedLeft.has(i)));
  const restRight = lengthOf(right.filter((_, j) => !usedRight.has(j)));
  // Where both have words left over they are different words; where one has, it only says more.
  const share = restLeft > 0 && restRight > 0 ? 1 : WEIGHT_OF_MORE;
  return Math.round((100 * score) / (weight + share * (restLeft + restRight)));
}

/** Rule 4. */
function isOnlyParted(left: readonly string[], right: readonly string[]): boolean {
  const joined = left.join('');
  return joined === right.join('') && !/\p{N}/u.test(joined);
}

/** Rules 1 and 3. */
function likenessOfTwo(a: string, b: string): number {
  if (a === b) return 1;
  if (/\p{N}/u.test(a) || /\p{N}/u.test(b)) return 0;
  if (a.length === 1 || b.length === 1) return a[0] === b[0] ? INITIAL : 0;
  return jaroWinkler(a, b);
}

function lengthOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length, 0);
}
