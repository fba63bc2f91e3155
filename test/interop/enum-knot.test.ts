/**
 * ENUM against Knot DNS (Debian: knot) as the carrier's name server: zones as providers write them, over UDP and TCP,
 * with names that are not there, zones that are broken, and a server that is held.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createContext } from '../../src/context.ts';
import { asJsonObject } from '../../src/lib/json.ts';
import { createLog } from '../../src/lib/log.ts';
import { createEnumSource } from '../../src/sources/enum/resolver.ts';
import { parseEnumSettings } from '../../src/sources/enum/settings.ts';
import { createNumbering } from '../../src/sources/numbering/numbering.ts';
import type { Finding } from '../../src/sources/source.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { httpRig } from '../support/gateway/http.ts';
import { freePort } from '../support/ports.ts';

/** Without the country code's `+`: what a caller asks about. */
const PORTED = '4915112345601';
const HOME = '4915112345602';
const MANY = '4915112345603';
const ALIAS = '4915112345604';
const EMPTY = '4915112345605';
const NONSENSE = '4915112345606';
const FAILED = '4915112345607';
const REFERRED = '4915112345608';
const CIRCLE = '4915112345609';
const ITSELF = '4915112345610';
const IN_A_BLOCK = '493012345678';
const NOBODY = '4915112345699';

const nameOf = (number: string) => [...number].reverse().join('.');

/** Refers to the records under another name. */
const referral = (name: string) => `NAPTR 10 100 "" "" "" ${name}`;

/** As a zone file has it: a backslash stands twice. */
function naptr(regexp: string, order = 10, service = 'E2U+pstn:tel', flags = 'u'): string {
  return `NAPTR ${order} 100 "${flags}" "${service}" "${regexp.replaceAll('\\', '\\\\')}" .`;
}

const ZONE = [
  '$TTL 60',
  '@ SOA ns host 1 3600 600 86400 60',
  '@ NS ns',
  'ns A 127.0.0.1',
  `${nameOf(PORTED)} ${naptr('!^.*$!tel:+4915112345601;npdi;rn=d2701;rn-context=+49;spn=41077;q_stat=001!')}`,
  `${nameOf(HOME)} ${naptr('!^(.*)$!tel:\\1;npdi;mcc=262;mnc=02!', 20)}`,
  `${nameOf(HOME)} ${naptr('', 5, 'E2U+other:x', '')}`,
  `${nameOf(HOME)} ${naptr('!^.*$!sip:+4915112345602@nni.example.net;user=phone!', 8, 'E2U+sip')}`,
  `${nameOf(HOME)} ${naptr('!^.*$!mailto:a@example.com!', 1, 'E2U+email:mailto')}`,
  // Far more than fits into a datagram; the one that counts is somewhere among them.
  ...Array.from(
    { length: 60 },
    (_, at) =>
      `${nameOf(MANY)} ${naptr(`!^(.*)$!tel:\\1;npdi;mcc=262;mnc=${10 + ((at + 37) % 60)};x=${'p'.repeat(60)}!`, 1 + ((at + 37) % 60))}`,
  ),
  `${nameOf(ALIAS)} CNAME ${nameOf(PORTED)}`,
  `${nameOf(REFERRED)} ${referral('at-the-carrier')}`,
  `at-the-carrier ${referral('again')}`,
  `again CNAME ${nameOf(ITSELF)}`,
  `${nameOf(CIRCLE)} ${referral('and-back')}`,
  `and-back ${referral(nameOf(CIRCLE))}`,
  `${nameOf(ITSELF)} ${naptr('!^\\+(.*)$!tel:\\1;npdi;rn=+4915112345610;mcc=262;mnc=03!', 10, 'E2U+sip+pstn:tel')}`,
  `${nameOf(EMPTY)} TXT "nothing for numbers"`,
  `${nameOf(NONSENSE)} ${naptr('!^(a+)+$!tel:\\1!')}`,
  `${nameOf(FAILED)} ${naptr('!^(.*)$!tel:\\1;q_stat=102!')}`,
  `*.${nameOf('4930')} ${naptr('!^(.*)$!country=null;operator=null;mcc=262;mnc=001;ported=false;err=0!')}`,
  '',
].join('\n');

