import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DAY_MS } from '../lib/durations.ts';
import { checkCertificate } from './certificate.ts';

const PEM = readFileSync(new URL('../../test/support/tls/smsc.pem', import.meta.url));
const { validFrom, validTo } = new X509Certificate(PEM);
const [BEGINS, ENDS] = [Date.parse(validFrom), Date.parse(validTo)];

test('a certificate that callers refuse, or will soon, is told about', () => {
  const states = [BEGINS - 1_000, BEGINS, ENDS - 8 * DAY_MS, ENDS - DAY_MS, ENDS + 1_000].map(
    (now) => checkCertificate(() => PEM, now).state,
  );
  assert.deepEqual(states, ['fail', 'ok', 'ok', 'warn', 'fail']);
  const day = new Date(ENDS).toISOString().slice(0, 10);
  assert.equal(checkCertificate(() => PEM, ENDS + 1).says, `ended on ${day}: callers refuse it`);
});

test('a certificate that cannot be used says why', () => {
  const broken = checkCertificate(() => {
    throw new Error('http.tls: the file tls.crt cannot be read (ENOENT)');
  }, BEGINS);
  assert.deepEqual([broken.state, broken.says], ['fail', 'http.tls: the file tls.crt cannot be read (ENOENT)']);
});
