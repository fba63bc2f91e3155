/** openapi.yaml, docs/errors.md, the catalogue of errors and the server say the same. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { CALL_CODES } from '../../src/engine/message/call-codes.ts';
import { MESSAGE_CODES } from '../../src/engine/message/codes.ts';
import { TEXT_CODES } from '../../src/engine/message/text-codes.ts';
import { ERRORS, type Product, productOf } from '../../src/errors.ts';
import { docsPage } from '../../src/http/docs/docs-page.ts';
import { errorsPage as pageOfErrors } from '../../src/http/docs/errors-page.ts';
import { isOfCallers } from '../../src/http/known-paths.ts';
import { Handsets } from '../../src/sandbox/handsets.ts';
import { sandboxRoutes } from '../../src/sandbox/routes.ts';
import { errorsPage } from '../support/errors-page.ts';
import { type CallOptions, CUSTOMER_ID, type HttpRig, httpRig, type Reply } from '../support/gateway/http.ts';
import {
  assertFits,
  assertHeaders,
  type Described,
  described,
  document,
  example,
  examplesOf,
  object,
  text,
} from '../support/openapi.ts';

const ROOT = new URL('../../', import.meta.url);

test('docs/errors.md is what the catalogue says', async () => {
  const page = await readFile(new URL('docs/errors.md', ROOT), 'utf8');
  assert.equal(page, errorsPage(), 'make it anew: node --import tsx test/support/errors-page.ts > docs/errors.md');
});

test('a product says each case once, and every code of a product is in openapi.yaml and the other way round', () => {
  const names = ERRORS.map((row) => `${row.product} ${row.case}`);
  assert.equal(new Set(names).size, names.length);
  const named = (product: Product, http: string | number, code: unknown) => `${product} ${http} ${code}`;
  const inCatalogue = new Set(
    ERRORS.filter(({ product }) =>
      ['omnichannel', 'messaging', 'phoneid', 'verify', 'verification', 'anonymous'].includes(product),
    ).map((row) => named(row.product, row.http, row.code)),
  );
  const inDocument = new Set<string>();
  for (const { path, responses } of described.filter(({ path }) => isOfCallers(path))) {
    for (const { status, examples } of responses.filter((each) => !each.status.startsWith('2'))) {
      assert.ok(examples.length > 0, `${path} ${status} has an example`);
      for (const { value } of examples)
        inDocument.add(named(productOf(path), status, object(object(value).status).code));
    }
  }
  assert.deepEqual([...inDocument].sort(), [...inCatalogue].sort());
  const schema = object(object(object(document.components).schemas).StatusCode);
  assert.deepEqual(
    schema.enum,
    MESSAGE_CODES.map(({ code }) => code).sort((a, b) => a - b),
  );
  const ofTexts = object(object(object(document.components).schemas).TextStatusCode);
  assert.deepEqual(
    ofTexts.enum,
    TEXT_CODES.map(({ code }) => code),
  );
  const ofCalls = object(object(object(document.components).schemas).CallStatusCode);
  assert.deepEqual(
    ofCalls.enum,
    CALL_CODES.map(({ code }) => code),
  );
});

test('whatever may come with a body says how one that is too large or cannot be read is refused', () => {
  const missing = described
    .filter(({ path, method }) => isOfCallers(path) && ['POST', 'PUT', 'PATCH'].includes(method))
    .flatMap(({ path, method, responses }) => {
      const rows = ERRORS.filter((row) => row.product === productOf(path));
      const owed = rows.filter((row) => row.case === 'media_type' || row.case === 'too_large');
      assert.equal(owed.length, 2, path);
      const unsaid = owed.filter(({ http }) => !responses.some(({ status }) => status === String(http)));
      return unsaid.map(({ http }) => `${method} ${path} ${http}`);
    });
  assert.deepEqual(missing, []);
});

test('every example of an answer fits its schema, and every operation has examples', () => {
  for (const { method, path, operation, responses } of described) {
    const hasBody = operation.requestBody !== undefined;
    assert.ok(!hasBody || examplesOf(operation.requestBody).length > 0, `${method} ${path} has a request example`);
    for (const { status, schema, examples } of responses) {
      assert.ok(examples.length > 0, `${method} ${path} ${status} has an example`);
      for (const { name, value } of examples) assertFits(schema, value, `${method} ${path} ${status} ${name}`);
    }
  }
});

test('every example of a request gets the answer that stands beside it', async (t) => {
  const rig = await rigOfDocument(t);
  const sent = await rig.call('/v1/omnichannel', { body: example('/v1/omnichannel', 'text_only') });
  const known = String(sent.json.reference_id);
  const parties = { phone_number_1: '4915112345698', phone_number_2: '4915112345699', validity_period: 24 };
  const session = String((await rig.call('/v1/anonymous/session/sms', { body: parties })).json.session_id);
  for (const operation of described) {
    if (operation.path.startsWith('/operator/')) continue;
    const path = operation.path
      .replace('{reference_id}', known)
      .replace('{session_id}', session)
      .replace('{complete_number}', '4915112345678')
      .replace('{number}', '4915112345678')
      .replace('{phone_number}', '4915112345678')
      .replace('{channel}', 'rcs')
      .replace('{agent_id}', 'nobody')
      .replace('{name}', 'nobody')
      .replace('{recording}', '0.wav');
    const requests = operation.requests.length > 0 ? operation.requests : [{ name: '', value: undefined }];
    for (const { name, value } of requests) {
      const options: CallOptions = { method: operation.method, ...(value === undefined ? {} : { body: value }) };
      check(operation, name, await rig.call(path, options));
    }
  }
});

test('a refusal names the header that belongs to its status', () => {
  const named = new Map([
    ['401', 'www-authenticate'],
    ['405', 'allow'],
    ['429', 'retry-after'],
    ['503', 'retry-after'],
  ]);
  for (const { method, path, responses } of described.filter(
    (each) => isOfCallers(each.path) || each.path.startsWith('/operator/'),
  )) {
    for (const { status, headers } of responses) {
      const name = named.get(status);
      if (name !== undefined) assert.deepEqual(headers, [name], `${method} ${path} ${status}`);
    }
  }
});

test('what the document asks for exists, and what exists is in the document', async (t) => {
  const rig = await rigOfDocument(t);
  for (const { path } of described) {
    const isPatched = described.some((each) => each.path === path && each.method === 'PATCH');
    const odd = await rig.call(path.replace(/\{\w+\}/g, ID), { method: isPatched ? 'PUT' : 'PATCH' });
    assert.ok(odd.status === 405 || path.startsWith('/operator/'), `${path}: ${odd.text}`);
    const serving = described.filter((each) => serves(each.path, path));
    const documented = [...new Set(serving.map(({ method }) => method))];
    const allowed = String(odd.headers.allow ?? '')
      .split(', ')
      .filter((method) => method !== 'HEAD' && method !== '');
    if (odd.status === 405) assert.deepEqual(allowed, documented.sort(), path);
  }
});

test('the page at /docs shows every operation, field and example, and loads nothing', () => {
  const page = docsPage(document);
  for (const { method, path, operation } of described) {
    assert.ok(page.includes(`${method} ${path}</h3>`), path);
    assert.ok(page.includes(String(operation.summary)), path);
  }
  assert.match(page, /<code>channels\[\]\.fallback_time<\/code>/);
  assert.match(page, /POST messageStatus/);
  const titles = [...page.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, title]) => title);
  const main = titles.slice(titles.lastIndexOf('For callers'));
  const tags = (document.tags as ReadonlyArray<{ name: string }>).map(({ name }) => name);
  assert.deepEqual([...main].sort(), [...tags, 'For callers', 'For operators', 'What you are told'].sort());
  assert.ok(main.indexOf('People') > main.indexOf('For operators'));
  assert.ok(main.indexOf('What you are told') < main.indexOf('For operators'));
  assert.match(page, /<a href="docs\/errors">/, 'who has the page and not the source finds the codes');
  assert.doesNotMatch(page, /<script|<link|<img|src=|@import|url\(/);
});

test('the lines to try on the page at /docs are what a shell reads, with the first example of each body', () => {
  const all = [...docsPage(document).matchAll(/<pre class="sample">([^<]*)<\/pre>/g)].map(([, html = '']) =>
    html.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  );
  const samples = all.filter((sample) => sample.startsWith('curl '));
  assert.equal(samples.length, described.length);
  const shell = `curl() { printf '%s\\0' "$@"; printf '\\0'; }\nBASE_URL=callers OPERATORS_URL=operators CUSTOMER_ID=ID API_KEY=KEY OPERATOR_TOKEN=T\n`;
  const given = execFileSync('sh', ['-c', shell + samples.join('\n')], { encoding: 'utf8' })
    .split('\0\0')
    .slice(0, -1);
  for (const [index, line] of given.entries()) {
    const words = line.split('\0');
    const address = words.find((word) => /^(callers|operators)\//.test(word)) ?? assert.fail(line);
    const [, whose = '', path = ''] = /^(callers|operators)(\/[^?]*)/.exec(address) ?? [];
    const method = words.includes('-X') ? words[words.indexOf('-X') + 1] : 'GET';
    const operation = described.find((each) => each.method === method && matches(each.path, path));
    assert.ok(operation, `${index}: ${line}`);
    assert.equal(whose === 'operators', operation.path.startsWith('/operator'), line);
    const body = words.includes('--data-binary') ? words[words.indexOf('--data-binary') + 1] : undefined;
    const [first] = operation.requests;
    const expected = typeof first?.value === 'string' ? first.value : JSON.stringify(first?.value, null, 2);
    assert.equal(body, first === undefined ? undefined : expected, line);
  }
});

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
}

test('the page at /docs/errors has each code once, with all that it says, where refusals link to', () => {
  const page = pageOfErrors();
  const rows = [...ERRORS.map(({ code, text }) => ({ code, text })), ...ERRORS.flatMap(({ error }) => error ?? [])];
  const states = [...MESSAGE_CODES, ...TEXT_CODES].map(({ code, description }) => ({ code, text: description }));
  for (const { code, text } of [...rows, ...states]) {
    const [, section = '', ...more] = page.split(`<section id="code-${code}">`);
    assert.equal(more.length, 0, `${code} stands once`);
    const cell = `<td>${text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`)}</td>`;
    assert.ok(section.slice(0, section.indexOf('</section>')).includes(cell), `${code} ${text}`);
  }
  assert.doesNotMatch(page, /<script|<link|<img|src=|@import|url\(/);
});

/** On the places in a path: it serves as a reference, and as anything else. */
const ID = '0123456789ABCDEF0123456789ABCDEF';

