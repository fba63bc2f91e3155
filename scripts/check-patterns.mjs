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
// together at run time cannot be seen and is refused. A part that may come more than 99 times counts as one of any length.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lineAt, readSource, runAlone } from './source-text.mjs';

const LINEAR_FILES = [
  'cli/import-files.ts',
  'cli/import-rows.ts',
  'src/callbacks/address-guard.ts',
  'src/callbacks/client/answer-head.ts',
  'src/callbacks/client/answer-reader.ts',
  'src/callbacks/client/chunks.ts',
  'src/callbacks/excerpt.ts',
  'src/carriers/rcs/answer.ts',
  'src/carriers/rcs/events.ts',
  'src/carriers/rcs/simulator-card.ts',
  'src/carriers/rcs/simulator-fields.ts',
  'src/carriers/rcs/simulator-message.ts',
  'src/carriers/rcs/simulator-suggestions.ts',
  'src/carriers/rcs/webhook.ts',
  'src/carriers/sip/messages/causes.ts',
  'src/carriers/sip/calls/dialog-requests.ts',
  'src/carriers/sip/messages/digest.ts',
  'src/carriers/sip/messages/essentials.ts',
  'src/carriers/sip/calls/established.ts',
  'src/carriers/sip/messages/frames.ts',
  'src/carriers/sip/messages/grammar.ts',
  'src/carriers/sip/messages/keys.ts',
  'src/carriers/sip/transport/layer.ts',
  'src/carriers/sip/transport/server-transactions.ts',
  'src/carriers/sip/messages/lenient.ts',
  'src/carriers/sip/messages/matching.ts',
  'src/carriers/sip/messages/message.ts',
  'src/carriers/sip/messages/messages.ts',
  'src/carriers/sip/calls/leg-end.ts',
  'src/carriers/sip/calls/outgoing.ts',
  'src/carriers/sip/calls/peer-requests.ts',
  'src/carriers/sip/messages/reliable.ts',
  'src/carriers/sip/messages/rtp.ts',
  'src/carriers/sip/messages/sdp-body.ts',
  'src/carriers/sip/messages/sdp.ts',
  'src/carriers/sip/messages/session-timer.ts',
  'src/carriers/sip/messages/trace.ts',
  'src/carriers/smpp/alphabet.ts',
  'src/carriers/smpp/pdus/bytes.ts',
  'src/carriers/smpp/pdus/decode.ts',
  'src/carriers/smpp/pdus/encode.ts',
  'src/carriers/smpp/pdus/frames.ts',
  'src/carriers/smpp/inbound.ts',
  'src/carriers/smpp/message-id.ts',
  'src/carriers/smpp/national-tables.ts',
  'src/carriers/smpp/parts.ts',
  'src/carriers/smpp/pdus/pdu.ts',
  'src/carriers/smpp/receipt.ts',
  'src/carriers/smpp/segment.ts',
  'src/config/config.ts',
  'src/config/carriers.ts',
  'src/config/document.ts',
  'src/engine/arriving/keywords.ts',
  'src/http/authenticate.ts',
  'src/http/guard/client-address.ts',
  'src/http/idempotency.ts',
  'src/http/known-paths.ts',
  'src/http/media-type.ts',
  'src/http/operator/import-rows.ts',
  'src/http/operator/number-file.ts',
  'src/http/operator/people/cookies.ts',
  'src/http/operator/request.ts',
  'src/http/signed-request.ts',
  'src/http/wire/head.ts',
  'src/lib/audit-chain.ts',
  'src/lib/ids.ts',
  'src/lib/instant.ts',
  'src/lib/json.ts',
  'src/lib/problems.ts',
  'src/lib/storable.ts',
  'src/lib/traces.ts',
  'src/lib/url-parts.ts',
  'src/lib/wav.ts',
  'src/operations/account-templates/schema.ts',
  'src/operations/batch/body.ts',
  'src/operations/batch/contents.ts',
  'src/operations/batch/schema.ts',
  'src/operations/json-body.ts',
  'src/operations/listing.ts',
  'src/operations/own-lists/messages.ts',
  'src/operations/look-up-number/questions.ts',
  'src/operations/look-up-number/schema.ts',
  'src/operations/masking-session/schema.ts',
  'src/operations/place-verification-call/schema.ts',
  'src/operations/request-body.ts',
  'src/operations/check-capability/schema.ts',
  'src/operations/send-code-text/schema.ts',
  'src/operations/send-message/schema.ts',
  'src/operations/send-at.ts',
  'src/operations/send-text/schema.ts',
  'src/operations/verification/schema.ts',
  'src/operations/templates/cards.ts',
  'src/operations/templates/fields.ts',
  'src/operations/templates/own-content.ts',
  'src/operations/templates/placeholders.ts',
  'src/operations/templates/suggestions.ts',
  'src/operations/templates/templates.ts',
  'src/operations/templates/texts.ts',
  'src/sources/breaches/api.ts',
  'src/sources/camara/api.ts',
  'src/sources/camara/operator.ts',
  'src/sources/camara/people.ts',
  'src/sources/enum/naptr.ts',
  'src/sources/enum/resolver.ts',
  'src/sources/http-lookup/facts.ts',
  'src/sources/http-lookup/places.ts',
  'src/sources/imported/regions.ts',
  'src/speech/languages.ts',
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
  const unbounded = parts.filter(({ most }) => most > MOST_TIMES);
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
