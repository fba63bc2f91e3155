// Which room may import which: http → operations → engine → {carriers, sources, speech, callbacks, store} → lib, and
// inside of the engine masking → arriving → {sending, callbacks, look-ups, data} → door → message; capability → sending.
//
// 1. A file imports from its own room and from the rooms that the tables give it; nothing runs the other way.
// 2. Types of the contract files may be imported from everywhere; they say how parts meet. So may a table: it is data.
// 3. A pure file imports no code but that of other pure files: it can be run on any input, at any time, anywhere.
// 4. Code that ships never imports a test or what supports tests.
// 5. No file reaches itself by way of what it imports, types included: what is read first can be told from the imports.
// 6. A package that code imports is a runtime dependency, and a runtime dependency is imported.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, isTest, lineAt, listFiles, readSource, runAlone } from './source-text.mjs';

const CONTRACT_FILES = [
  'src/carriers/carrier.ts',
  'src/context.ts',
  'src/engine/door/accept.ts',
  'src/engine/message/message.ts',
];

/** Pure as well. */
const TABLES = ['src/carriers/channels.ts', 'src/carriers/content.ts', 'src/engine/message/kinds.ts'];

const PURE_FILES = [
  ...TABLES,
  'src/callbacks/client/answer-head.ts',
  'src/callbacks/client/answer-reader.ts',
  'src/callbacks/client/chunks.ts',
  'src/callbacks/client/exchange.ts',
  'src/callbacks/client/request-text.ts',
  'src/carriers/inbound-address.ts',
  'src/carriers/rcs/agent-message.ts',
  'src/carriers/rcs/events.ts',
  'src/carriers/sip/calls/leg-end.ts',
  'src/carriers/sip/calls/trunk-order.ts',
  'src/carriers/sip/messages/causes.ts',
  'src/carriers/sip/messages/dialog.ts',
  'src/carriers/sip/messages/digest.ts',
  'src/carriers/sip/messages/essentials.ts',
  'src/carriers/sip/messages/frames.ts',
  'src/carriers/sip/messages/heard-keys.ts',
  'src/carriers/sip/messages/grammar.ts',
  'src/carriers/sip/messages/invite.ts',
  'src/carriers/sip/messages/keys.ts',
  'src/carriers/sip/messages/lenient.ts',
  'src/carriers/sip/messages/matching.ts',
  'src/carriers/sip/messages/message.ts',
  'src/carriers/sip/messages/messages.ts',
  'src/carriers/sip/messages/reliable.ts',
  'src/carriers/sip/messages/sdp-body.ts',
  'src/carriers/sip/messages/sdp.ts',
  'src/carriers/sip/messages/session-timer.ts',
  'src/carriers/sip/messages/trace.ts',
  'src/carriers/sip/transactions/invite-client.ts',
  'src/carriers/sip/transactions/invite-server.ts',
  'src/carriers/sip/transactions/machine.ts',
  'src/carriers/sip/transactions/request-client.ts',
  'src/carriers/sip/transactions/request-server.ts',
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
  'src/carriers/smpp/status.ts',
  'src/engine/capability/agents.ts',
  'src/engine/capability/codes.ts',
  'src/engine/message/advance.ts',
  'src/engine/message/attempt.ts',
  'src/engine/message/begin.ts',
  'src/engine/message/call-body.ts',
  'src/engine/message/call-codes.ts',
  'src/engine/message/code-content.ts',
  'src/engine/message/codes.ts',
  'src/engine/look-ups/add-on-fields.ts',
  'src/engine/look-ups/codes.ts',
  'src/engine/sending/fair-queue.ts',
  'src/engine/arriving/keywords.ts',
  'src/engine/masking/session.ts',
  'src/engine/message/message.ts',
  'src/engine/message/next-channel.ts',
  'src/engine/message/take-back.ts',
  'src/engine/sending/route.ts',
  'src/engine/message/status-body.ts',
  'src/engine/verification/verification-codes.ts',
  'src/engine/verification/verification.ts',
  'src/engine/message/text-body.ts',
  'src/engine/message/text-codes.ts',
  'src/authentication-errors.ts',
  'src/error-texts.ts',
  'src/errors.ts',
  'src/messaging-errors.ts',
  'src/omnichannel-errors.ts',
  'src/operator-errors.ts',
  'src/http/operator/import-rows.ts',
  'src/http/wire/head.ts',
  'src/sources/imported/match.ts',
  'src/sources/imported/regions.ts',
  'src/sources/imported/similarity.ts',
  'src/sources/imported/words.ts',
  'src/lib/backoff.ts',
  'src/lib/code-token.ts',
  'src/lib/durations.ts',
  'src/lib/g711.ts',
  'src/lib/gathering.ts',
  'src/lib/ids.ts',
  'src/lib/instant.ts',
  'src/lib/json.ts',
  'src/lib/storable.ts',
  'src/lib/number-plans.ts',
  'src/lib/phone-number.ts',
  'src/lib/wav.ts',
  'src/speech/default-texts.ts',
  'src/speech/digit-words.ts',
  'src/speech/espeak-words.ts',
  'src/speech/languages.ts',
  'src/speech/loudness.ts',
];

