/**
 * The SDK knows what openapi.yaml knows: each operation of callers is a function whose request and answer are those of the
 * document, and each webhook is told apart. It needs nothing but what Node, Deno, Bun and browsers have in common.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import type { Trunkline, Webhook, webhooks } from '../../sdk/src/index.ts';
import * as sdk from '../../sdk/src/index.ts';
import { signCallback } from '../../src/callbacks/signature.ts';
import { docsPage } from '../../src/http/docs/docs-page.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { assertFits, type Described, described, document, examplesOf, object } from '../support/openapi.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NUMBER = '4915112345678';
const REFERENCE = '0190A3F04C6B7000A1B2C3D4E5F60789';
const TEXT = { phone_number: NUMBER, message: 'Hello', message_type: 'ARN' } as const;
const WORDS = { default: { template: 'text', parameters: { text: 'Hello' } } } as const;

/** Probes and documents, and what carriers, and not callers, ask for. */
const NOT_FOR_CALLERS = ['Gateway', 'Carriers', 'Operators', 'People', 'Handsets'];

/** Where two operations do the same, the one that the SDK leaves alone, and why. */
const LEFT_ALONE = new Map([
  ['lookUpNumber', 'lookUpNumberInBody keeps the number out of addresses'],
  ['changeVerification', 'the same as changeVerificationState'],
  ['receiveByGet', 'the gateway sends callbacks there'],
  ['receiveByPost', 'the gateway sends callbacks there'],
]);