let knot: ChildProcess;
let folder = '';
let port = 0;
let said = '';

before(async () => {
  const found = spawnSync('knotd', ['-V']);
  assert.equal(found.status, 0, 'knotd is missing: install the package knot (apt-get install -y knot)');
  folder = await mkdtemp(join(tmpdir(), 'trunkline-knot-'));
  port = await freePort();
  await mkdir(join(folder, 'run'));
  await writeFile(join(folder, 'e164.zone'), ZONE);
  await writeFile(join(folder, 'knot.conf'), configuration());
  knot = spawn('knotd', ['-c', join(folder, 'knot.conf'), '-m', '20'], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [knot.stdout, knot.stderr]) stream?.on('data', (chunk) => (said += chunk));
  await eventually('the name server answers', async () => knot.exitCode !== null || (await ask(HOME)).kind === 'found');
  assert.equal(knot.exitCode, null, said);
});

after(async () => {
  if (knot?.exitCode === null) {
    const ended = new Promise<void>((resolve) => knot.once('exit', () => resolve()));
    knot.kill('SIGCONT');
    knot.kill('SIGTERM');
    await ended;
  }
  if (folder !== '') await rm(folder, { recursive: true, force: true });
});

/** A second zone has no file: its names end in SERVFAIL. */
function configuration(): string {
  return `server:
    rundir: "${folder}/run"
    listen: 127.0.0.1@${port}
    udp-max-payload: 1232
    udp-workers: 1
    tcp-workers: 1
    background-workers: 1
log:
  - target: stdout
    any: warning
database:
    storage: "${folder}/db"
zone:
  - domain: e164.test
    storage: "${folder}"
    file: e164.zone
    journal-content: none
  - domain: broken.test
    storage: "${folder}"
    file: broken.zone
    journal-content: none
`;
}

const context = createContext({ logLevel: 'silent', log: createLog('silent') });
const numbering = createNumbering();
const input = { match: null, lastVerifiedAt: null, pastDays: null, ageThreshold: 18 };
const networks = { '41077': { name: 'Example Mobile', mcc: '262', mnc: '07' } };

/** The resolver is on the system's clock. */
const PATIENT_MS = 30_000;
const PATIENT = { addOnsWithinMs: 2 * PATIENT_MS, sourceWithinMs: PATIENT_MS };

function ask(number: string, settings: Record<string, unknown> = {}, withinMs = PATIENT_MS): Promise<Finding> {
  const facts = numbering.describe(number);
  assert.ok(facts);
  const servers = [`127.0.0.1:${port}`];
  const source = createEnumSource(
    context,
    'enum',
    parseEnumSettings({ servers, suffix: 'e164.test', networks, request_timeout_ms: PATIENT_MS, ...settings }),
  );
  return source.lookUp({ addOn: 'porting_status', number: facts, input }, { withinMs });
}

async function networkOf(number: string) {
  const finding = await ask(number);
  assert.ok(finding.kind === 'found' && finding.facts.about === 'porting_status', JSON.stringify(finding));
  const { current, isPorted } = finding.facts;
  return [isPorted, current.name, current.mcc, current.mnc];
}

test('a ported number, one at home, an alias and a block of numbers are found with their networks', async () => {
  assert.deepEqual(await networkOf(PORTED), [true, 'Example Mobile', '262', '07']);
  assert.deepEqual(await networkOf(ALIAS), [true, 'Example Mobile', '262', '07']);
  assert.deepEqual(await networkOf(HOME), [false, null, '262', '02']);
  assert.deepEqual(await networkOf(IN_A_BLOCK), [false, null, '262', '001']);
});

test('referrals are followed as far as they lead, and a number that is routed to itself is not ported', async () => {
  assert.deepEqual(await networkOf(ITSELF), [false, null, '262', '03']);
  // The number that is asked for is another one than the records name, which match every number.
  assert.deepEqual(await networkOf(REFERRED), [true, null, '262', '03']);
  assert.equal((await ask(CIRCLE)).kind, 'nothing');
});

