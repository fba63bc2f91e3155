/**
 * Private keys that sign assertions, and with which algorithm each does (RFC 7518, 3.1; RFC 8037, 3.1). Pure.
 *
 * 1. A key that cannot sign is refused where it is read, not when it should sign. What is wrong is said, and nothing of
 *    what was given.
 */
import { createPrivateKey, type KeyObject } from 'node:crypto';

export type SigningAlgorithm = 'RS256' | 'ES256' | 'ES384' | 'ES512' | 'EdDSA';

const FEWEST_RSA_BITS = 2048;
/** By OpenSSL's names of the curves. */
const OF_CURVE: Readonly<Record<string, SigningAlgorithm>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
};

/** Null for a key that none of them is for. */
export function signingAlgorithm({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject) {
  if (type === 'rsa') return (details?.modulusLength ?? 0) >= FEWEST_RSA_BITS ? 'RS256' : null;
  if (type === 'ec') return OF_CURVE[details?.namedCurve ?? ''] ?? null;
  return type === 'ed25519' ? 'EdDSA' : null;
}

/** The lines of `pem` may end in any way, also in `\n` written out, as a variable of the environment has it. Throws an Error. */
export function readSigningKey(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem.replaceAll('\\r', '').replaceAll('\\n', '\n').replace(/\r\n?/g, '\n'));
  } catch {
    throw new Error(faultOf(pem));
  }
  if (signingAlgorithm(key) === null) {
    throw new Error(`RSA of ${FEWEST_RSA_BITS} bits or more, P-256, P-384, P-521 or Ed25519 is expected`);
  }
  return key;
}

const FAULTS: ReadonlyArray<readonly [mark: string, what: string]> = [
  ['ENCRYPTED', 'it is encrypted, and has to be given without a passphrase'],
  ['BEGIN OPENSSH', 'it is in the form of OpenSSH; PEM as of PKCS #8 is expected'],
  ['PRIVATE KEY', 'it cannot be read; a private key in PEM is expected'],
  ['PUBLIC KEY', 'it is a public key; the private one is expected'],
  ['CERTIFICATE', 'it is a certificate; its private key is expected'],
];

function faultOf(pem: string): string {
  return FAULTS.find(([mark]) => pem.includes(mark))?.[1] ?? 'a private key in PEM is expected';
}
