/**
 * Backups of the gateway's own database, with the command lines of docs/operate.md as they stand there, and what a
 * gateway makes of them. Debian's PostgreSQL, since its programs for backups have to be of the server's version.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { eventually } from '../support/cluster/eventually.ts';
import { textOnly } from '../support/gateway/gateway.ts';
import { buildGateway, type GatewayProcess, ready, spawnGateway } from '../support/gateway/process.ts';
import { freePort } from '../support/ports.ts';

const BINARIES = '/usr/lib/postgresql/15/bin';
const GUIDE = fileURLToPath(new URL('../../docs/operate.md', import.meta.url));
const skip = existsSync(join(BINARIES, 'pg_basebackup')) ? false : 'there is no PostgreSQL 15 of Debian here';

/** The commands under a heading of the guide. */
async function commandsUnder(heading: string): Promise<string> {
  const text = await readFile(GUIDE, 'utf8');
  const section = text.slice(text.indexOf(`\n#### ${heading}\n`)).slice(1);
  const block = /```sh\n([\s\S]*?)```/.exec(section.slice(0, section.indexOf('\n#', 1)))?.[1];
  return block ?? assert.fail(`no commands under ${heading}`);
}

class Machine {
  readonly folder: string;
  private readonly env: Record<string, string>;
  private gateway: GatewayProcess | null = null;

  constructor(folder: string, port: number) {
    this.folder = folder;
    this.env = {
      PORT: String(port),
      TRUNKLINE_OPERATORS_PORT: 'same',
      TRUNKLINE_DATA: join(folder, 'data'),
      TRUNKLINE_CONFIG: join(folder, 'trunkline.yaml'),
    };
  }

  async start(): Promise<void> {
    this.gateway = spawnGateway(this.env);
    await ready(this.gateway);
  }

  async stop(): Promise<void> {
    this.gateway?.child.kill('SIGTERM');
    await this.gateway?.ended;
    this.gateway = null;
  }

  get output(): string {
    return this.gateway?.output() ?? '';
  }

  /** As the user as whom the server runs: PostgreSQL's programs refuse to run as root. */
  run(commands: string): void {
    const isRoot = process.getuid?.() === 0;
    const shell = ['sh', '-e', '-c', commands];
    const [program = '', ...args] = isRoot
      ? ['unshare', '--user', '--map-user=1000', '--map-group=1000', ...shell]
      : shell;
    const env = { PATH: `${BINARIES}:${process.env.PATH}`, HOME: this.folder };
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: this.folder, env, timeout: 60_000 });
    assert.equal(status, 0, `${commands}\n${stdout}${stderr}`);
  }

  async call(method: 'GET' | 'POST', path: string, body?: object): Promise<{ status: number; body: ShownStatus }> {
    const account = JSON.parse(await readFile(join(this.folder, 'data/sandbox-account.json'), 'utf8'));
    const basic = Buffer.from(`${account.customer_id}:${account.api_key}`).toString('base64');
    const answer = await request(`http://127.0.0.1:${this.env.PORT}${path}`, {
      method,
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    });
    return { status: answer.statusCode, body: (await answer.body.json()) as ShownStatus };
  }

  async send(number: string): Promise<string> {
    return (await this.call('POST', '/v1/omnichannel', textOnly(number))).body.reference_id;
  }

  async code(reference: string): Promise<number> {
    const answer = await this.call('GET', `/v1/omnichannel/${reference}`);
    return answer.status === 200 ? answer.body.status.code : answer.status;
  }

  async texts(number: string): Promise<number> {
    return ((await this.call('GET', `/sandbox/handsets/${number}/messages`)).body as unknown as unknown[]).length;
  }
}

interface ShownStatus {
  readonly reference_id: string;
  readonly status: { readonly code: number };
}

test('a backup by pg_basebackup and one by pg_dump hold everything, and nothing in them is sent twice', {
  skip,
}, async (t) => {
  buildGateway();
  const folder = await mkdtemp(join(tmpdir(), 'tl-backup-'));
  const machine = new Machine(folder, await freePort());
  t.after(async () => {
    await machine.stop();
    await rm(folder, { recursive: true, force: true });
  });
  // What is restored waits until the lease of the node that was backed up is over.
  const settings = `database: { binaries: ${BINARIES} }\nengine: { lease_ms: 2000, heartbeat_ms: 500 }\n`;
  await writeFile(join(folder, 'trunkline.yaml'), settings);
  await machine.start();
  const delivered = await machine.send('4915112345678');
  await eventually('it is delivered', async () => (await machine.code(delivered)) === 3000);
  // No receipt ever comes: it is unfinished when the backup is made.
  const unfinished = await machine.send('4915112345917');
  await eventually('it is sent', async () => (await machine.texts('4915112345917')) === 1);
  machine.run(await commandsUnder('All of it, while it runs'));
  machine.run(await commandsUnder('The database as a dump'));
  const later = await machine.send('4915112345600');
  await eventually('it is delivered', async () => (await machine.code(later)) === 3000);
  await machine.stop();

  for (const heading of ['Put back all of it', 'Put back a dump']) {
    machine.run('mv data lost');
    machine.run(await commandsUnder(heading));
    await machine.start();
    assert.match(machine.output, /restored from a backup/, heading);
    assert.equal(await machine.code(delivered), 3000, heading);
    assert.equal(await machine.code(unfinished), 3039, heading);
    assert.equal(await machine.code(later), 404, 'sent after the backup');
    assert.equal(await machine.texts('4915112345917'), 0, `${heading}: not sent again`);
    const fresh = await machine.send('4915112345678');
    await eventually('the restored gateway works', async () => (await machine.code(fresh)) === 3000);
    await machine.stop();
    assert.equal(existsSync(join(folder, 'data/after-restore')), false);
    machine.run('rm -rf data && mv lost data');
  }
});
