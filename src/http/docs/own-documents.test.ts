import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { after, before, describe, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { packageRoot } from '../../lib/package-root.ts';
import { BuiltDocs } from './built-docs.ts';
import { docsPage } from './docs-page.ts';
import type { SearchEntry } from './docs-search.ts';
import { errorsPage } from './errors-page.ts';
import { addOwnDocuments } from './own-documents.ts';

const BUNDLE = new URL('../../../scripts/docs-bundle.mjs', import.meta.url).href;
const OPENAPI = {
  tags: [{ name: 'Things' }],
  paths: { '/v1/things/{id}': { get: { tags: ['Things'], summary: 'Show a thing' } } },
};

describe('the own documents', () => {
  let folder: string;
  let app: FastifyInstance;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docs-'));
    const { buildDocs } = await import(BUNDLE);
    await buildDocs(packageRoot(), folder);
    app = Fastify();
    addOwnDocuments(app, new BuiltDocs(folder), async () => OPENAPI);
  });
  after(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  const ask = (path: string) => app.inject(path);

  test('are listed in /llms.txt, and each link of one as Markdown leads to another', async () => {
    const list = await ask('/llms.txt');
    assert.match(list.body, /^# Trunkline\n/);
    for (const line of list.body.match(/^- .*$/gm) ?? []) assert.match(line, /\): .+\.$/, 'each has a sentence');
    const seen = new Set(['/openapi.yaml']);
    const from = async (place: string, text: string) => {
      for (const [, target = ''] of outsideCode(text).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^(https?:|#)/.test(target)) continue;
        const path = posix.resolve(posix.dirname(place), target.split('#')[0] ?? '');
        if (seen.has(path)) continue;
        seen.add(path);
        const answer = await ask(path);
        assert.equal(answer.statusCode, 200, `${target} in ${place}`);
        assert.equal(answer.headers['content-type'], 'text/markdown; charset=utf-8');
        await from(path, answer.body);
      }
    };
    await from('/llms.txt', list.body);
    assert.ok(seen.has('/docs/sdk.md') && seen.has('/docs/carriers/smpp.md') && seen.has('/docs/decisions/README.md'));
  });

  test('have the programs of a recipe whole, and recipes among the links of each page', async () => {
    const recipe = await ask('/docs/recipes/receive-callbacks.md');
    for (const name of ['receive.mjs', 'receive.py', 'receive.php', 'Receive.java', 'receive.go']) {
      const program = await readFile(join(packageRoot(), 'examples/receive', name), 'utf8');
      assert.ok(recipe.body.includes(`\n${program}\`\`\`\n`), name);
    }
    assert.match((await ask('/docs/recipes/receive-callbacks')).body, /def is_signed\(headers, body\)/);
    assert.match((await ask('/docs/carriers/smpp')).body, /<a href="..\/recipes\/first-card">/);
    assert.match((await ask('/llms.txt')).body, /^## Recipes\n\n- \[/m);
  });

  test('are pages that load nothing, and each link of one leads to a page and a place on it', async () => {
    const info = { description: 'See docs/batches.md, docs/carriers/smpp.md and docs/errors.md; not docs/none.md.' };
    const index = docsPage({ info }, await new BuiltDocs(folder).list());
    assert.match(index, /See <a href="docs\/batches">docs\/batches.md<\/a>, <a .*; not docs\/none.md\./);
    assert.match(docsPage({ info }), /See docs\/batches.md, .* and <a href="docs\/errors">/);
    const pages = new Map([
      ['/docs', index],
      ['/docs/errors', errorsPage()],
    ]);
    const open = async (path: string) => {
      const known = pages.get(path);
      if (known !== undefined) return known;
      const answer = await ask(path);
      assert.equal(answer.statusCode, 200, path);
      if (answer.headers['content-type'] === 'text/html; charset=utf-8') {
        assert.match(String(answer.headers['content-security-policy']), /^default-src 'none'; style-src/);
        assert.doesNotMatch(answer.body, /<script|<link|<img|<iframe| src=| on\w+=| style=/, path);
      }
      pages.set(path, answer.body);
      if (!path.endsWith('.md')) await follow(path, answer.body);
      return answer.body;
    };
    const follow = async (place: string, html: string) => {
      for (const [, target = ''] of html.matchAll(/<a href="([^"]+)"/g)) {
        const { origin, pathname, hash } = new URL(target, `http://gateway${place}`);
        if (origin !== 'http://gateway' || pathname === '/openapi.yaml') continue;
        const page = await open(pathname);
        const anchor = decodeURIComponent(hash.slice(1));
        assert.ok(hash === '' || page.includes(` id="${anchor}"`), `${target} in ${place}`);
      }
    };
    await follow('/docs', index);
    assert.ok(pages.has('/docs/carriers/smpp') && pages.has('/docs/decisions/README') && pages.has('/docs/sdk.md'));
  });

  test('are found by their headings, and operations by theirs, with one script that is a file', async () => {
    const page = await ask('/docs/search?q=keys');
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; script-src 'self'; connect-src 'self'; style-src/);
    assert.deepEqual(page.body.match(/<script.*/g), ['<script src="search.js"></script>']);
    assert.match(String((await ask('/docs/search.js')).headers['content-type']), /^text\/javascript/);
    const entries = (await ask('/docs/search.json')).json<SearchEntry[]>();
    assert.deepEqual(entries[0], { text: 'GET /v1/things/{id}', of: 'Show a thing', to: '../docs#get-v1-things-id-' });
    assert.match(docsPage(OPENAPI), /id="get-v1-things-id-"/);
    for (const to of new Set(entries.map((entry) => entry.to))) {
      const { pathname, hash } = new URL(to, 'http://gateway/docs/search');
      if (pathname === '/docs' || pathname === '/docs/errors') continue;
      const { statusCode, body } = await ask(pathname);
      assert.ok(statusCode === 200 && (hash === '' || body.includes(` id="${decodeURIComponent(hash.slice(1))}"`)), to);
    }
  });

  test('are files of the list alone', async () => {
    for (const path of [
      '/docs/none.md',
      '/docs/index.json',
      '/docs/..%2f..%2fpackage.json',
      '/docs/llms.txt',
      '/docs/none',
    ]) {
      assert.notEqual((await ask(path)).statusCode, 200, path);
    }
  });
});

function outsideCode(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
}
