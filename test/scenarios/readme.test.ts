/**
 * README, as somebody who is new reads it: what stands there under "Start" is typed into one shell, block by block, with
 * the account from the file that npm start writes.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { keepSandboxEnv } from '../../src/assembly/process/sandbox-env.ts';
import { API_KEY, CUSTOMER_ID, startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { freePort } from '../support/ports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What each block leads to, in their order; the first one is npm's own. */
const OUTCOMES: ReadonlyArray<readonly [string, RegExp]> = [
  ['the account is read', /^$/],
  ['a number is looked up', /"porting_status":\{.*"sim_swap":\{"swap_date":/],
  ['a message falls back', /"code":3001[\s\S]*"channel":"sms".*Call us on \+4930123456/],
  ['a callback is verified', /[0-9A-F]{32}: 3000 Delivered \(sms\)/],
  ['the receiver ends', /^$/],
  ['a masked text arrives', /"text":"I am at the door"/],
  ['a call is heard', /"code":103[\s\S]*"id":"[0-9a-f]+"/],
];

/** What goes on from something that came before: one call, a card, another variable; or that names a day. */
const GOES_ON = /5f1c2d3e4a5b6c7d|\/tap"|send_at|\$(?!CUSTOMER_ID|API_KEY|BASE_URL)/;

const PLACES = { PATH: process.env.PATH };

let gateway: TestGateway;
let folder: string;
let shell: ChildProcess;
let output = '';

describe('README', () => {
  before(async () => {
    gateway = await startGateway();
    folder = await mkdtemp(join(tmpdir(), 'trunkline-readme-'));
    await mkdir(join(folder, 'data'));
    await symlink(join(ROOT, 'examples'), join(folder, 'examples'));
    const access = { url: gateway.url, customerId: CUSTOMER_ID, apiKey: API_KEY };
    assert.equal(await keepSandboxEnv(join(folder, 'data'), access, folder), 'data/sandbox.env');
    // In a process group of its own, with all that it starts.
    shell = spawn('sh', [], {
      cwd: folder,
      env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
      stdio: 'pipe',
      detached: true,
    });
    for (const stream of [shell.stdout, shell.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
  });

  after(async () => {
    if (shell.pid !== undefined && shell.exitCode === null) process.kill(-shell.pid, 'SIGKILL');
    await gateway.stop();
    await rm(folder, { recursive: true });
  });

  test('what README has people type under "Start" works as it stands', async () => {
    const [, start = ''] = (await readFile(join(ROOT, 'README.md'), 'utf8')).split('\n## ');
    const [install, ...blocks] = [...start.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
    assert.equal(install, 'npm ci\nnpm start\n');
    assert.equal(blocks.length, OUTCOMES.length, blocks.join('\n\n'));
    const port = String(await freePort());
    for (const [index, [what, expected]] of OUTCOMES.entries()) {
      output = '';
      const end = `(block ${index} is over)`;
      // The one thing that is not as it stands: a port that is surely free.
      shell.stdin?.write(`${blocks[index]?.replaceAll('9000', port)}echo '${end}'\n`);
      await gateway.until(`${what} in ${output}`, () => output.includes(end));
      const said = () => output.replace(`${end}\n`, '');
      await gateway.until(what, () => expected.test(said())).catch(() => assert.fail(`${what}: ${said()}`));
    }
    const sound = await readFile(join(folder, 'call.wav'));
    assert.equal(sound.subarray(0, 4).toString(), 'RIFF');
    assert.ok(sound.length > 50_000, `${sound.length} bytes`);
  });

  test('every request of callers that the documents have people type is answered 2xx', async () => {
    const commands = (await requestsOfCallers()).filter(({ command }) => !GOES_ON.test(command));
    assert.ok(commands.length >= 20, `${commands.length} are found`);
    const wrong: string[] = [];
    for (const { page, command } of commands) {
      const { code, said } = await answerTo(command);
      if (code !== 0 || !/^2\d\d$/.test(said)) wrong.push(`${page}: ${command}${said}`);
    }
    assert.deepEqual(wrong, []);
  });

  async function answerTo(command: string): Promise<{ readonly code: number | null; readonly said: string }> {
    const quiet = command.replace(/^curl/, `curl -sS -o /dev/null -w '%{http_code}'`);
    const child = spawn('sh', ['-c', `. data/sandbox.env\n${quiet}`], { cwd: folder, env: PLACES, stdio: 'pipe' });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    }
    const code = await gateway.through(command, new Promise<number | null>((resolve) => child.once('close', resolve)));
    return { code, said };
  }
});

/** As they stand in blocks of a shell, with what goes on in further lines. */
async function requestsOfCallers(): Promise<Array<{ page: string; command: string }>> {
  const pages = (await readdir(join(ROOT, 'docs'))).filter((name) => name.endsWith('.md'));
  const all = [];
  for (const page of pages) {
    const text = await readFile(join(ROOT, 'docs', page), 'utf8');
    const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
    const commands = blocks.flatMap((code) => code.split(/^(?=\S*curl |\w+=|# )/m));
    all.push(...commands.filter((each) => /^curl .*\$CUSTOMER_ID/.test(each)).map((command) => ({ page, command })));
  }
  return all;
}