const CALLS: Readonly<Record<string, (client: Trunkline) => unknown>> = {
  sendMessage: ({ messages }) =>
    messages.send({ phone_number: NUMBER, message_type: 'ARN', channels: [{ channel: 'sms' }], message: WORDS }),
  listOwnMessages: ({ messages }) => messages.list({ status: 'failed', limit: 5 }).page(),
  showMessage: ({ messages }) => messages.get(REFERENCE),
  takeBackMessage: ({ messages }) => messages.cancel(REFERENCE),
  showMessageHistory: ({ messages }) => messages.history(REFERENCE),
  listTemplates: ({ templates }) => templates.list(),
  addTemplate: ({ templates }) =>
    templates.add({ name: 'greeting', channel: 'sms', type: 'standard', content: { body: { text: 'Hello {{1}}' } } }),
  showTemplate: ({ templates }) => templates.get('sms', 'greeting'),
  removeTemplate: ({ templates }) => templates.remove('sms', 'greeting'),
  sendBatch: ({ batches }) =>
    batches.send({
      message_type: 'ARN',
      channels: [{ channel: 'sms' }],
      message: WORDS,
      recipients: [{ phone_number: NUMBER }],
    }),
  showBatch: ({ batches }) => batches.recipients(REFERENCE, { limit: 5 }).page(),
  takeBackBatch: ({ batches }) => batches.cancel(REFERENCE),
  pauseBatch: ({ batches }) => batches.pause(REFERENCE),
  resumeBatch: ({ batches }) => batches.resume(REFERENCE),
  sendText: ({ texts }) => texts.send(TEXT),
  listOwnTexts: ({ texts }) => texts.list({ recipient: NUMBER }).page(),
  showText: ({ texts }) => texts.get(REFERENCE),
  takeBackText: ({ texts }) => texts.cancel(REFERENCE),
  showTextHistory: ({ texts }) => texts.history(REFERENCE),
  beginVerification: ({ verifications }) =>
    verifications.begin({ recipient: { phone_number: NUMBER }, verification_policy: [{ method: 'sms' }] }),
  listOwnVerifications: ({ verifications }) => verifications.list({ limit: 5 }).page(),
  showVerificationProcess: ({ verifications }) => verifications.get(REFERENCE),
  cancelVerification: ({ verifications }) => verifications.cancel(REFERENCE),
  changeVerificationState: ({ verifications }) => verifications.check(REFERENCE, '123456'),
  lookUpNumberInBody: ({ phoneId }) => phoneId.lookUp(NUMBER, { addons: { sim_swap: {} } }),
  listOwnLookUps: ({ phoneId }) => phoneId.list({ limit: 5 }).page(),
  showMaskingBlock: ({ maskingBlocks }) => maskingBlocks.get(NUMBER),
  addMaskingBlockOfAccount: ({ maskingBlocks }) => maskingBlocks.add(NUMBER),
  liftMaskingBlockOfAccount: ({ maskingBlocks }) => maskingBlocks.lift(NUMBER),
  openMaskingSession: ({ sessions }) =>
    sessions.open({ phone_number_1: NUMBER, phone_number_2: '4915112345679', validity_period: 24 }),
  listOwnSessions: ({ sessions }) => sessions.list({ limit: 5 }).page(),
  showMaskingSession: ({ sessions }) => sessions.get(REFERENCE),
  extendMaskingSession: ({ sessions }) => sessions.extend(REFERENCE, { validity_period: 24 }),
  closeMaskingSession: ({ sessions }) => sessions.close(REFERENCE),
  listInteractions: ({ sessions }) => sessions.interactions(REFERENCE).page(),
  placeVerificationCall: ({ codes }) => codes.call({ phone_number: NUMBER, verify_code: '12345' }),
  sendCodeText: ({ codes }) => codes.text({ phone_number: NUMBER }),
  listOwnCodes: ({ codes }) => codes.list({ limit: 5 }).page(),
  showVerification: ({ codes }) => codes.check(REFERENCE, '12345'),
  takeBackVerification: ({ codes }) => codes.cancel(REFERENCE),
  completeVerification: ({ codes }) => codes.complete(REFERENCE),
  showCodeHistory: ({ codes }) => codes.history(REFERENCE),
  listCallbackSecrets: ({ callbackSecrets }) => callbackSecrets.list(),
  rotateCallbackSecret: ({ callbackSecrets }) => callbackSecrets.rotate({ previous_valid_for: 3600 }),
  listInbound: ({ inbound }) => inbound.list({ limit: 5 }).page(),
  listOwnCallbacks: ({ callbacks }) => callbacks.list({ limit: 5 }).page(),
  showOwnCallback: ({ callbacks }) => callbacks.get('0190a3f0-4c6b-7000-a1b2-c3d4e5f60789'),
  redeliverOwnCallbacks: ({ callbacks }) => callbacks.redeliver({ from: '2026-01-01T00:00:00.000Z' }),
  listEvents: ({ events }) => events.list({ limit: 5 }).page(),
  checkCapability: ({ capabilities }) => capabilities.check(NUMBER),
  checkCapabilityOfAgent: ({ capabilities }) => capabilities.check(NUMBER, { agentId: 'bakery@rbm.goog' }),
  checkCapabilities: ({ capabilities }) => capabilities.checkMany({ phone_numbers: [NUMBER] }),
  showCapabilities: ({ capabilities }) => capabilities.numbers(REFERENCE, { limit: 5 }).page(),
  listOwnOptOuts: ({ optOuts }) => optOuts.list({ limit: 5 }).page(),
  showOwnOptOut: ({ optOuts }) => optOuts.get(NUMBER),
  addOwnOptOut: ({ optOuts }) => optOuts.add(NUMBER),
  liftOwnOptOut: ({ optOuts }) => optOuts.lift(NUMBER),
  showOwnAccount: ({ account }) => account.get(),
  changeOwnAccount: ({ account }) => account.change({ callback_url: null }),
  listOwnKeys: ({ account }) => account.keys().page(),
  makeOwnKey: ({ account }) => account.makeKey(),
  revokeOwnKey: ({ account }) => account.revokeKey(REFERENCE),
  showOwnUsage: ({ account }) => account.usage().page(),
  listReceivers: ({ sandbox }) => sandbox.receivers.list(),
  setReceiverAnswer: ({ sandbox }) => sandbox.receivers.answerWith('callbacks', 503),
  listReceivedRequests: ({ sandbox }) => sandbox.receivers.requests(),
  listHandsets: ({ sandbox }) => sandbox.handsets({ limit: 5 }).page(),
  listHandsetMessages: ({ sandbox }) => sandbox.messages(NUMBER),
  listHandsetCalls: ({ sandbox }) => sandbox.calls(NUMBER),
  listenToHandsetCall: ({ sandbox }) => sandbox.recording(NUMBER, '5f1c2d3e4a5b6c7d'),
  answerHandsetCall: ({ sandbox }) => sandbox.answer(NUMBER, '5f1c2d3e4a5b6c7d'),
  declineHandsetCall: ({ sandbox }) => sandbox.decline(NUMBER, '5f1c2d3e4a5b6c7d'),
  hangUpHandsetCall: ({ sandbox }) => sandbox.hangUp(NUMBER, '5f1c2d3e4a5b6c7d'),
  pressKeysAtHandset: ({ sandbox }) => sandbox.press(NUMBER, '5f1c2d3e4a5b6c7d', '1'),
  setHandsetWaiting: ({ sandbox }) => sandbox.setWaiting(NUMBER, true),
  replyFromHandset: ({ sandbox }) => sandbox.reply(NUMBER, { to: '491579000000', text: 'Yes' }),
  sendFileFromHandset: ({ sandbox }) =>
    sandbox.sendFile(NUMBER, { to: 'sandbox-agent@rbm.goog', uri: 'https://example.com/a.jpg' }),
  sendLocationFromHandset: ({ sandbox }) =>
    sandbox.sendLocation(NUMBER, { to: 'sandbox-agent@rbm.goog', latitude: 52.5, longitude: 13.4 }),
  tapOnHandset: ({ sandbox }) => sandbox.tap(NUMBER),
};

