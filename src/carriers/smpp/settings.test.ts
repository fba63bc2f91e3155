import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ownMeanings, parseSmppSettings, SmppSettingsSchema, smppRemarks } from './settings.ts';
import { isConfigurationError, meaningOf, statusText } from './status.ts';

const LEAST = { host: 'smsc.example.net', system_id: 'gateway' };

test('host and system_id are enough; everything else has a default', () => {
  const settings = parseSmppSettings(LEAST);
  assert.equal(settings.port, 2775);
  assert.equal(settings.window, 10);
  assert.equal(settings.bind, 'transceiver');
  assert.deepEqual(settings.addresses.alphanumeric, { ton: 5, npi: 0 });
  assert.deepEqual(settings.message_id_format, { response: 'auto', receipt: 'auto' });
  assert.equal(settings.tls, undefined);
  assert.equal(settings.simulated, false);
});

test('a wrong setting is named with what is allowed', () => {
  const cases: [object, RegExp][] = [
    [{ system_id: 'x' }, /^host: /],
    [{ ...LEAST, window: 0 }, /^window: allowed are whole numbers from 1 to 500$/],
    [{ ...LEAST, bind: 'receiver' }, /^bind: allowed are transceiver, transmitter_receiver$/],
    [{ ...LEAST, windows: 5 }, /^windows: /],
    [{ ...LEAST, data_coding: { text: 0, ucs2: 300 } }, /^data_coding\.ucs2: allowed are whole numbers from 0 to 255$/],
    [{ ...LEAST, data_coding: { text: 8 } }, /^data_coding: text and ucs2 must differ$/],
    [{ ...LEAST, password: 'p'.repeat(65) }, /^password: must not have more than 64 characters$/],
    [{ ...LEAST, system_id: 'i'.repeat(65) }, /^system_id: must not have more than 64 characters$/],
    [{ ...LEAST, password: 'pä' }, /^password: allowed are printable ASCII characters$/],
    [{ ...LEAST, tls: { cert_file: '/c.pem' } }, /^tls: cert_file and key_file go together$/],
    [{ ...LEAST, status: { '1024': 'busy' } }, /^status/],
    [{ ...LEAST, status: { '0x400': 'perhaps' } }, /^status\.0x400: allowed are permanent, temporary, busy$/],
    [
      { ...LEAST, message_id_format: { receipt: 'octal' } },
      /^message_id_format\.receipt: allowed are auto, hex, dec, raw$/,
    ],
  ];
  for (const [input, message] of cases)
    assert.throws(() => parseSmppSettings(input), { message }, JSON.stringify(input));
});

test('credentials that are longer than the specification has them can be used, and are told about', () => {
  const says = (credentials: object) =>
    smppRemarks(parseSmppSettings({ ...LEAST, ...credentials })).map(({ says }) => says);
  assert.deepEqual(says({ system_id: 'i'.repeat(15), password: 'p'.repeat(8) }), []);
  assert.deepEqual(says({ system_id: 'i'.repeat(16), password: 'p'.repeat(9) }), [
    'system_id has more than the 15 characters that SMPP 3.4 allows',
    'password has more than the 8 characters that SMPP 3.4 allows',
  ]);
});

test("the SMSC's own statuses go before the built-in table", () => {
  const own = ownMeanings(parseSmppSettings({ ...LEAST, status: { '0x0401': 'busy', '0x58': 'permanent' } }));
  assert.equal(meaningOf(0x401, own), 'busy');
  assert.equal(meaningOf(0x58, own), 'permanent');
  assert.equal(meaningOf(0x14, own), 'busy');
  for (const status of [0x08, 0x45, 0x64]) assert.equal(meaningOf(status, own), 'temporary');
  for (const status of [0x01, 0x0a, 0x0b, 0x43, 0x48, 0x51, 0x61, 0x65, 0x66, 0xc0, 0x104, 0x400, 0x4ff]) {
    assert.equal(meaningOf(status, own), 'permanent');
  }
  assert.equal(meaningOf(0x04, own), 'rebind');
  assert.equal(statusText(0x58), '0x58 ESME_RTHROTTLED');
  assert.equal(statusText(0x44f), '0x44f');
  assert.deepEqual([0x05, 0x0d, 0x0e, 0x0f].map(isConfigurationError), [false, true, true, true]);
});

test('every setting stands in docs/carriers/smpp.md', () => {
  const page = readFileSync(new URL('../../../docs/carriers/smpp.md', import.meta.url), 'utf8');
  const places = (schema: object, before: string): string[] =>
    Object.entries('properties' in schema ? (schema.properties as Record<string, object>) : {}).flatMap(
      ([name, inner]) => [before + name, ...places(inner, `${before}${name}.`)],
    );
  const missing = places(SmppSettingsSchema, '').filter((place) => !page.includes(`\`${place}\``));
  assert.deepEqual(missing, []);
});
