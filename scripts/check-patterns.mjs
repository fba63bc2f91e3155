// Regular expressions in files that read what others send take no more steps than their text is long, told from how they
// are written. test/support/steps.ts counts the rest.
//
// A pattern is linear when
//  1. it has at most one part of any length (`*`, `+`, `{n,}`), and that part is one sign or one class of signs: no group,
//     so that nothing is tried in two ways; and
//  2. that part ends the pattern, or the pattern begins with `^` and has no flag `m`: else the tries from each place of
//     the text add up.
//
// The rule is stricter than needed; what it refuses is taken apart by hand (`indexOf`, `trim`). A pattern that is put
// together at run time cannot be seen and is refused. A part with a bound may come 99 times at most.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lineAt, readSource, runAlone } from './source-text.mjs';

const LINEAR_FILES = [
  'src/carriers/sip/causes.ts',
  'src/carriers/sip/digest.ts',
  'src/carriers/sip/essentials.ts',
  'src/carriers/sip/frames.ts',
  'src/carriers/sip/grammar.ts',
  'src/carriers/sip/keys.ts',
  'src/carriers/sip/layer.ts',
  'src/carriers/sip/lenient.ts',
  'src/carriers/sip/matching.ts',
  'src/carriers/sip/message.ts',
  'src/carriers/sip/messages.ts',
  'src/carriers/sip/trace.ts',
];

const MOST_TIMES = 99;

export function checkPatterns(root) {
  return LINEAR_FILES.filter((file) => existsSync(join(root, file))).flatMap((file) =>
    findingsIn(readSource(root, file)),
  );
}

function findingsIn({ file, text, code, strings }) {
  const findings = [];
  const say = (index, what) => findings.push({ file, line: lineAt(text, index), text: what });
  for (const { index, text: pattern } of strings) {
    if (text[index - 1] !== '/') continue;
    const flags = /^[a-z]*/.exec(text.slice(index + pattern.length + 1))[0];
    const doubt = doubtOf(pattern, flags);
    if (doubt !== null) say(index, `/${pattern}/${flags}: ${doubt}; take it apart by hand`);
  }
  for (const match of code.matchAll(/\bRegExp\s*\(/g)) say(match.index, 'a pattern that is put together at run time');
  return findings;
}

/** What speaks against a pattern, or null. */
function doubtOf(pattern, flags) {
  const parts = partsOf(pattern);
  if (parts.some(({ most }) => Number.isFinite(most) && most > MOST_TIMES)) return `it counts beyond ${MOST_TIMES}`;
  const unbounded = parts.filter(({ most }) => most === Number.POSITIVE_INFINITY);
  if (unbounded.length === 0) return null;
  if (unbounded.length > 1) return 'it has more than one part of any length';
  const [part] = unbounded;
  if (part.isGroup || part.isInGroupThatRepeats) return 'a group of it may come any number of times';
  const isAnchored = pattern.startsWith('^') && !flags.includes('m') && !hasAlternatives(pattern);
  if (part === parts.at(-1) || isAnchored) return null;
  return 'its part of any length is tried from every place of the text';
}

/** Signs, classes and groups in the order in which they end. What is checked without being taken (`$`) is a sign, too. */
function partsOf(pattern) {
  const parts = [];
  const opened = [];
  let at = 0;
  const add = (isGroup, from) => {
    const { most, length } = quantifierAt(pattern, at);
    at += length;
    if (isGroup && most > 1) for (const each of parts.slice(from)) each.isInGroupThatRepeats = true;
    // A group that comes once is what is in it.
    if (!isGroup || most !== 1) parts.push({ most, isGroup, isInGroupThatRepeats: false });
  };
  while (at < pattern.length) {
    const sign = pattern[at];
    if (sign === '(') {
      opened.push(parts.length);
      at += /^\((\?(<?[=!]|:|<[^>]+>))?/.exec(pattern.slice(at))[0].length;
    } else if (sign === ')') {
      at += 1;
      add(true, opened.pop() ?? 0);
    } else if (sign === '|' || sign === '^') at += 1;
    else {
      at += lengthOfSign(pattern, at);
      add(false, parts.length);
    }
  }
  return parts;
}

function lengthOfSign(pattern, at) {
  const rest = pattern.slice(at);
  if (rest.startsWith('[')) {
    let end = 1;
    while (end < rest.length && rest[end] !== ']') end += rest[end] === '\\' ? 2 : 1;
    return end + 1;
  }
  if (!rest.startsWith('\\')) return 1;
  return /^\\(u\{[^}]+\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[pP]\{[^}]+\}|k<[^>]+>|.)/s.exec(rest)?.[0].length ?? 1;
}

function quantifierAt(pattern, at) {
  const match = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(pattern.slice(at));
  if (!match) return { most: 1, length: 0 };
  const [{ length }, sign, least, comma, upper] = match;
  if (sign === '?') return { most: 1, length };
  if (sign !== undefined || (comma !== '' && upper === '')) return { most: Number.POSITIVE_INFINITY, length };
  return { most: Number(comma === '' ? least : upper), length };
}

/** At the top: `^a|b` is held at the beginning in its first half only. */
function hasAlternatives(pattern) {
  let depth = 0;
  for (let at = 0; at < pattern.length; at += lengthOfSign(pattern, at)) {
    if (pattern[at] === '(') depth += 1;
    if (pattern[at] === ')') depth -= 1;
    if (pattern[at] === '|' && depth === 0) return true;
  }
  return false;
}

runAlone(import.meta.url, checkPatterns);
