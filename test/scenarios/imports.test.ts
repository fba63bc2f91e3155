/**
 * What operators import, from files on the command line to the answers of look-ups: deactivations, breaches, contacts.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Client } from '../../cli/client.ts';
import type { RowsOptions } from '../../cli/import-rows.ts';
import { sendFile, type Wanted } from '../../cli/import-send.ts';
import { asJsonObject, type JsonObject } from '../../src/lib/json.ts';
import { type Ended, trunkline } from '../support/gateway/command-line.ts';
import { OPERATOR_TOKEN, startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { buildGateway } from '../support/gateway/process.ts';
import { zipOf } from '../support/zip.ts';

let service: TestGateway;
let folder: string;

function asOperator(...args: string[]): Promise<Ended> {
  return trunkline(args, { TRUNKLINE_URL: service.url, TRUNKLINE_OPERATOR_TOKEN: OPERATOR_TOKEN });
}

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

type Imported = JsonObject & { readonly err: string };

/** As the command line does it, in this process. */
async function imported(wanted: Wanted & object, path: string, options: Partial<RowsOptions> = {}): Promise<Imported> {
  let err = '';
  const screen = {
    write: (text: string) => {
      err += text;
    },
  };
  const client = new Client({ url: service.url, token: OPERATOR_TOKEN, data: '' });
  const answer = await sendFile(client, path, wanted, { columns: {}, ...options, isQuiet: false, screen });
  return { ...answer, err };
}

function deactivations(set: string, date: string): Wanted & object {
  return { kind: 'deactivations', set, date } as Wanted;
}

async function ask(number: string, addOn: string, fields: object = {}): Promise<JsonObject> {
  const asking = service.call('POST', `/v1/phoneid/${number}`, { addons: { [addOn]: fields } });
  const { body } = await service.through('the look-up is answered', asking);
  return asJsonObject(asJsonObject(body)?.[addOn]) ?? {};
}

function codeOf(answer: JsonObject): unknown {
  return asJsonObject(answer.status)?.code;
}