/** Packages and Node modules that a pure file may use: they compute and do nothing else. */
const PURE_PACKAGES = /^(node:(buffer|crypto|util)|typebox|libphonenumber-js|@skyra\/jaro-winkler)(\/|$)/;

const LEAVES = ['carriers', 'sources', 'speech', 'callbacks', 'store'];
const BELOW_ENGINE = [...LEAVES, 'context', 'errors', 'lib'];
const EVERYTHING_RUN = ['http', 'operations', 'engine', 'sandbox', 'config', ...BELOW_ENGINE];

/** What each room may import besides itself. */
const MAY_IMPORT = {
  lib: [],
  errors: ['lib'],
  context: ['lib'],
  ...Object.fromEntries(LEAVES.map((leaf) => [leaf, ['context', 'lib']])),
  engine: BELOW_ENGINE,
  operations: ['engine', ...BELOW_ENGINE],
  http: ['operations', 'engine', ...BELOW_ENGINE],
  sandbox: ['carriers', 'sources', 'context', 'errors', 'lib'],
  config: ['engine', ...BELOW_ENGINE],
  diagnosis: ['engine', ...BELOW_ENGINE],
  assembly: ['diagnosis', ...EVERYTHING_RUN],
  main: ['assembly', ...EVERYTHING_RUN],
  cli: ['assembly', 'sandbox', 'carriers', 'context', 'lib'],
};

const ON_THE_DOOR = ['door', 'due', 'message', 'telemetry'];

/** What each room of the engine may import of the others; `engine.ts` and what is beside it may import all of them. */
const ENGINE_MAY_IMPORT = {
  message: [],
  accounts: [],
  nodes: [],
  due: ['door'],
  history: ['message'],
  door: ['history', 'message'],
  telemetry: ['door', 'message'],
  batches: ON_THE_DOOR,
  callbacks: ON_THE_DOOR,
  'look-ups': ON_THE_DOOR,
  data: ['accounts', ...ON_THE_DOOR],
  sending: ['nodes', ...ON_THE_DOOR],
  carriers: ['sending', 'nodes'],
  capability: ['sending', ...ON_THE_DOOR],
  preview: ['sending', ...ON_THE_DOOR],
  arriving: ['accounts', 'sending', ...ON_THE_DOOR],
  masking: ['arriving', ...ON_THE_DOOR],
  verification: ['data', ...ON_THE_DOOR],
};

/** Files of `src` that are a room by themselves, or belong to one by another name. */
const ROOM_OF = {
  'src/context.ts': 'context',
  'src/authentication-errors.ts': 'errors',
  'src/error-texts.ts': 'errors',
  'src/messaging-errors.ts': 'errors',
  'src/omnichannel-errors.ts': 'errors',
  'src/operator-errors.ts': 'errors',
  'src/errors.ts': 'errors',
};

