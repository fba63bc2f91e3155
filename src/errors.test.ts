import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { ERRORS, errorRow, type Product } from './errors.ts';

const SOURCES = new URL('./', import.meta.url);
const PRODUCTS: readonly Product[] = ['verify', 'verification', 'phoneid', 'omnichannel', 'messaging', 'anonymous'];
const OURS: readonly Product[] = ['operator', 'sandbox', 'gateway'];
const CASES = new Set<string>(ERRORS.map((row) => row.case));
/** What is said in the gateway's own name wherever it happens. */
const GATEWAYS_OWN = new Set([
  'http_malformed',
  'too_slow',
  'expectation_unknown',
  'headers_too_large',
  'carrier_unknown',
]);

/** What each operation's folder refuses is refused in the name of its product. */
const PRODUCT_OF: Readonly<Record<string, Product>> = {
  account: 'omnichannel',
  'account-templates': 'omnichannel',
  batch: 'omnichannel',
  'callback-secrets': 'omnichannel',
  callbacks: 'omnichannel',
  'check-capability': 'omnichannel',
  'complete-verification': 'verify',
  history: 'omnichannel',
  'list-events': 'omnichannel',
  'list-inbound': 'omnichannel',
  'look-up-number': 'phoneid',
  'masking-blocks': 'anonymous',
  'masking-session': 'anonymous',
  'opt-outs': 'omnichannel',
  'place-verification-call': 'verify',
  'send-code-text': 'verify',
  'send-message': 'omnichannel',
  'send-text': 'messaging',
  'show-message': 'omnichannel',
  'show-text': 'messaging',
  'show-usage': 'omnichannel',
  'show-verification': 'verify',
  verification: 'verification',
  templates: 'omnichannel',
};

/** Folders that answer for several products. */
const PRODUCTS_OF: Readonly<Record<string, readonly Product[]>> = {
  'own-lists': PRODUCTS,
  plan: PRODUCTS,
  'take-back': ['omnichannel', 'messaging', 'verify'],
};
/** Of a folder for several products, what only one of them knows. */
const OF_ONE_PRODUCT: Readonly<Record<string, Product>> = { no_mask: 'anonymous' };

function sourcesOf(folder: string): string {
  return readdirSync(new URL(folder, SOURCES))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(`${folder}/${name}`, SOURCES), 'utf8'))
    .join('\n');
}

/** The cases that a source throws or answers: names of cases where a refusal is made, whatever the function is called. */
function casesIn(source: string): string[] {
  const made = source.matchAll(
    /(?:Refusal|refuse|malformed|caseAnswer|invalid|readText)\(\s*(?:[\w.]+,\s*)*'([a-z_]+)'/g,
  );
  const named = [...made].map(([, name = '']) => name).filter((name) => CASES.has(name));
  return [...new Set(named)].sort();
}

const SHARED = ['operations'].flatMap((folder) => casesIn(sourcesOf(folder)));
const OF_HTTP = casesIn(sourcesOf('http')).filter((name) => !GATEWAYS_OWN.has(name));

function assertRows(products: readonly Product[], cases: readonly string[], place: string): void {
  const missing = products.flatMap((product) =>
    cases
      .filter((name) => !ERRORS.some((row) => row.product === product && row.case === name))
      .map((name) => `${product} ${name}`),
  );
  assert.deepEqual(missing, [], place);
}

describe('the catalogue', () => {
  test('has a row in every product for every case that the HTTP layer can throw', () => {
    for (const name of ['media_type', 'too_large', 'path_unknown', 'signature_wrong', 'rate_limited', 'storage_down']) {
      assert.ok(OF_HTTP.includes(name), `${name} is found in the sources: ${OF_HTTP}`);
    }
    assertRows(PRODUCTS, OF_HTTP, 'src/http');
    // Signatures, nonces, rates and idempotency keys are those of callers.
    const ofAll = [
      'authorization_missing',
      'authorization_malformed',
      'customer_unknown',
      'key_wrong',
      'account_suspended',
    ];
    const unsigned = [
      'body_malformed',
      'media_type',
      'too_large',
      'path_unknown',
      'method_not_allowed',
      'storage_down',
      'failed',
    ];
    assertRows(OURS, [...ofAll, ...unsigned], 'outside of /v1');
    assertRows(['gateway'], [...GATEWAYS_OWN], 'the gateway');
  });

  test('has a row for every case that an operation can throw, and for what operations share in every product', () => {
    assert.ok(SHARED.includes('body_malformed'));
    assertRows(PRODUCTS, SHARED, 'src/operations');
    for (const [folder, product] of Object.entries(PRODUCT_OF)) {
      assertRows([product], casesIn(sourcesOf(`operations/${folder}`)), folder);
    }
    for (const [folder, products] of Object.entries(PRODUCTS_OF)) {
      const cases = casesIn(sourcesOf(`operations/${folder}`));
      assertRows(
        products,
        cases.filter((name) => !(name in OF_ONE_PRODUCT)),
        folder,
      );
      for (const name of cases) if (OF_ONE_PRODUCT[name]) assertRows([OF_ONE_PRODUCT[name]], [name], folder);
    }
    // The admission step answers for all of them; a look-up asks it for no product.
    assertRows(
      PRODUCTS.filter((product) => product !== 'phoneid'),
      casesIn(sourcesOf('operations/admission')),
      'admission',
    );
    const ofLookUps = casesIn(sourcesOf('operations/admission')).filter((name) => name !== 'product_not_enabled');
    assertRows(['phoneid'], ofLookUps, 'admission of a look-up');
    const folders = readdirSync(new URL('operations', SOURCES), { withFileTypes: true }).filter((each) =>
      each.isDirectory(),
    );
    const known = new Set([...Object.keys(PRODUCT_OF), ...Object.keys(PRODUCTS_OF), 'admission']);
    const unknown = folders.map(({ name }) => name).filter((name) => !known.has(name));
    assert.deepEqual(unknown, [], 'the product of each operation is known here');
  });

  test('has a row for every case that operators and the sandbox are refused for', () => {
    assertRows(['operator'], casesIn(sourcesOf('http/operator')), 'src/http/operator');
    assertRows(['sandbox'], casesIn(sourcesOf('sandbox')), 'src/sandbox');
  });

  test('says nothing in the place of a row that is missing', () => {
    assert.throws(() => errorRow('verify', 'nodes_differ'), /verify has no row for the case nodes_differ/);
  });
});
