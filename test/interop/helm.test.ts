/**
 * Go's own template engine, which Helm renders by, makes the same of our chart as the renderer of the tests does. Needs
 * Debian's golang-go and golang-github-masterminds-sprig-dev.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dotOf, objectsIn, TEMPLATES } from '../support/helm/chart.ts';
import { Templates } from '../support/helm/template.ts';
import { HELM_VALUES } from '../support/helm/values.ts';

const PACKAGES = '/usr/share/gocode';
const ENGINE = fileURLToPath(new URL('peers/helm-engine.go', import.meta.url));
const isThere =
  spawnSync('go', ['version']).error === undefined && existsSync(`${PACKAGES}/src/github.com/Masterminds/sprig`);
const skip = isThere ? false : 'there is no Go: apt-get install golang-go golang-github-masterminds-sprig-dev';

test('Go renders the chart to the same objects', { skip }, async (t) => {
  const cache = await mkdtemp(join(tmpdir(), 'helm-engine-'));
  t.after(() => rm(cache, { recursive: true, force: true }));
  const cases = Object.values(HELM_VALUES).map((values) => dotOf(values, 'prod'));
  // What only defines is rendered to nothing.
  const made = spawnSync('go', ['run', ENGINE], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: cache, GOCACHE: cache, GOPATH: PACKAGES, GO111MODULE: 'off' },
    input: JSON.stringify({ templates: TEMPLATES, cases }),
  });
  assert.equal(made.status, 0, made.stderr);
  const ours = new Templates(TEMPLATES);
  const theirs = JSON.parse(made.stdout) as ReadonlyArray<Readonly<Record<string, string>>>;
  assert.equal(theirs.length, cases.length);
  for (const [index, rendered] of theirs.entries()) {
    const what = Object.keys(HELM_VALUES)[index] ?? '';
    for (const [name, text] of Object.entries(rendered)) {
      const own = ours.render(name, cases[index]);
      if (name.endsWith('.yaml')) assert.deepEqual(withoutSums(own), withoutSums(text), `${what}: ${name}`);
      else assert.equal(own, text, `${what}: ${name}`);
    }
  }
});

/** The sums of settings and secrets are over YAML, which may be written in several ways. */
function withoutSums(text: string) {
  return objectsIn(text.replaceAll(/(checksum\/\w+: )[0-9a-f]{64}/g, '$1sum'));
}
