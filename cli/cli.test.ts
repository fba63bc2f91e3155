import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { settingsJsonSchema } from '../src/assembly/settings-schema.ts';
import { toReference } from '../src/lib/ids.ts';
import { ensurePartitions } from '../src/store/schema/partitions.ts';
import { eventually } from '../test/support/cluster/eventually.ts';
import { RCS_PLAN } from '../test/support/engine/messages.ts';
import { CLI, type Ended, trunkline } from '../test/support/gateway/command-line.ts';
import { buildGateway } from '../test/support/gateway/process.ts';
import { type OperatorRig, operatorRig, TOKEN } from '../test/support/operator.ts';
import { createProgram } from './program.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

before(() => buildGateway());

class Terminal {
  readonly rig: OperatorRig;

  constructor(rig: OperatorRig) {
    this.rig = rig;
  }

  run(...args: string[]): Promise<Ended> {
    return trunkline(args, { TRUNKLINE_URL: this.rig.url, TRUNKLINE_OPERATOR_TOKEN: TOKEN });
  }

  /** Expects success; what a person sees. */
  async text(...args: string[]): Promise<string> {
    const { code, out, err } = await this.run(...args);
    assert.equal(code, 0, `trunkline ${args.join(' ')}: ${err}`);
    return out;
  }

  async json(...args: string[]): Promise<Record<string, unknown>> {
    return JSON.parse(await this.text(...args, '--json')) as Record<string, unknown>;
  }
}

async function terminal(t: TestContext): Promise<Terminal> {
  return new Terminal(await operatorRig(t));
}

/** The cells of a table, without its head. */
function rowsOf(table: string): string[][] {
  return table
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/));
}

test('accounts are created, shown, listed, changed, suspended and activated', async (t) => {
  const cli = await terminal(t);
  const created = await cli.run(
    ...['account', 'create', 'Acme', '--customer-id', 'ACME'],
    ...['--products', 'rcs,voice', '--countries', 'DE,AT'],
  );
  assert.equal(created.code, 0, created.err);
  assert.match(created.out, /^customer_id +ACME$/m);
  assert.match(created.out, /^api_key +[A-Za-z0-9+/]{86}==$/m);
  assert.match(created.err, /not shown again/);
  assert.match(created.out, /allowed_countries +DE, AT/);
  const changed = await cli.text(
    ...['account', 'set', 'ACME', '--name', 'Acme 2', '--kind', 'trial'],
    ...['--setting', 'callback_url=https://acme.example/cb', '--setting', 'requests_per_second.omnichannel=5'],
    ...['--setting', 'strict_numbers=true', '--sender', '491579000000:*', '--sender', 'ACME:DE,AT'],
    ...['--verified-number', '4915112345678', '--countries', '*', '--setting', 'texts_per_day=20000'],
  );
  assert.match(changed, /allowed_countries +\*/);
  assert.match(changed, /texts_per_day +20000/);
  assert.match(changed, /^name +Acme 2$/m);
  assert.match(changed, /callback_url +https:\/\/acme\.example\/cb/);
  assert.match(changed, /requests_per_second +omnichannel=5/);
  assert.match(changed, /ACME +DE, AT/);
  assert.match(changed, /^verified_numbers +49\*+78$/m);
  assert.match(await cli.text('account', 'show', 'ACME', '--full'), /^verified_numbers +4915112345678$/m);
  const back = await cli.json(
    ...['account', 'set', 'ACME', '--setting', 'strict_numbers=null', '--remove-sender', 'ACME'],
    ...['--remove-verified-number', '4915112345678'],
  );
  assert.deepEqual(back.settings, {
    allowed_countries: ['*'],
    callback_url: 'https://acme.example/cb',
    requests_per_second: { omnichannel: 5 },
    texts_per_day: 20_000,
  });
  assert.deepEqual(back.senders, [{ sender: '491579000000', default_for: ['*'], shared: false }]);
  await cli.text('account', 'create', 'Other', '--customer-id', 'OTHER');
  assert.match(await cli.text('account', 'suspend', 'ACME'), /^state +suspended$/m);
  const suspended = rowsOf(await cli.text('account', 'list', '--state', 'suspended'));
  assert.deepEqual(
    suspended.map((row) => row.slice(0, 5)),
    [['ACME', 'Acme 2', 'trial', 'suspended', 'rcs, voice']],
  );
  assert.match(await cli.text('account', 'activate', 'ACME'), /^state +active$/m);
  const page = await cli.run('account', 'list', '--limit', '1');
  const next = /--after (\S+)/.exec(page.err)?.[1] ?? '';
  assert.deepEqual(
    rowsOf(await cli.text('account', 'list', '--after', next)).map((row) => row[0]),
    ['OTHER'],
  );
});

