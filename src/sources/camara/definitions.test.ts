/** What we ask and what the simulated operator answers have the forms of the published definitions. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { request } from 'undici';
import { parse } from 'yaml';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { createContext } from '../../context.ts';
import { asJsonObject, type JsonObject } from '../../lib/json.ts';
import { createLog } from '../../lib/log.ts';
import { simulatedSubscriber } from '../../sandbox/phone-stories.ts';
import { createNumbering } from '../numbering/numbering.ts';
import { createSimulatedServer, type SimulatedServer } from '../simulated-server.ts';
import type { Question, QuestionInput } from '../source.ts';
import { type CamaraSource, createCamaraSource } from './operator.ts';
import { CAMARA_ADD_ONS, type CamaraAddOn, parseCamaraSettings } from './settings.ts';
import { createCamaraSimulator } from './simulator.ts';

const FILES = [
  'sim-swap-2.1.0',
  'call-forwarding-signal-0.4.0',
  'kyc-match-0.4.0',
  'kyc-fill-in-0.4.1',
  'kyc-age-verification-0.2.1',
  'number-recycling-0.2.0',
  'kyc-tenure-0.2.0',
  'subscription-status-0.1.0',
];

const clock = new ManualClock(Date.UTC(2026, 10, 21, 12));
const context = createContext({ logLevel: 'silent', log: createLog('silent'), clock });
const numbering = createNumbering();
const simulator = createCamaraSimulator(context, { host: '127.0.0.1', port: 0, subscriberOf: simulatedSubscriber });

interface Exchange {
  readonly path: string;
  readonly asked: JsonObject;
  readonly status: number;
  readonly answered: unknown;
}

/** Stands between us and the operator and keeps what it has seen. */
const seen: Exchange[] = [];
let proxy: SimulatedServer;
let source: CamaraSource;

before(async () => {
  await simulator.start();
  const target = String(simulator.settings().api_root);
  proxy = createSimulatedServer('proxy', { host: '127.0.0.1', port: 0 }, async ({ path, headers, body }) => {
    const { authorization = '', 'content-type': type = '' } = headers;
    const answer = await request(target + path, {
      method: 'POST',
      headers: { authorization, 'content-type': type, 'x-correlator': String(headers['x-correlator']) },
      body,
    });
    const answered: unknown = await answer.body.json();
    assert.equal(answer.headers['x-correlator'], headers['x-correlator']);
    seen.push({ path, asked: JSON.parse(body.toString()), status: answer.statusCode, answered });
    return { status: answer.statusCode, body: answered };
  });
  await proxy.start();
  source = createCamaraSource(context, 'a', parseCamaraSettings({ ...simulator.settings(), api_root: proxy.origin }));
});

after(async () => {
  await source.close();
  await proxy.stop();
  await simulator.stop();
});

function question(addOn: CamaraAddOn, number: string): Question {
  const facts = numbering.describe(number);
  assert.ok(facts);
  const match = {
    firstName: 'Anna',
    lastName: 'Schmitt',
    address: 'Hauptstr. 1',
    city: 'Berlin',
    postalCode: '10117',
    state: 'Berlin',
    country: 'DE',
    dateOfBirth: '1985-03-27',
  };
  const input: QuestionInput = {
    match: addOn === 'contact_match' ? match : null,
    lastVerifiedAt: clock.now() - 90 * 86_400_000,
    pastDays: null,
    ageThreshold: 18,
  };
  return { addOn, number: facts, input };
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const definitions = FILES.map((file) => {
  const text = readFileSync(new URL(`../../../test/camara/${file}.yaml`, import.meta.url), 'utf8');
  // OpenAPI 3.0 says nullable where JSON Schema has a type.
  const document = object(JSON.parse(JSON.stringify(parse(text), nullable)));
  ajv.addSchema(document, file);
  const [server] = document.servers as Array<{ url: string }>;
  return { file, document, prefix: (server?.url ?? '').replace('{apiRoot}', '') };
});

function nullable(_: string, value: unknown): unknown {
  const schema = asJsonObject(value);
  return schema?.nullable === true ? { ...schema, type: [schema.type, 'null'] } : value;
}

function object(value: unknown): JsonObject {
  const found = asJsonObject(value);
  assert.ok(found);
  return found;
}

function resolved(document: JsonObject, value: unknown): JsonObject {
  const given = object(value);
  if (typeof given.$ref !== 'string') return given;
  const steps = given.$ref.slice(2).split('/');
  return object(steps.reduce<unknown>((at, step) => object(at)[step], document));
}

function schemaOf(content: unknown): object {
  const schema = object(object(object(content)['application/json']).schema);
  return { ...schema };
}

function check({ path, asked, status, answered }: Exchange): void {
  const definition = definitions.find(({ prefix }) => path.startsWith(`${prefix}/`));
  assert.ok(definition, path);
  const { file, document, prefix } = definition;
  const operation = object(object(object(document.paths)[path.slice(prefix.length)]).post);
  const absolute = (schema: object) => JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${file}#/`)) as object;
  const wanted = ajv.compile(absolute(schemaOf(resolved(document, operation.requestBody).content)));
  assert.ok(wanted(asked), `${path} asked ${JSON.stringify(asked)}: ${ajv.errorsText(wanted.errors)}`);
  const response = resolved(document, object(operation.responses)[String(status)]);
  const fits = ajv.compile(absolute(schemaOf(response.content)));
  assert.ok(fits(answered), `${path} ${status} ${JSON.stringify(answered)}: ${ajv.errorsText(fits.errors)}`);
}

describe('CAMARA', () => {
  for (const addOn of CAMARA_ADD_ONS) {
    test(`${addOn}: question and answers have the forms of the definitions`, async () => {
      for (const ending of ['123', '943', '944', '952', '954', '957', '958']) {
        seen.length = 0;
        const finding = await source.lookUp(question(addOn, `4915112345${ending}`), { withinMs: 5_000 });
        assert.ok(seen.length > 0);
        for (const exchange of seen) check(exchange);
        if (ending === '943') assert.equal(finding.kind, 'not_covered');
        else if (ending === '944') assert.equal(finding.kind, 'not_applicable');
        else assert.equal(finding.kind, 'found', `${ending} ${JSON.stringify(finding)}`);
      }
    });
  }

  test('every API of the definitions that we know is asked', async () => {
    seen.length = 0;
    for (const addOn of CAMARA_ADD_ONS) await source.lookUp(question(addOn, '4915112345123'), { withinMs: 5_000 });
    for (const { file, prefix } of definitions)
      assert.ok(
        seen.some(({ path }) => path.startsWith(prefix)),
        file,
      );
  });
});

test('with JWT bearer the number stands in the token alone', async () => {
  seen.length = 0;
  const settings = { ...simulator.settings(), api_root: proxy.origin, grant: 'jwt_bearer' };
  const bearer = createCamaraSource(context, 'b', parseCamaraSettings(settings));
  const finding = await bearer.lookUp(question('sim_swap', '4915112345952'), { withinMs: 5_000 });
  assert.equal(finding.kind, 'found');
  assert.deepEqual(seen[0]?.asked, {});
  await bearer.close();
});