/** Whether what lies under `path` is asked for there. */
function serves(template: string, path: string): boolean {
  const pattern = template.split('/').map((part) => {
    if (part === '{reference_id}' || part === '{session_id}') return '(?:[0-9A-F]{32}|\\{\\w+\\})';
    return part.startsWith('{') ? '[^/]+' : part;
  });
  return new RegExp(`^${pattern.join('/')}$`).test(path);
}

/** The answer has a documented status, fits its schema, and is the example of the same name where there is one. */
function check(operation: Described, name: string, reply: Reply): void {
  const place = `${operation.method} ${operation.path} ${name}`;
  const response = operation.responses.find(({ status }) => status === String(reply.status));
  assert.ok(response, `${place} answered ${reply.status}: ${reply.text}`);
  const isJson = String(reply.headers['content-type']).startsWith('application/json');
  const body: unknown = isJson ? JSON.parse(reply.text) : reply.text;
  assertFits(response.schema, body, place);
  assertHeaders(response, reply.headers, place);
  if (isJson && reply.status >= 400 && !operation.path.startsWith('/sandbox')) linksToItsCode(reply, body, place);
  if (name === '') return;
  const expected = operation.responses
    .flatMap(({ status, examples }) => examples.map((each) => ({ ...each, status })))
    .find((each) => each.name === name);
  if (!expected) return;
  assert.equal(String(reply.status), expected.status, `${place}: ${reply.text}`);
  assert.deepEqual(masked(body), masked(expected.value), place);
}