test('keys are created, brought along, listed and revoked', async (t) => {
  const cli = await terminal(t);
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-cli-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'key.txt');
  await writeFile(file, Buffer.alloc(32, 5).toString('base64'));
  await cli.text('account', 'create', 'Acme', '--customer-id', 'ACME', '--key', `@${file}`);
  const made = await cli.json('key', 'create', 'ACME');
  assert.equal(typeof made.api_key, 'string');
  assert.equal((await cli.text('key', 'callback-secrets', 'ACME', '--full')).trim(), '(none)');
  const table = await cli.text('key', 'list', 'ACME');
  assert.match(table, /^ID +HINT +CREATED ON +REVOKED ON$/m);
  assert.equal(rowsOf(table).length, 2);
  assert.doesNotMatch(await cli.text('key', 'revoke', 'ACME', String(made.id)), /^revoked_on +-$/m);
  assert.deepEqual(
    rowsOf(await cli.text('key', 'list', 'ACME'))
      .map((row) => row[3] === '-')
      .sort(),
    [false, true],
  );
});

test('messages and callbacks are listed and shown, and a callback is sent once more', async (t) => {
  const cli = await terminal(t);
  const { rig } = cli;
  const id = await rig.accept({ plan: [RCS_PLAN], accountId: 'ACME' });
  const [job] = await rig.until('it is submitted', () => rig.rcs.submitted.length > 0 && rig.rcs.take());
  job?.answer({ kind: 'rejected', why: 'refused', reason: 'not \u001b[31mnow' });
  await rig.until('it failed', async () => (await rig.message(id)).finalAt !== null && rig.callbacks.length > 0);
  const reference = toReference(id);
  const shown = await cli.text('message', 'show', reference);
  assert.match(shown, /^recipient +49\*+78$/m);
  assert.match(shown, /^ {2}rcs +3042 .*not \?\[31mnow/m);
  assert.match(await cli.text('message', 'show', reference, '--full'), /^recipient +4915112345678$/m);
  const failed = rowsOf(await cli.text('message', 'list', '--account', 'ACME', '--state', 'failed', '--type', 'ARN'));
  assert.deepEqual(
    failed.map((row) => row[0]),
    [reference],
  );
  assert.equal((await cli.text('message', 'list', '--from', '2030-01-01')).trim(), '(none)');
  const callbacks = await cli.json(
    'callback',
    'list',
    '--account',
    'ACME',
    '--message',
    reference,
    '--state',
    'pending',
  );
  const [callback] = callbacks.callbacks as Array<{ id: string }>;
  assert.match(await cli.text('callback', 'redeliver', callback?.id ?? ''), /^state +pending$/m);
  assert.equal(rig.wakes(), 1);
});

test('carriers are listed, drained and resumed', async (t) => {
  const cli = await terminal(t);
  assert.deepEqual(
    rowsOf(await cli.text('carrier', 'list')).map((row) => row.slice(0, 3)),
    [
      ['rcs-1', 'rcs', 'up'],
      ['sms-1', 'sms', 'up'],
    ],
  );
  assert.match(await cli.text('carrier', 'drain', 'sms-1'), /^state +draining$/m);
  assert.equal(cli.rig.sms.state(), 'draining');
  assert.match(await cli.text('carrier', 'resume', 'sms-1'), /^state +up$/m);
});

test('opt-outs are added, listed and lifted, and one for all accounts has to be meant', async (t) => {
  const cli = await terminal(t);
  await cli.text('account', 'create', 'Acme', '--customer-id', 'ACME');
  const unclear = await cli.run('optout', 'add', '4915112345678');
  assert.deepEqual([unclear.code, unclear.err], [1, 'trunkline: give --account or --all-accounts\n']);
  assert.match(await cli.text('optout', 'add', '4915112345678', '--account', 'ACME'), /^stood_already +false$/m);
  await cli.text('optout', 'add', '4915112345678', '--all-accounts', '--sender', 'ACME');
  const listed = rowsOf(await cli.text('optout', 'list', '--recipient', '4915112345678', '--full'));
  assert.deepEqual(
    listed.map((row) => row.slice(0, 4)),
    [
      ['4915112345678', '-', 'ACME', 'operator'],
      ['4915112345678', 'ACME', '-', 'operator'],
    ],
  );
  assert.match(await cli.text('optout', 'lift', '4915112345678', '--account', 'ACME'), /^lifted +true$/m);
  assert.equal((await cli.run('optout', 'lift', '4915112345678', '--account', 'ACME')).code, 1);
});

test('receipts, texts and nodes are listed', async (t) => {
  const cli = await terminal(t);
  const { rig } = cli;
  await rig.sms.deliver({ type: 'report', keys: ['remote-9'], to: '4915112345678', state: 'delivered' });
  await rig.sms.deliver({ type: 'text', from: '4915112345678', to: '12345', text: 'hello' });
  await rig.until('both were looked at', async () => {
    const { rows } = await rig.db.query<{ count: number }>(
      'select count(*) as count from inbox where result is not null',
    );
    return rows[0]?.count === 2;
  });
  assert.match(
    await cli.text('receipt', 'list', '--state', 'waiting'),
    /sms-1 +unmatched +0 +delivered +49\*+78 +remote-9/,
  );
  assert.match(await cli.text('text', 'list'), /sms-1 +- +49\*+78 +\*+ +other +5$/m);
  assert.match(await cli.text('text', 'list', '--full', '--meaning', 'other'), /4915112345678 +12345 +other +hello$/m);
  assert.equal((await cli.text('node', 'list')).trim(), '(none)');
});

test('what goes wrong is said on standard error with exit code 1', async (t) => {
  const cli = await terminal(t);
  const cases: ReadonlyArray<readonly [string[], RegExp]> = [
    [['account', 'show', 'NOBODY'], /^trunkline: Account not found$/m],
    [['account', 'create', 'A', '--kind', 'big'], /parameter kind: allowed is full_service, trial$/m],
    [['account', 'set', 'A', '--setting', 'nothing'], /name=value is allowed/],
    [['message', 'list', '--limit', '0'], /a whole number from 1 to 500 is allowed/],
    [['account', 'creat'], /unknown command 'creat'/],
    [
      ['account', 'list', '--token', 'in-the-command-line'],
      /^trunkline: --token: @FILE or - for standard input is allowed; others on this machine see/m,
    ],
    [['account', 'create', 'A', '--key', 'c2VjcmV0'], /^trunkline: --key: @FILE or - for standard input is allowed/m],
    [
      ['user', 'create', 'ada', '--role', 'admin', '--password', 'a long passphrase'],
      /^trunkline: --password: @FILE or - for standard input is allowed/m,
    ],
    [
      ['account', 'list', '--url', 'http://127.0.0.1:1'],
      /^trunkline: no gateway answers at http:\/\/127\.0\.0\.1:1 \(ECONNREFUSED\)/m,
    ],
    [['account', 'list', '--url', 'nowhere'], /^trunkline: --url: nowhere is no http or https URL$/m],
    [['simulate', '--smpp-port', '70000'], /a port from 0 to 65535 is allowed/],
  ];
  for (const [args, expected] of cases) {
    const { code, out, err } = await cli.run(...args);
    assert.match(err, expected, args.join(' '));
    assert.deepEqual([code, out], [1, ''], args.join(' '));
  }
});

test('the token comes from the data directory when none is given', async (t) => {
  const rig = await operatorRig(t);
  const data = await mkdtemp(join(tmpdir(), 'trunkline-cli-'));
  t.after(() => rm(data, { recursive: true, force: true }));
  const missing = await trunkline(['carrier', 'list', '--url', rig.url, '--data', data]);
  assert.match(missing.err, /^trunkline: no operator token: .*operator-token cannot be read \(ENOENT\)/);
  await writeFile(join(data, 'operator-token'), `${TOKEN}\n`);
  const env = { TRUNKLINE_URL: rig.url, TRUNKLINE_DATA: data, TRUNKLINE_OPERATOR_TOKEN: '' };
  assert.equal((await trunkline(['carrier', 'list'], env)).code, 0);
  const file = join(data, 'operator-token');
  const named = await trunkline(['carrier', 'list'], { TRUNKLINE_URL: rig.url, TRUNKLINE_OPERATOR_TOKEN_FILE: file });
  assert.equal(named.code, 0, named.err);
  const wrong = await trunkline(['carrier', 'list', '--token', '-'], { TRUNKLINE_URL: rig.url }, 'wrong\n');
  assert.match(wrong.err, /^trunkline: Not authorized; --token or TRUNKLINE_OPERATOR_TOKEN/);
});

test('the schema of the settings file is printed without a gateway', async () => {
  const { code, out } = await trunkline(['settings', 'schema']);
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(out), settingsJsonSchema());
});

