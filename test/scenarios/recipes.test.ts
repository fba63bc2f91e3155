/**
 * The recipes, as somebody follows them who has a gateway without carriers: what stands in a recipe's blocks is typed into
 * one shell, block by block.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { keepSandboxEnv } from '../../src/assembly/process/sandbox-env.ts';
import { API_KEY, CUSTOMER_ID, startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { freePort } from '../support/ports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What each block of a recipe says when it is over, in their order. */
const RECIPES: Readonly<Record<string, readonly RegExp[]>> = {
  // The first: its receiver compares the gateway's clock, which others hurry on, with that of the machine.
  'receive-callbacks': [
    /^$/,
    /listening at/,
    /"code":3001[\s\S]*callbacks\/[0-9a-f-]+\.json/,
    /"count":1[\s\S]*"delivered"[\s\S]*\n[0-9a-f-]+\.json\n/,
    /^$/,
  ],
  'first-card': [
    /^$/,
    /"code":3001/,
    /"channel":"rcs".*"title":"Your order is ready"[\s\S]*"postback_data":"1017-coming"/,
    /"code":3001[\s\S]*"channel":"sms".*Your order 1017 is ready/,
  ],
  'code-by-sms': [/^$/, /"code":3901/, /"code":3904[\s\S]*"code":3900/, /"code":3901[\s\S]*"id":"[0-9a-f]+"/],
  chat: [/sandbox\/receivers\/chat/, /"code":3001/, /mo_rcs.*Yes, please/, /mo_rcs.*Yes, please/, /"inbound_url":null/],
  'masked-chat': [/"masked_id"/, /I am at the door/, /Coming down/, /"relayed"[\s\S]*"closed"/],
  ci: [/^$/, /"text":"Your table is ready\."/],
  'from-kannel': [/"code":290/, /Delivered to handset/],
  'from-jasmin': [/"code":290/, /Delivered to handset/],
  'from-hosted': [/"phone_number":"4915112000702"/],
};

/** What starts a gateway, or is for operators of one with carriers. */
const NOT_HERE = /\bnpm (ci|start)\b|\bnpx trunkline\b/;

let gateway: TestGateway;
const folders: string[] = [];
const shells: ChildProcess[] = [];

describe('a recipe', () => {
  before(async () => {
    gateway = await startGateway();
  });
  after(async () => {
    for (const { pid, exitCode } of shells) if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGKILL');
    await gateway.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  for (const [name, outcomes] of Object.entries(RECIPES)) {
    test(`${name} works as it stands`, async () => {
      const text = await readFile(join(ROOT, 'docs/recipes', `${name}.md`), 'utf8');
      const all = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
      const blocks = all.filter((code) => !NOT_HERE.test(code));
      assert.equal(blocks.length, outcomes.length, blocks.join('\n\n'));
      // The one thing that is not as it stands: a port that is surely free.
      const port = String(await freePort());
      const isHurried = name !== 'receive-callbacks';
      const type = await openShell(isHurried ? gateway.until.bind(gateway) : gateway.untilInRealTime.bind(gateway));
      for (const [index, expected] of outcomes.entries()) {
        await type(blocks[index]?.replaceAll('9000', port) ?? '', expected);
      }
    });
  }
});

/** A shell in a folder as somebody has it who has started the gateway there: resolves when a block has said what it should. */
async function openShell(until: TestGateway['until']): Promise<(block: string, expected: RegExp) => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-recipe-'));
  folders.push(folder);
  await mkdir(join(folder, 'data'));
  await symlink(join(ROOT, 'examples'), join(folder, 'examples'));
  await keepSandboxEnv(join(folder, 'data'), { url: gateway.url, customerId: CUSTOMER_ID, apiKey: API_KEY }, folder);
  // In a process group of its own, with all that it starts.
  const shell = spawn('sh', [], {
    cwd: folder,
    env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
    stdio: 'pipe',
    detached: true,
  });
  shells.push(shell);
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  let count = 0;
  return async (block, expected) => {
    output = '';
    count += 1;
    const end = `(block ${count} is over)`;
    shell.stdin.write(`${block}\necho '${end}'\n`);
    await until(`block ${count} is over`, () => output.includes(end)).catch(() => assert.fail(block + output));
    const said = () => output.replace(`${end}\n`, '');
    await until('it says so', () => expected.test(said())).catch(() => assert.fail(`${block}${said()}`));
  };
}
