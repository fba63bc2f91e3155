/** Keys as operators have them: which sign, with what, and what is said of the others. */
import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { readSigningKey, signingAlgorithm } from './signing-key.ts';

const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength }).privateKey;
const elliptic = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).privateKey;
const pemOf = (key: KeyObject): string => String(key.export({ type: 'pkcs8', format: 'pem' }));

test('RSA, the curves of NIST and Ed25519 sign, each with its algorithm', () => {
  for (const [key, algorithm] of [
    [rsa(2048), 'RS256'],
    [elliptic('P-256'), 'ES256'],
    [elliptic('P-384'), 'ES384'],
    [elliptic('P-521'), 'ES512'],
    [generateKeyPairSync('ed25519').privateKey, 'EdDSA'],
  ] as const) {
    assert.equal(signingAlgorithm(readSigningKey(pemOf(key))), algorithm);
  }
  for (const key of [
    rsa(1024),
    elliptic('secp256k1'),
    generateKeyPairSync('ed448').privateKey,
    generateKeyPairSync('x25519').privateKey,
    generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey,
  ]) {
    assert.throws(() => readSigningKey(pemOf(key)), /^Error: RSA of 2048 bits or more, P-256, P-384, P-521 or Ed25519/);
  }
});

test('lines may end in any way, and older forms of PEM are read', () => {
  const key = elliptic('P-256');
  const pem = pemOf(key);
  const sec1 = String(key.export({ type: 'sec1', format: 'pem' }));
  for (const each of [
    pem.replaceAll('\n', '\r\n'),
    pem.replaceAll('\n', '\r'),
    pem.replaceAll('\n', '\\n'),
    pem.replaceAll('\n', '\\r\\n'),
    pem.trim(),
    `\ufeff${pem}`,
    sec1,
    `-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n${pem}`,
  ]) {
    assert.deepEqual(readSigningKey(each).export({ format: 'jwk' }), key.export({ format: 'jwk' }));
  }
});

test('what is no private key is named, and nothing of it is shown', () => {
  const key = elliptic('P-256');
  const locked = { format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' } as const;
  for (const [given, fault] of [
    [String(key.export({ type: 'pkcs8', ...locked })), /^Error: it is encrypted/],
    [String(key.export({ type: 'sec1', ...locked })), /^Error: it is encrypted/],
    [String(createPublicKey(key).export({ type: 'spki', format: 'pem' })), /^Error: it is a public key/],
    ['-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n', /^Error: it is a certificate/],
    [
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----',
      /^Error: it is in the form of OpenSSH/,
    ],
    [pemOf(key).slice(0, 80), /^Error: it cannot be read; a private key in PEM is expected$/],
    ['/etc/trunkline/key.pem', /^Error: a private key in PEM is expected$/],
    ['', /^Error: a private key in PEM is expected$/],
  ] as const) {
    assert.throws(() => readSigningKey(given), fault);
  }
});
