/**
 * The receivers of callbacks that docs/recipes/receive-callbacks.md shows, each as a program of its own language: they take
 * what the gateway signs, keep each once, and refuse what somebody else made. A language that is not here is left out; CI
 * has Node, Python and PHP.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { signCallback } from '../../src/callbacks/signature.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';
import { freePort } from '../support/ports.ts';

const FOLDER = fileURLToPath(new URL('../../examples/receive/', import.meta.url));
const AGE_LIMIT_MS = 300_000;
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

interface Language {
  readonly name: string;
  /** Ends well where the language is there. */
  readonly probe: readonly string[];
  /** Before it runs; `program` is where its result goes. */
  readonly build?: (program: string) => readonly string[];
  readonly run: (port: string, program: string) => readonly string[];
}

const LANGUAGES: readonly Language[] = [
  { name: 'Node', probe: [process.execPath, '-v'], run: (port) => [process.execPath, 'receive.mjs', port] },
  { name: 'Python', probe: ['python3', '-V'], run: (port) => ['python3', 'receive.py', port] },
  { name: 'PHP', probe: ['php', '-v'], run: (port) => ['php', '-S', `127.0.0.1:${port}`, 'receive.php'] },
  { name: 'Java', probe: ['javac', '-version'], run: (port) => ['java', 'Receive.java', port] },
  {
    name: 'Go',
    probe: ['go', 'version'],
    build: (program) => ['go', 'build', '-o', program, 'receive.go'],
    run: (port, program) => [program, port],
  },
];

interface Receiver {
  readonly url: string;
  readonly output: () => string;
  readonly kept: () => Promise<string[]>;
  readonly keptBody: (id: string) => Promise<string>;
}

let service: TestGateway;
let secrets: readonly string[];
const children: ChildProcess[] = [];
const folders: string[] = [];

describe('a receiver of callbacks', () => {
  before(async () => {
    service = await startGateway();
    const { body } = await service.call('GET', '/v1/callback-secrets');
    secrets = (body as { secrets: Array<{ secret: string }> }).secrets.map(({ secret }) => secret);
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await service.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  for (const [index, language] of LANGUAGES.entries()) {
    const [command = '', ...args] = language.probe;
    const isThere = spawnSync(command, args).status === 0;
    const skip = isThere ? false : `there is no ${language.name}`;
    test(`in ${language.name} takes what the gateway signs, once, and nothing else`, { skip }, async () => {
      const receiver = await start(language);
      await takesWhatIsSentTwice(receiver, `491511200070${index}`);
      await refusesWhatIsNotOurs(receiver);
    });
  }
});

async function start(language: Language): Promise<Receiver> {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-receiver-'));
  folders.push(folder);
  const program = join(folder, 'program');
  const kept = join(folder, 'kept');
  if (language.build) {
    const building = run(language.build(program), {});
    // The clock of the gateway stands still: what it signs is to be five minutes old at most.
    const code = await eventually('it is built', () => building.exitCode() ?? undefined);
    assert.equal(code, 0, building.output());
  }
  const port = String(await freePort());
  const child = run(language.run(port, program), {
    CALLBACK_FOLDER: kept,
    CALLBACK_SECRETS: [OTHER_SECRET, ...secrets].join(' '),
  });
  await eventually('it listens', () => {
    assert.equal(child.exitCode(), null, child.output());
    return new RegExp(`http://127\\.0\\.0\\.1:${port}\\b.*`).test(child.output());
  });
  return {
    url: `http://127.0.0.1:${port}/callbacks`,
    output: child.output,
    kept: () => readdir(kept).catch(() => []),
    keptBody: (id) => readFile(join(kept, `${id}.json`), 'utf8'),
  };
}

function run([command = '', ...args]: readonly string[], env: Readonly<Record<string, string>>) {
  const { PATH, HOME = tmpdir() } = process.env;
  const child = spawn(command, args, { cwd: FOLDER, env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  let code: number | null = null;
  child.once('close', (status, signal) => {
    code = signal === null ? status : -1;
  });
  return { output: () => output, exitCode: () => code };
}

interface Shown {
  readonly id: string;
  readonly body: string;
  readonly state: string;
  readonly redelivered_on: string | null;
  readonly history: ReadonlyArray<{ readonly status: number | null }>;
}

async function takesWhatIsSentTwice(receiver: Receiver, number: string): Promise<void> {
  const reference = await service.send({ ...textOnly(number), callback_url: receiver.url });
  const told = () => receiver.output().match(/^received: .*$/gm) ?? [];
  await service.untilInRealTime('it has told of it', () => told().length === 1);
  assert.match(told()[0] ?? '', new RegExp(`"reference_id":"${reference}".*"code":3000`));
  const [file = ''] = await receiver.kept();
  const id = file.replace(/\.json$/, '');
  const show = async () => (await service.call('GET', `/v1/callbacks/${id}`)).body as Shown;
  const first = await service.untilInRealTime('that is recorded', async () => {
    const shown = await show();
    return shown.state === 'delivered' && shown;
  });
  assert.equal(await receiver.keptBody(id), first.body);
  assert.equal((await service.call('POST', '/v1/callbacks/redeliver', { id })).status, 200);
  const again = await service.untilInRealTime('it is taken again', async () => {
    const shown = await show();
    return shown.state === 'delivered' && shown.redelivered_on !== null && shown.history.length > 0 && shown;
  });
  assert.equal(again.history.at(-1)?.status, 204);
  assert.deepEqual([await receiver.kept(), told().length], [[file], 1]);
}

async function refusesWhatIsNotOurs(receiver: Receiver): Promise<void> {
  const body = '{"text":"Grüße 👋"}';
  const signed = (id: string, at = Date.now(), key = secrets[0] ?? '') =>
    signCallback({ id, body, at }, { customerId: 'ID', apiKey: null, secrets: [key] });
  const post = async (headers: Record<string, string>, text = body) => {
    const answer = await request(receiver.url, { method: 'POST', headers, body: text });
    await answer.body.dump();
    return answer.statusCode;
  };
  const before = await receiver.kept();
  const { 'webhook-signature': signature = '', ...unsigned } = signed('one');
  assert.equal(await post(signed('one'), `${body} `), 401, 'another body');
  assert.equal(await post({ ...signed('one'), 'webhook-id': 'two' }), 401, 'another id');
  assert.equal(await post(unsigned), 401, 'not signed');
  assert.equal(await post(signed('one', Date.now() - AGE_LIMIT_MS - 60_000)), 401, 'too old');
  assert.equal(await post(signed('one', Date.now() + AGE_LIMIT_MS + 60_000)), 401, 'from the future');
  assert.equal(await post(signed('one', Date.now(), `whsec_${Buffer.alloc(32, 8).toString('base64')}`)), 401);
  assert.equal(await post(signed('../one')), 401, 'an id that is a path');
  assert.deepEqual(await receiver.kept(), before);
  // Two secrets are live while one is being changed.
  const both = { ...unsigned, 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} ${signature}` };
  assert.equal(await post(both), 204);
  assert.equal(await post(signed('three', Date.now(), OTHER_SECRET)), 204, 'the other secret');
  assert.deepEqual((await receiver.kept()).sort(), [...before, 'one.json', 'three.json'].sort());
  assert.equal(await receiver.keptBody('one'), body);
  await eventually('its work is done', () => receiver.output().includes(`received: ${body}`));
}
