import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ConfigError, loadConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-speech-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function speechOf(yaml: string) {
  const path = join(folder, 'trunkline.yaml');
  writeFileSync(path, yaml);
  return loadConfig({ TRUNKLINE_CONFIG: path }).speech;
}

test('the services that docs/speech.md describes are understood as they stand there', () => {
  const page = readFileSync(new URL('../../docs/speech.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml = '']) => yaml);
  assert.equal(examples.length, 2);
  for (const [index, yaml] of examples.entries()) {
    const file = join(folder, `secret-${index}`);
    writeFileSync(file, `key-${index}\n`);
    const { http } = speechOf(yaml.replace(/secret_file: .*/, `secret_file: ${file}`));
    assert.equal(http?.secret, `key-${index}`);
    assert.equal(http?.method, 'POST');
    assert.equal(http?.format, 'wav');
    assert.equal(Object.keys(http?.voices ?? {}).length, 2);
  }
});

test('what is wrong with a service is told with the place in the file', () => {
  const said = (http: string) => {
    try {
      speechOf(`speech:\n  http: ${http}\n`);
    } catch (error) {
      if (error instanceof ConfigError) return error.problems.join();
      throw error;
    }
    return assert.fail('it was accepted');
  };
  assert.match(
    said('{ url: "ftp://x/", body: "{text}", voices: { en: a } }'),
    /:2:\d+ speech\.http\.url: allowed: a URL/,
  );
  assert.match(said('{ url: "http://x/", body: "{text}", voices: { en: a }, voice: b }'), /there is no such setting/);
  assert.match(
    said('{ url: "http://x/", body: "hello", voices: { en: a } }'),
    /:2:\d+ speech\.http: body: \{text\} is needed/,
  );
  assert.match(said('https://x/'), /speech\.http: .*null, or url/);
});