describe('imports', () => {
  before(async () => {
    buildGateway();
    folder = await mkdtemp(join(tmpdir(), 'trunkline-imports-'));
    service = await startGateway();
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('a deactivation file says who deactivated a number and when; a bad line is named, the others go in', async () => {
    const path = await file('a.txt', '﻿12125550100\n\n# comment\n+1 (212) 555-0101\nmy secret name\n12\n12125550102\n');
    const first = await asOperator('import', 'deactivations', path, '--carrier', 'Carrier A', '--date', '2026-10-01');
    assert.equal(first.code, 0, first.err);
    assert.match(first.out, /^state +whole$/m);
    assert.match(first.out, /^taken +3\nrefused +2$/m);
    assert.match(first.err, /^line 5: no phone number that is possible$/m);
    assert.match(first.err, /^line 6: no phone number/m);
    assert.doesNotMatch(first.err, /secret/);
    assert.match(first.err, /^a\.txt: 100 %, 5 rows, [\d,]+ a minute$/m);
    const id = /^id +(\S+)$/m.exec(first.out)?.[1] ?? '';
    const shown = await asOperator('import', 'show', id);
    assert.match(shown.out, /^refused\nROW +LINE +WHY\n2 +5 +number: .+\n3 +6 +number: .+\n$/m);
    assert.match((await asOperator('import', 'stop', id)).err, /id: allowed is an import that is open/);
    for (const number of ['12125550100', '12125550101', '12125550102']) {
      assert.deepEqual(await ask(number, 'number_deactivation'), {
        carrier_name: 'Carrier A',
        last_deactivated: '2026-10-01T00:00:00Z',
        tracking_since: '2026-10-01T00:00:00Z',
        status: { code: 2800, description: 'Request successfully completed.' },
      });
    }
    const verified = async (day: string) =>
      (await ask('12125550100', 'number_deactivation', { last_verified: day })).recycled_since_last_verification;
    assert.equal(await verified('2026-09-01T00:00:00Z'), 'recycled');
    assert.equal(await verified('2026-10-01T18:00:00Z'), 'recycled', 'a file says no hour');
    assert.equal(await verified('2026-10-02T00:00:00Z'), 'not recycled');
    assert.equal((await ask('12125550199', 'number_deactivation')).carrier_name, 'Sample Telecom', 'the next source');
  });

  test('again is harmless, a newer file counts, an older one does not, and zip files are read', async () => {
    const path = await file('b.txt', '12125550110\n12125550111\n');
    const days = async () => {
      const [a, b] = [await ask('12125550110', 'number_deactivation'), await ask('12125550111', 'number_deactivation')];
      return [a.last_deactivated, b.last_deactivated, b.carrier_name, b.tracking_since];
    };
    const day = (text: string) => `${text}T00:00:00Z`;
    await imported(deactivations('B', '2026-05-01'), path);
    const again = await imported(deactivations('B', '2026-05-01'), path);
    assert.match(again.err, /has come in whole before/);
    assert.equal(again.taken, 2);
    const files = {
      'deacts/one.csv': 'Date;MDN\n2026-06-01;"(212) 555-0111"\n',
      '__MACOSX/one.csv': 'x',
      'readme.pdf': 'x',
      'two.txt': 'nonsense\n',
    };
    const zip = await file('b.zip', zipOf(files));
    const zipped = await imported(deactivations('B', '2026-06-01'), zip, { country: 'US' });
    assert.deepEqual([zipped.taken, zipped.refused], [1, 1]);
    assert.match(zipped.err, /^two\.txt, line 1: no phone number/m);
    assert.deepEqual(await days(), [day('2026-05-01'), day('2026-06-01'), 'B', day('2026-05-01')]);
    await imported(deactivations('B', '2026-01-01'), path);
    assert.deepEqual(await days(), [day('2026-05-01'), day('2026-06-01'), 'B', day('2026-01-01')]);
  });

  test('a file that was interrupted goes on where it was left', async () => {
    const numbers = Array.from({ length: 5_000 }, (_, n) => `1212555${String(n).padStart(4, '0')}`);
    const text = `${numbers.join('\n')}\n`;
    const path = await file('c.txt', text);
    const known = createHash('sha256').update(text).digest('hex');
    const start = { kind: 'deactivations', set: 'C', date: '2026-03-01', file: known };
    const started = (await service.operate('POST', '/imports', start)).body as JsonObject;
    const rows = numbers.slice(0, 3_000).map((number, line) => ({ line, number }));
    const send = () => service.operate('POST', `/imports/${started.id}/rows`, { from: 0, rows });
    assert.equal(((await send()).body as JsonObject).position, 3_000);
    assert.equal(((await send()).body as JsonObject).taken, 3_000, 'sent again they are not counted again');
    const gap = await service.operate('POST', `/imports/${started.id}/rows`, { from: 4_000, rows });
    assert.match(JSON.stringify(gap.body), /from: allowed is at most 3000/);
    assert.equal(codeOf(await ask('12125550001', 'number_deactivation')), 2800);
    assert.notEqual((await ask('12125550001', 'number_deactivation')).carrier_name, 'C', 'a new set waits to be whole');
    const done = await imported(deactivations('C', '2026-03-01'), path);
    assert.match(done.err, /It goes on after 3000 rows/);
    assert.deepEqual([done.taken, done.refused, done.state], [5000, 0, 'whole']);
    assert.equal((await ask('12125554999', 'number_deactivation')).carrier_name, 'C');
  });

  test('hashes of breached numbers are found, a number without one stands in no breach', async () => {
    const sha1 = (number: string) => createHash('sha1').update(number).digest('hex').toUpperCase();
    const lines = ['4915112345001', '4915112345002'].map((number) => `${sha1(number)}:3`).sort();
    const path = await file('breach.txt', `${lines.join('\r\n')}\r\nabc\r\n`);
    const args = ['--set', 'example-2021', '--date', '2021-04-03', '--leaked', 'phone numbers, names'];
    const done = await asOperator('import', 'breaches', path, ...args);
    assert.match(done.out, /^taken +2\nrefused +1$/m);
    assert.match(done.err, /line 3: no SHA-1/);
    assert.deepEqual(await ask('4915112345001', 'breached_number_check'), {
      phone_number_breached: true,
      breach_date: '2021-04-03T00:00:00Z',
      breached_data: ['phone numbers', 'names'],
      status: { code: 2800, description: 'Request successfully completed.' },
    });
    assert.equal((await ask('4915112345003', 'breached_data')).phone_number_breached, false);
    assert.equal((await ask('4915112345956', 'breached_data')).phone_number_breached, true, 'the next source has it');
    assert.match((await asOperator('import', 'remove', 'breaches', 'example-2021')).out, /^removed +2$/m);
    assert.equal((await ask('4915112345002', 'breached_data')).phone_number_breached, false);
  });

  test('contact records answer, a new file replaces the set, and lines that are wrong are named by field', async () => {
    const head = 'MSISDN,Vorname,surname,Street,City,PLZ,Country,DOB,Contract,activation date,email';
    const rows = [
      '4915112340001,Jörg,"Müller, geb. Maier",Hauptstr. 1,Köln,50667,de,1990-01-31,prepaid,2025-11-01,',
      '4915112340002,Eva,Braun,,,,,2015-05-05,,,',
      '4915112340003,Max,Kurz,,,,,31.01.1990,,,',
    ];
    const path = await file('contacts.csv', `${[head, ...rows].join('\n')}\n`);
    const done = await imported({ kind: 'contacts', set: 'subscribers' }, path);
    assert.deepEqual([done.taken, done.refused], [2, 1]);
    assert.match(done.err, /^line 4: date_of_birth: a day such as 1985-03-27 is allowed$/m);
    const contact = await ask('4915112340001', 'contact');
    assert.deepEqual(
      [contact.first_name, contact.address1, contact.zip_postal_code, contact.country],
      ['Jörg', 'Hauptstr. 1', '50667', 'DE'],
    );
    const asked = { first_name: 'JOERG', last_name: 'Mueller', address: 'Hauptstraße 1', city: 'Koln' };
    const { first_name_score: first, address_score: address } = await ask('4915112340001', 'contact_match', asked);
    assert.deepEqual([first, address], [100, 100]);
    assert.equal((await ask('4915112340001', 'age_verify')).age_verified, true);
    assert.equal((await ask('4915112340002', 'age_verify')).age_verified, false);
    assert.equal((await ask('4915112340001', 'subscriber_status')).contract_type, 'prepaid');
    assert.equal(codeOf(await ask('4915112340001', 'contact_plus', { billing_postal_code: '99999' })), 2809);
    const second = await file('contacts-2.csv', `${head}\n4915112340002,Eva,Braun,,,,,2000-05-05,,,\n`);
    assert.equal((await imported({ kind: 'contacts', set: 'subscribers' }, second)).removed, 1);
    assert.equal((await ask('4915112340002', 'age_verify')).age_verified, true);
    assert.equal((await ask('4915112340001', 'contact')).first_name, 'Anna', 'asked of the next source');
  });

  test('what cannot be an import is said before anything is sent', async () => {
    const path = await file('people.csv', 'first,last\nAnna,Schmidt\n');
    const broken = await file('broken.zip', 'PK no zip');
    const wrong = await file('wrong.txt', 'nothing\n'.repeat(1_200));
    const contacts = { kind: 'contacts', set: 'A' } as const;
    const day = deactivations('A', '2026-01-01');
    await assert.rejects(imported(deactivations('A', '2026-13-01'), path), /date: allowed is a day such as/);
    await assert.rejects(imported(day, join(folder, 'none.txt')), /cannot be read \(ENOENT\)/);
    await assert.rejects(imported(contacts, path), /no column is named number; --column number=… names it/);
    await assert.rejects(imported(contacts, path, { columns: { number: 'MDN' } }), /the file has no column MDN/);
    await assert.rejects(
      imported(contacts, path, { columns: { age: 'x' } }),
      /--column: allowed are number, first_name/,
    );
    await assert.rejects(imported(day, path, { country: 'XX' }), /XX is no country/);
    await assert.rejects(imported(day, broken), /is no zip file/);
    const noLines = await file('no-lines.txt', 'x'.repeat(2_000_000));
    await assert.rejects(imported(day, noLines), /has no lines/);
    await assert.rejects(imported(contacts, await file('no-lines.csv', 'x'.repeat(2_000_000))), /has no lines|no CSV/);
    await assert.rejects(imported(day, wrong), /is this the right file\?/);
    const { code, err } = await asOperator('import', 'remove', 'contacts', 'nobody');
    assert.deepEqual([code, err], [1, 'trunkline: Data set not found\n']);
  });
});