export function checkImports(root) {
  const findings = [];
  const packages = new Set();
  const graph = new Map();
  const declared = dependenciesOf(root);
  for (const file of listFiles(root, ['src', 'cli'], ['.ts'])) {
    if (isTest(file)) continue;
    const source = readSource(root, file);
    const imports = importsOf(source);
    graph.set(file, imports);
    for (const each of imports) {
      const name = packageOf(each.from);
      if (name !== null && !each.isType) packages.add(name);
      const text = whatIsWrong(file, each) ?? whatIsMissing(name, declared);
      if (text !== null) findings.push({ file, line: lineAt(source.text, each.index), text });
    }
  }
  findings.push(
    ...circlesIn(graph).map((circle) => ({ file: circle[0], line: 1, text: `imports itself: ${circle.join(' → ')}` })),
  );
  const unused = [...(declared ?? [])].filter((name) => !packages.has(name));
  const text = 'is a runtime dependency, and no code imports it';
  return [...findings, ...unused.map((name) => ({ file: 'package.json', line: 1, text: `${name} ${text}` }))];
}

function dependenciesOf(root) {
  const file = join(root, 'package.json');
  return existsSync(file) ? new Set(Object.keys(JSON.parse(readFileSync(file, 'utf8')).dependencies ?? {})) : null;
}

/** `pg` of `pg/lib/client`, `@scope/name` of `@scope/name/file`; null for Node's modules and our own files. */
function packageOf(from) {
  if (/^(node:|src\/|cli\/|test\/|scripts\/)/.test(from)) return null;
  return from.split('/', from.startsWith('@') ? 2 : 1).join('/');
}

function whatIsMissing(name, declared) {
  if (name === null || declared === null || declared.has(name)) return null;
  return `imports ${name}, which is no runtime dependency`;
}

function whatIsWrong(file, { from, isType }) {
  const isOwn = from.startsWith('src/') || from.startsWith('cli/') || from.startsWith('test/');
  if (isOwn && isTest(from)) return `imports ${from}, which belongs to the tests`;
  if (PURE_FILES.includes(file) && !isType && !(isOwn ? PURE_FILES.includes(from) : PURE_PACKAGES.test(from))) {
    return `is pure and imports code of ${from}; types and other pure files only`;
  }
  if (!isOwn || TABLES.includes(from) || (isType && CONTRACT_FILES.includes(from))) return null;
  return whichWay(roomOf(file), roomOf(from), MAY_IMPORT, from) ?? whichWayInEngine(file, from);
}

function whichWay(room, target, table, from) {
  if (room === target) return null;
  const allowed = table[room];
  if (!allowed) return `belongs to no room; the rooms are ${Object.keys(table).join(', ')}`;
  if (allowed.includes(target)) return null;
  return `${room} imports ${from}; it may import ${allowed.length > 0 ? allowed.join(', ') : 'nothing else'}`;
}

function whichWayInEngine(file, from) {
  const [, room] = /^src\/engine\/([^/]+)\//.exec(file) ?? [];
  if (room === undefined || !from.startsWith('src/engine/')) return null;
  const [, target = 'the root of the engine'] = /^src\/engine\/([^/]+)\//.exec(from) ?? [];
  return whichWay(room, target, ENGINE_MAY_IMPORT, from);
}

function roomOf(file) {
  const named = ROOM_OF[file];
  if (named) return named;
  const [top, second] = file.split('/');
  if (top === 'cli') return 'cli';
  return second.endsWith('.ts') ? second.slice(0, -'.ts'.length) : second;
}

/** Each file once that lies on a circle, with the way back to it; the shortest way from where the search met it. */
function circlesIn(graph) {
  const circles = [];
  const finished = new Set();
  const walk = (file, way) => {
    const start = way.indexOf(file);
    if (start >= 0) circles.push([...way.slice(start), file]);
    if (start >= 0 || finished.has(file)) return;
    for (const { from } of graph.get(file) ?? []) if (graph.has(from)) walk(from, [...way, file]);
    finished.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return circles;
}

runAlone(import.meta.url, checkImports);