function linksToItsCode(reply: Reply, body: unknown, place: string): void {
  const { status, errors } = body as { status?: { code: number }; errors?: ReadonlyArray<{ code: number }> };
  if (status === undefined) return;
  const code = errors?.[0]?.code ?? status.code;
  assert.equal(reply.headers.link, `</docs/errors#code-${code}>; rel="help"`, place);
}

/** Without what differs from run to run. */
function masked(value: unknown): unknown {
  const shown = JSON.stringify(value)
    .replace(/"[0-9A-F]{32}"/g, '"REFERENCE"')
    .replace(/"whsec_[^"]+"/g, '"SECRET"')
    .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"TIME"');
  return JSON.parse(shown);
}

function rigOfDocument(t: TestContext): Promise<HttpRig> {
  const handsets = new Handsets({ clock: { now: () => 0 }, randomBytes, hints: { isWatched: false } } as never);
  handsets.connect({ channel: 'rcs', text: () => true, tap: () => true, file: () => true, location: () => true });
  const routes = sandboxRoutes(handsets, { now: () => 0 } as never);
  const account = { products: ['rcs', 'masking', 'voice'] as const };
  const masks = ['4915799000001'];
  return httpRig(t, { account, masks, parts: { openapi: text, sandbox: { accountId: CUSTOMER_ID, routes } } });
}