test('an answer that does not fit into a datagram is asked for again over TCP', async () => {
  assert.ok((await datagram(MANY)).isTruncated, 'the server cuts it off');
  // The lowest order of all sixty.
  assert.deepEqual(await networkOf(MANY), [false, null, '262', '10']);
});

test('no such name, no record, nonsense, a failure, a refusal and a broken zone are told apart', async () => {
  assert.equal((await ask(NOBODY)).kind, 'nothing');
  assert.equal((await ask(EMPTY)).kind, 'nothing');
  assert.equal((await ask(FAILED)).kind, 'nothing');
  assert.equal((await ask(NONSENSE)).kind, 'unusable');
  assert.equal((await ask(HOME, { suffix: 'elsewhere.test' })).kind, 'not_covered');
  assert.equal((await ask(HOME, { suffix: 'broken.test' })).kind, 'down');
});

/** Of its threads, as /proc has them: a signal to stop reaches one after the other. */
function statesOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  });
}

test('a server that is held costs the time given and no more, and a second one is asked', async () => {
  const release = () => knot.kill('SIGCONT');
  knot.kill('SIGSTOP');
  try {
    await eventually('all its threads stand still', () => statesOf(knot.pid ?? 0).every((state) => state === 'T'));
    const from = performance.now();
    assert.equal((await ask(HOME, {}, 300)).kind, 'timed_out');
    assert.equal((await ask(HOME, { request_timeout_ms: 400 })).kind, 'timed_out');
    assert.ok(performance.now() - from < PATIENT_MS / 2, 'by the limit that was given, and not by the other');
  } finally {
    release();
  }
  assert.equal((await ask(HOME)).kind, 'found', 'afterwards it answers again');
  const deaf = createSocket('udp4');
  await new Promise<void>((resolve) => deaf.bind(0, '127.0.0.1', resolve));
  try {
    const servers = [`127.0.0.1:${deaf.address().port}`, `127.0.0.1:${port}`];
    assert.equal((await ask(HOME, { servers, request_timeout_ms: 4_000 })).kind, 'found');
  } finally {
    deaf.close();
  }
});

test('over HTTP the caller sees the network, or why there is none', async (t) => {
  const source = (name: string, suffix: string) =>
    ({
      name,
      kind: 'enum',
      settings: parseEnumSettings({
        servers: [`127.0.0.1:${port}`],
        suffix,
        networks,
        request_timeout_ms: PATIENT_MS,
      }),
    }) as const;
  const codeOf = async (sources: ReturnType<typeof source>[], number: string) => {
    const rig = await httpRig(t, { account: { addons: ['porting_status'] }, phoneId: { sources, ...PATIENT } });
    const { json } = await rig.call(`/v1/phoneid/${number}`, { body: { addons: { porting_status: {} } } });
    return asJsonObject(json.porting_status) ?? {};
  };
  const working = source('working', 'e164.test');
  const broken = source('broken', 'broken.test');
  const completed = { code: 2800, description: 'Request successfully completed.' };
  assert.deepEqual(await codeOf([broken, working], PORTED), {
    mcc_current: '262',
    mnc_current: '07',
    ported: true,
    status: completed,
  });
  const status = async (sources: ReturnType<typeof source>[]) =>
    asJsonObject((await codeOf(sources, NOBODY)).status)?.code;
  assert.equal(await status([working]), 2805);
  assert.equal(await status([broken, working]), 2802, 'the one that failed might have known');
  assert.equal(await status([source('other', 'elsewhere.test')]), 2803);
});

/** One question without EDNS, as it is. */
async function datagram(number: string): Promise<{ readonly isTruncated: boolean }> {
  const socket = createSocket('udp4');
  const labels = `${nameOf(number)}.e164.test`
    .split('.')
    .map((label) => `${String.fromCharCode(label.length)}${label}`);
  const question = Buffer.from(`${labels.join('')}\0\0\x23\0\x01`, 'latin1');
  const head = Buffer.from([0x12, 0x34, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  try {
    const answer = new Promise<Buffer>((resolve) => socket.once('message', resolve));
    socket.send(Buffer.concat([head, question]), port, '127.0.0.1');
    return { isTruncated: ((await answer)[2] ?? 0) % 4 >= 2 };
  } finally {
    socket.close();
  }
}