test('a gateway reads its settings again, and what has changed is printed', async (t) => {
  const rig = await operatorRig(t, {
    reload: () => ({ kind: 'taken', changed: ['limits.texts_per_day'], needsRestart: ['carriers'] }),
  });
  const env = { TRUNKLINE_URL: rig.url, TRUNKLINE_OPERATOR_TOKEN: TOKEN };
  const { code, out } = await trunkline(['settings', 'reload'], env);
  assert.equal(code, 0);
  assert.match(out, /^limits\.texts_per_day +in force$/m);
  assert.match(out, /^carriers +waits for the next start$/m);
});

test('what is no gateway is called so', async (t) => {
  const server = createServer((_, response) => response.end('<html>hello</html>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, err } = await trunkline(['node', 'list', '--url', url], { TRUNKLINE_OPERATOR_TOKEN: 'x' });
  assert.deepEqual([code, err], [1, 'trunkline: what answers there is no Trunkline gateway (HTTP 200)\n']);
});

test('a page is no answer of a gateway, also where that would be printed as it comes or goes on', async (t) => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end('<html>sign in here</html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const args of [['audit', 'export'], ['usage', '--format', 'csv'], ['watch']]) {
    const { code, out, err } = await trunkline([...args, '--url', url], { TRUNKLINE_OPERATOR_TOKEN: 'x' });
    const refused = [1, '', 'trunkline: what answers there is no Trunkline gateway (HTTP 200)\n'];
    assert.deepEqual([code, out, err], refused, args.join(' '));
  }
});

test('usage is printed as a table, as CSV and as JSON', async (t) => {
  const cli = await terminal(t);
  assert.equal((await cli.text('usage')).trim(), '(none)');
  const { rig } = cli;
  const id = await rig.accept({ plan: [RCS_PLAN], accountId: 'ACME' });
  const [job] = await rig.until('it is submitted', () => rig.rcs.submitted.length > 0 && rig.rcs.take());
  job?.accept();
  await rig.until('it is answered', async () => (await rig.message(id)).attempts[0]?.state === 'submitted');
  const day = new Date(rig.clock.now()).toISOString().slice(0, 10);
  assert.deepEqual(rowsOf(await cli.text('usage', '--account', 'ACME', '--from', day)), [
    [day, 'ACME', 'omnichannel', 'rcs', 'DE', '1', '1', '0', '0', '0', '0'],
  ]);
  assert.equal(
    await cli.text('usage', '--format', 'csv'),
    `day,customer_id,product,channel,country,messages,parts,delivered,calls,look_ups,cost_millionths\r\n${day},ACME,omnichannel,rcs,DE,1,1,0,0,0,0\r\n`,
  );
  assert.deepEqual(rowsOf(await cli.text('usage', '--by', 'country,product')), [
    ['omnichannel', 'DE', '1', '1', '0', '0', '0', '0'],
  ]);
  assert.match((await cli.run('usage', '--by', 'month')).err, /by: allowed is some of day, customer_id/);
  const json = JSON.parse(await cli.text('usage', '--format', 'json')) as { usage: Array<{ messages: number }> };
  assert.equal(json.usage[0]?.messages, 1);
  assert.equal((await cli.text('usage', '--to', day, '--from', '2025-01-01')).trim(), '(none)');
  const wrong = await cli.run('usage', '--from', 'monday');
  assert.deepEqual([wrong.code, wrong.err.includes('from: allowed is a day such as 2026-01-31')], [1, true]);
});

test('a number is erased, and the receipt is printed, shown and listed', async (t) => {
  const cli = await terminal(t);
  const { rig } = cli;
  await rig.call('POST', '/opt-outs', { recipient: '4915112345678' });
  await ensurePartitions(rig.db, rig.clock.now(), rig.clock.now());
  // A message that is under way holds it up.
  await rig.accept({ plan: [RCS_PLAN], recipient: '4915112345678', callback: null });
  const job = await rig.until('it is submitted', () => rig.rcs.submitted.length > 0 && rig.rcs.take()[0]);
  let receipt: string | undefined;
  const erasing = cli.text('erase', '+4915112345678', '--yes').then((text) => {
    receipt = text;
  });
  await rig.until('it waits', async () => {
    const [erasure] = (await rig.call('GET', '/erasures')).body.erasures as Array<{ state: string }>;
    return erasure?.state === 'waiting';
  });
  const counted = await cli.text('erase', '4915112345678', '--count');
  assert.match(counted, /^under_way +1$.+^there are$.+^opt_outs +1$/ms);
  assert.doesNotMatch(counted, /4915112345678/);
  const waiting = await cli.run('erase', '4915112345678', '--yes', '--wait', '0');
  assert.match(waiting.out, /^state +waiting$/m);
  assert.match(waiting.err, /not done yet: trunkline erasure show [0-9a-f-]{36}/);
  job.answer({ kind: 'rejected', why: 'refused', reason: 'no' });
  await rig.until('it is erased', () => receipt !== undefined);
  await erasing;
  assert.match(receipt ?? '', /^state +done$/m);
  assert.match(receipt ?? '', /^messages +1$/m);
  assert.match(receipt ?? '', /^opt_outs +1$/m);
  assert.doesNotMatch(receipt ?? '', /4915112345678|waits for/);
  const id = /^id +(\S+)$/m.exec(receipt ?? '')?.[1] ?? '';
  assert.equal(await cli.text('erasure', 'show', id), receipt);
  const listed = rowsOf(await cli.text('erasure', 'list', '--number', '4915112345678'));
  assert.deepEqual(
    listed.map((row) => row.slice(0, 2)),
    [[id, 'done']],
  );
  assert.equal((await cli.text('erasure', 'list', '--number', '4915112345679')).trim(), '(none)');
});

test('masking numbers are brought in, listed and retired, and numbers kept out', async (t) => {
  const cli = await terminal(t);
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-numbers-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'masks.csv');
  await writeFile(file, 'number,capabilities,country,carrier\n4915700000001,sms,DE,sms-1\n447400000001,sms,,\n');
  assert.match(await cli.text('number', 'import', file), /^added +2$/m);
  assert.equal((await cli.json('number', 'import', file)).unchanged, 2);
  await cli.text('account', 'create', 'Acme', '--customer-id', 'ACME');
  const other = await cli.run('number', 'import', file, '--account', 'ACME');
  assert.match(other.err, /line 2: 4915700000001 stands in the shared pool \(also wrong: line 3\)/);
  assert.equal(other.code, 1);
  await writeFile(file, 'number,capabilities\n4915700000003,sms\n4915700000004,sms+voice\n');
  const dual = await cli.run('number', 'import', file, '--account', 'ACME');
  assert.match(dual.err, /line 3: capabilities: 4915700000004 takes calls as well as texts/);
  assert.match(
    (await cli.run('number', 'import', join(folder, 'none.csv'))).err,
    /none\.csv cannot be read \(ENOENT\)/,
  );
  assert.match(await cli.text('number', 'retire', '+4915700000001'), /4915700000001 .* retired/);
  assert.deepEqual(
    rowsOf(await cli.text('number', 'list', '--retired')).map((row) => row.slice(0, 5)),
    [['4915700000001', '-', 'DE', 'sms-1', 'retired']],
  );
  assert.equal(rowsOf(await cli.text('number', 'list', '--shared', '--country', 'GB')).length, 1);
  assert.match((await cli.run('number', 'list', '--shared', '--account', 'ACME')).err, /shared: allowed is false/);
  const forecast = await cli.text('number', 'forecast', '--parties', '3');
  assert.match(forecast, /^- +DE +0 +1 +0 +0 +0 +0 +0 +100$/m);
  assert.match(forecast, /^- +GB +1 +0 +0 +0 +0 +0 +1 +0$/m);
  assert.match(forecast, /busiest parties\n {2}\(none\)/);
  await cli.text('number', 'block', '4915112345678');
  await cli.text('number', 'block', '4915112345678', '--account', 'ACME');
  const blocks = rowsOf(await cli.text('number', 'blocks', '--full')).map((row) => row.slice(0, 2));
  assert.deepEqual(blocks, [
    ['4915112345678', '-'],
    ['4915112345678', 'ACME'],
  ]);
  assert.match(await cli.text('number', 'unblock', '4915112345678', '--account', 'ACME'), /^lifted +true$/m);
  assert.equal((await cli.run('number', 'unblock', '4915112345678', '--account', 'ACME')).code, 1);
});