const ofCallers = described.filter(({ operation }) => !NOT_FOR_CALLERS.includes(String(tagOf(operation))));

function tagOf(operation: Described['operation']): unknown {
  return (operation.tags as readonly unknown[])[0];
}

function nameOf({ operation }: Described): string {
  return String(operation.operationId);
}

/** The operation that a request is of: where a literal path fits it is that one. */
function operationAt(method: string, path: string): Described {
  const fits = ({ path: template }: Described) =>
    new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path);
  const places = ({ path: template }: Described) => template.split('{').length;
  const found = described.filter((each) => each.method === method && fits(each));
  return found.sort((a, b) => places(a) - places(b))[0] ?? assert.fail(`${method} ${path} is not in openapi.yaml`);
}

function parametersOf({ operation, path }: Described): string[] {
  const all = [object(object(document.paths)[path]).parameters, operation.parameters].flatMap((each) =>
    Array.isArray(each) ? each : [],
  );
  return all.map((each) => {
    const name = /^#\/components\/parameters\/(\w+)$/.exec(String(object(each).$ref))?.[1];
    const parameters = object(object(document.components).parameters);
    return String(object(name === undefined ? each : parameters[name]).name);
  });
}

/** Answers as openapi.yaml says, once the request is as it says. */
function checking(asked: string[]): typeof fetch {
  return async (given, init = {}) => {
    const url = new URL(String(given));
    const operation = operationAt(String(init.method), decodeURIComponent(url.pathname));
    const name = nameOf(operation);
    asked.push(name);
    const known = parametersOf(operation);
    for (const parameter of url.searchParams.keys()) assert.ok(known.includes(parameter), `${name}: ${parameter}`);
    const media = object(object(object(operation.operation.requestBody).content)['application/json']);
    if (init.body !== undefined) {
      assert.ok(media.schema, `${name} takes no body`);
      assertFits(media.schema, JSON.parse(String(init.body)), name);
    }
    const answer = operation.responses.find(({ status }) => status.startsWith('2'));
    return Response.json(answer?.examples[0]?.value ?? null);
  };
}

async function callAll({ Trunkline }: typeof sdk): Promise<void> {
  for (const [name, call] of Object.entries(CALLS)) {
    const asked: string[] = [];
    await call(
      new Trunkline({ url: 'http://gateway.example', customerId: 'ID', apiKey: 'KEY', fetch: checking(asked) }),
    );
    assert.deepEqual(asked, [name]);
  }
}

test('each operation of callers is a function of the SDK, and asks as openapi.yaml says', async () => {
  const names = ofCallers.map(nameOf).filter((name) => !LEFT_ALONE.has(name));
  assert.deepEqual(Object.keys(CALLS).sort(), names.sort(), 'those of openapi.yaml');
  for (const name of LEFT_ALONE.keys()) assert.ok(ofCallers.map(nameOf).includes(name), `${name} is there no longer`);
  await callAll(sdk);
});

