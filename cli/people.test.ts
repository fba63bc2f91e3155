/** Users and the audit log on the command line. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { Browser, PASSWORD } from '../test/support/browser.ts';
import { type Ended, trunkline } from '../test/support/gateway/command-line.ts';
import { buildGateway } from '../test/support/gateway/process.ts';
import { operatorRig, TOKEN } from '../test/support/operator.ts';

before(() => buildGateway());

function asOperator(url: string, args: readonly string[], input?: string): Promise<Ended> {
  return trunkline(args, { TRUNKLINE_URL: url, TRUNKLINE_OPERATOR_TOKEN: TOKEN }, input);
}

test('users are made, changed and removed, and the log of it is exported and verified without a gateway', async (t) => {
  const rig = await operatorRig(t);
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-audit-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const text = async (args: readonly string[], input?: string): Promise<string> => {
    const { code, out, err } = await asOperator(rig.url, args, input);
    assert.equal(code, 0, `${args.join(' ')}: ${err}`);
    return out;
  };
  await text(['user', 'create', 'ada', '--role', 'admin', '--password', '-'], `${PASSWORD}\n`);
  const browser = new Browser(rig);
  assert.equal((await browser.signIn('ada', PASSWORD)).status, 201);
  const { token, id } = (await browser.call('POST', '/tokens', { label: 'report', rights: ['read'] })).body;
  const asked = ['user', 'create-token', 'ada', '--label', 'cron', '--rights', 'read,audit', '--password', '-'];
  const made = /^token +(pt_\S+)$/m.exec(await text(asked, PASSWORD))?.[1];
  assert.equal((await rig.call('GET', '/audit', undefined, { authorization: `Bearer ${made}` })).status, 200);
  const refused = await asOperator(rig.url, asked, 'another one altogether');
  assert.deepEqual([refused.code, refused.err], [1, 'trunkline: Not authorized\n']);
  assert.match(await text(['user', 'list']), /ada +admin +active/);
  assert.match(
    await text(['user', 'invite', 'ada', '--url', `${rig.url}/`]),
    new RegExp(`^link +${rig.url}/console/invite#\\S+$`, 'm'),
  );
  assert.match(await text(['user', 'show', 'ada']), /^rights +read, full, accounts/m);
  assert.match(await text(['user', 'sessions', '--user', 'ada']), /ada +password +127\.0\.0\.1/);
  assert.match(await text(['user', 'tokens']), new RegExp(`${id} +ada +report +read +active`));
  await text(['user', 'revoke-token', String(id)]);
  assert.equal((await rig.call('GET', '/accounts', undefined, { authorization: `Bearer ${token}` })).status, 401);
  const session = (await text(['user', 'sessions', '--json'])).match(/"id": "([^"]+)"/)?.[1] ?? '';
  await text(['user', 'end-session', session]);
  assert.equal((await browser.call('GET', '/session')).status, 401);
  await text(['user', 'set', 'ada', '--email', 'ada@example.com', '--role', 'support', '--without-second-factor']);
  assert.match(await text(['user', 'set', 'ada', '--disable', '--email', 'none']), /^state +disabled/m);
  assert.match(await text(['user', 'remove', 'ada']), /^state +removed/m);

  assert.match(await text(['audit', 'list', '--actor', 'user:ada']), /user:ada +sign in/);
  const chosen = await text(['audit', 'list', '--names', 'ada@example.com', '--action', 'sign in']);
  assert.doesNotMatch(chosen, /sign in/);
  const only = await text(['audit', 'export', '--action', 'DELETE /users/:name']);
  assert.equal(only.trimEnd().split('\n').length, 2, only);
  const { seq } = JSON.parse(only.slice(0, only.indexOf('\n'))) as { seq: number };
  assert.match(
    await text(['audit', 'show', String(seq)]),
    /action +DELETE \/users\/:name[\s\S]+how it ended[\s\S]+status +200/,
  );
  const whole = await text(['audit', 'verify']);
  const end = /kept elsewhere: (\S+)/.exec(whole)?.[1] ?? '';
  assert.match(await text(['audit', 'verify', '--end', end]), /The log is whole/);
  for (const [kept, said] of [
    [`${end.slice(0, -1)}${end.endsWith('0') ? '1' : '0'}`, /is not the end that was kept/],
    [`999999:${'0'.repeat(64)}`, /is not there/],
  ] as const) {
    const other = await asOperator(rig.url, ['audit', 'verify', '--end', kept]);
    assert.deepEqual([other.code, said.test(other.out)], [1, true], other.out + other.err);
  }
  const file = join(folder, 'audit.jsonl');
  await writeFile(file, await text(['audit', 'export']));
  const verify = (...more: string[]) => asOperator('http://127.0.0.1:1', ['audit', 'verify', '--file', file, ...more]);
  const good = await verify();
  assert.deepEqual([good.code, /The log is whole: \d+ entries/.test(good.out)], [0, true], good.err);
  assert.match((await verify('--end', end)).out, /the end is another one/, 'the export has an entry more');
  const lines = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, [...lines.slice(0, 2), ...lines.slice(3)].join('\n'));
  const bad = await verify();
  assert.deepEqual([bad.code, bad.out], [1, 'entry 3: missing, up to entry 4\n']);
  await writeFile(file, lines.slice(0, -3).join('\n'));
  assert.match((await verify('--end', end)).out, /^entry \d+: missing, up to the end at entry/);
  await writeFile(file, `${lines[0]}\nnothing\n`);
  assert.match((await verify()).out, /^entry 2: line 2 is no entry of an exported log/);
  assert.match((await asOperator(rig.url, ['audit', 'verify', '--file', join(folder, 'none')])).err, /ENOENT/);
});