function subcommand(of: Command, name: string): Command {
  return of.commands.find((each) => each.name() === name) ?? assert.fail(`there is no command ${name}`);
}

test('every command has help and stands in docs/operator.md', async () => {
  const top = await trunkline(['--help']);
  assert.equal(top.code, 0);
  const groups = [
    'account',
    'key',
    'message',
    'callback',
    'receiver',
    'sandbox',
    'source',
    'template',
    'carrier',
    'optout',
    'receipt',
    'text',
    'node',
    'erasure',
    'lookup',
    'consent',
    'cap',
    'number',
    'call',
    'import',
    'operator',
    'user',
    'audit',
    'batches',
    'verification',
    'settings',
  ];
  const program = createProgram();
  const found: string[] = [];
  const look = async (group: string): Promise<void> => {
    assert.match(top.out, new RegExp(`^  ${group}\\b`, 'm'));
    const { out, code } = await trunkline([group, '--help']);
    assert.equal(code, 0);
    const commands = [...out.matchAll(/^ {2}([a-z]+) \[options\]/gm)].map(([, name = '']) => name);
    assert.ok(commands.length > 0, out);
    for (const name of commands) {
      found.push(`${group} ${name}`);
      // What it prints, without a process for each.
      const help = subcommand(subcommand(program, group), name).helpInformation();
      for (const option of ['--json', '--url', '--token']) assert.ok(help.includes(option), `${group} ${name}`);
    }
  };
  // A few processes at a time: other files are at their tests meanwhile.
  const lines = [0, 1, 2, 3].map((line) => groups.filter((_, index) => index % 4 === line));
  await Promise.all(
    lines.map(async (line) => {
      for (const group of line) await look(group);
    }),
  );
  const page = await readFile(join(ROOT, 'docs/operator.md'), 'utf8');
  const described = [...page.matchAll(/^\| `trunkline ([a-z]+ [a-z]+)` \|/gm)].map(([, name = '']) => name);
  assert.deepEqual(described.sort(), found.sort(), 'docs/operator.md');
  assert.match((await trunkline(['simulate', '--help'])).out, /--smpp-port/);
  assert.match((await trunkline(['--version'])).out, /^\d+\.\d+\.\d+$/m);
});