/** As /docs shows them, by operation. */
function samplesOfDocs(): Map<string, string> {
  const html = docsPage(document as JsonObject);
  const samples = new Map<string, string>();
  for (const { path, method, operation } of described) {
    const anchor = `${method.toLowerCase()}${path}`.replace(/[^a-zA-Z0-9]+/g, '-');
    const [section = ''] = html.split(`<section id="${anchor}">`)[1]?.split('</section>') ?? [];
    const [, code] = /TypeScript<\/summary><pre class="sample">([^<]*)</.exec(section) ?? [];
    const plain = code?.replace(/&#(\d+);/g, (_, number) => String.fromCharCode(Number(number)));
    if (plain !== undefined) samples.set(String(operation.operationId), plain);
  }
  return samples;
}

test('each operation of callers has a sample on /docs, which asks for it as openapi.yaml says', async () => {
  const samples = samplesOfDocs();
  const left = ['receiveByGet', 'receiveByPost'];
  const names = ofCallers.map(nameOf).filter((name) => !left.includes(name));
  assert.deepEqual([...samples.keys()].sort(), names.sort(), 'those of openapi.yaml');
  const instead = new Map(
    [...LEFT_ALONE].map(([name]) => [name, /^lookUp/.test(name) ? 'lookUpNumberInBody' : 'changeVerificationState']),
  );
  for (const [name, code] of samples) {
    const asked: string[] = [];
    const client = new sdk.Trunkline({
      url: 'http://gateway.example',
      customerId: 'ID',
      apiKey: 'KEY',
      fetch: checking(asked),
    });
    const run = runInContext(`async (trunkline) => { ${code} }`, createContext({ console: { log() {} } }));
    await run(client);
    assert.equal(asked[0], instead.get(name) ?? name, code);
  }
});

test('the samples on /docs are programs to the compiler', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-samples-'));
  t.after(() => rm(folder, { recursive: true }));
  const index = JSON.stringify(`${ROOT}sdk/src/index.ts`);
  const blocks = [...samplesOfDocs()].map(([name, code]) => `async function ${name}() {\n${code}\n}\n`);
  const program = `import { Trunkline } from ${index};\ndeclare const trunkline: Trunkline;\n${blocks.join('')}`;
  await writeFile(join(folder, 'samples.ts'), program);
  const options = {
    rootDir: '/',
    noEmit: true,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: false,
    noUnusedLocals: false,
  };
  const settings = {
    extends: `${ROOT}sdk/tsconfig.json`,
    compilerOptions: options,
    include: [],
    files: ['samples.ts'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const { status, stdout } = spawnSync(`${ROOT}node_modules/.bin/tsc`, ['-p', folder], { encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});

/** A webhook that comes to openapi.yaml and is missing here does not compile. */
const KINDS: Readonly<Record<keyof webhooks, Webhook['kind']>> = {
  messageStatus: 'message',
  textStatus: 'text',
  codeTextStatus: 'code_text',
  callStatus: 'call',
  verificationState: 'verification',
  inboundText: 'inbound_text',
  inboundRcs: 'inbound_rcs',
  relayedText: 'relayed_text',
  sessionEvent: 'session_event',
};

async function unwrapAll({ unwrap }: typeof sdk): Promise<void> {
  const apiKey = Buffer.alloc(64, 7);
  for (const [name, hook] of Object.entries(object(document.webhooks))) {
    const examples = examplesOf(object(object(hook).post).requestBody);
    assert.ok(examples.length > 0, name);
    for (const { value } of examples) {
      const body = JSON.stringify(value);
      const headers = signCallback(
        { id: 'callback-1', body, at: Date.now() },
        { customerId: 'ID', apiKey, secrets: [] },
      );
      const webhook = await unwrap(body, headers, { apiKeys: [apiKey.toString('base64')] });
      assert.equal(webhook.kind, KINDS[name as keyof webhooks], name);
      assert.equal(JSON.stringify(webhook.body), body);
    }
  }
}

test('each webhook of openapi.yaml is told apart by unwrap', async () => {
  assert.deepEqual(Object.keys(object(document.webhooks)).sort(), Object.keys(KINDS).sort());
  await unwrapAll(sdk);
});

/** What Node from 20.3, Deno, Bun and browsers all have, and the SDK uses; the language itself comes with each context. */
const WEB = {
  AbortController,
  AbortSignal,
  Headers,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  clearTimeout,
  crypto,
  fetch,
  setTimeout,
};

test('the SDK runs where there is nothing but what every runtime has', async () => {
  // A module of Node, or any other package, cannot be found for no platform.
  const { outputFiles } = await build({
    entryPoints: [`${ROOT}sdk/src/index.ts`],
    bundle: true,
    write: false,
    platform: 'neutral',
    format: 'iife',
    globalName: 'sdk',
    target: 'es2022',
  });
  const alone = runInContext(`${outputFiles[0]?.text}; sdk`, createContext({ ...WEB })) as typeof sdk;
  await callAll(alone);
  await unwrapAll(alone);
  let tries = 0;
  const failing = new alone.Trunkline({
    url: 'http://gateway.example',
    customerId: 'ID',
    apiKey: 'KEY',
    fetch: async () => {
      tries += 1;
      if (tries === 1) throw new TypeError('cut');
      return Response.json({}, { status: 429, headers: tries === 2 ? { 'retry-after': '0' } : {} });
    },
  });
  await assert.rejects(failing.account.get({ retries: 2, signal: AbortSignal.timeout(60_000) }), { status: 429 });
  assert.equal(tries, 3);
});
