import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkOpenFiles } from '../diagnosis/open-files.ts';
import { certificateChecks, checkSurroundings } from './surroundings.ts';

const file = (name: string) => fileURLToPath(new URL(`../../test/support/tls/${name}`, import.meta.url));

test('a diagnosis looks at the files of the certificate, where there are some, and at the limit of open files', async () => {
  assert.deepEqual(certificateChecks({ tls: null }, 0), []);
  const tls = { certificateFile: file('smsc.pem'), keyFile: file('client-key.pem') };
  const [mismatched] = certificateChecks({ tls }, Date.now());
  assert.equal(mismatched?.state, 'fail');
  assert.match(mismatched?.says ?? '', /are no certificate with its key/);
  const seen = await checkSurroundings({ tls: { ...tls, keyFile: file('smsc-key.pem') } }, Date.now());
  assert.deepEqual(
    seen.map(({ name }) => name),
    process.platform === 'linux' ? ['certificate', 'open files'] : ['certificate'],
  );
});

test('few open files are warned of', () => {
  assert.deepEqual(
    [256, 65_536].map((limit) => checkOpenFiles(limit)[0]?.state),
    ['warn', 'ok'],
  );
  assert.deepEqual(checkOpenFiles(null), []);
});