test('an account that there is not is an error, and so is a word that is no command; for programs as JSON', async (t) => {
  const cli = await terminal(t);
  for (const words of ['message list', 'callback list', 'usage', 'batches list']) {
    const { code, out, err } = await cli.run(...words.split(' '), '--account', 'NOBODY');
    assert.deepEqual([code, out, err], [1, '', 'trunkline: Account not found\n'], words);
  }
  const asked = await cli.run('message', 'list', '--account', 'NOBODY', '--json');
  assert.deepEqual(JSON.parse(asked.err), { error: { description: 'Account not found', status: 404 } });
  const wrong = await cli.run('message', 'list', '--wrong', '--json');
  assert.deepEqual(JSON.parse(wrong.err), { error: { description: "unknown option '--wrong'" } });
  for (const words of ['nonsense', 'account nonsense']) {
    const { code, err } = await cli.run(...words.split(' '), '--help');
    assert.equal(code, 1);
    assert.match(err, /unknown command 'nonsense'/);
  }
});

test('nothing is erased where nobody can be asked, unless it is said to be meant', async (t) => {
  const cli = await terminal(t);
  const { code, err } = await cli.run('erase', '4915112345678');
  assert.equal(code, 1);
  assert.match(err, /--yes says so/);
  assert.deepEqual((await cli.rig.call('GET', '/erasures')).body.erasures, []);
});

test('what changes is printed as it happens, with how it stands, until the command is told to end', async (t) => {
  const rig = await operatorRig(t);
  const child = spawn(process.execPath, [CLI, 'watch', '--topics', 'messages'], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, TRUNKLINE_URL: rig.url, TRUNKLINE_OPERATOR_TOKEN: TOKEN },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  await eventually('it watches', () => out.includes('is not shown'));
  const id = await rig.accept();
  await eventually('it is printed', async () => {
    await rig.clock.advance(250);
    return out.includes(`messages  ${toReference(id)}  `) && out.includes('3001 Message in progress');
  });
  child.kill('SIGINT');
  assert.equal(await ended, 0);
  await eventually('nobody watches any more', () => !rig.context.hints.isWatched);
});

test('who may not watch is told so, and so is who asks for a topic that there is not', async (t) => {
  const terminal = new Terminal(await operatorRig(t));
  const wrong = await terminal.run('watch', '--topics', 'weather');
  assert.deepEqual([wrong.code, wrong.out], [1, '']);
  assert.match(wrong.err, /topics: allowed is of these, with commas: messages, calls/);
  assert.equal(await terminal.text('call', 'in-progress'), '(none)\n');
});
