/**
 * The published definitions of test/camara, to hold requests and answers against. A status that an API's own definition
 * does not list is held against what is common to all of them.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { asJsonObject, type JsonObject } from '../../../src/lib/json.ts';

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
const COMMON = 'CAMARA_common';

export interface Definition {
  readonly file: string;
  readonly document: JsonObject;
  /** `/sim-swap/v2` */
  readonly prefix: string;
}

export interface CamaraExchange {
  readonly path: string;
  readonly asked: unknown;
  readonly status: number;
  readonly answered: unknown;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const compiled = new Map<string, ValidateFunction>();
const common = load(COMMON);

export const definitions: readonly Definition[] = FILES.map((file) => {
  const document = load(file);
  const [server] = document.servers as Array<{ url: string }>;
  return { file, document, prefix: (server?.url ?? '').replace('{apiRoot}', '') };
});

/** Fails when the body that was asked with does not have the form of its definition. */
export function checkAsked({ path, asked }: CamaraExchange): void {
  const { file, operation, document } = operationOf(path);
  const fits = validatorOf(file, resolved(document, operation.requestBody));
  assert.ok(fits(asked), `${path} asked ${JSON.stringify(asked)}: ${ajv.errorsText(fits.errors)}`);
}

/** Fails when the answer does not have the form of its definition; says whether the API lists its status itself. */
export function checkAnswered({ path, status, answered }: CamaraExchange): 'own' | 'common' {
  const { file, operation, document } = operationOf(path);
  const own = object(operation.responses)[String(status)];
  const fits = own
    ? validatorOf(file, resolved(document, own))
    : validatorOf(COMMON, object(object(object(common.components).responses)[`Generic${status}`]));
  assert.ok(fits(answered), `${path} ${status} ${JSON.stringify(answered)}: ${ajv.errorsText(fits.errors)}`);
  return own ? 'own' : 'common';
}

/** Every path with the statuses that its definition lists. */
export function listedStatuses(): Array<{ readonly path: string; readonly statuses: readonly number[] }> {
  return definitions.flatMap(({ document, prefix }) =>
    Object.entries(object(document.paths)).map(([path, item]) => ({
      path: prefix + path,
      statuses: Object.keys(object(object(object(item).post).responses)).map(Number),
    })),
  );
}

function operationOf(path: string): Pick<Definition, 'file' | 'document'> & { readonly operation: JsonObject } {
  const definition = definitions.find(({ prefix }) => path.startsWith(`${prefix}/`));
  assert.ok(definition, path);
  const { file, document, prefix } = definition;
  return { file, document, operation: object(object(object(document.paths)[path.slice(prefix.length)]).post) };
}

function validatorOf(file: string, withContent: JsonObject): ValidateFunction {
  const { schema } = object(object(withContent.content)['application/json']);
  const text = JSON.stringify(object(schema)).replaceAll('"#/', `"${file}#/`);
  const key = `${file} ${text}`;
  const known = compiled.get(key) ?? ajv.compile(JSON.parse(text) as object);
  compiled.set(key, known);
  return known;
}

function load(file: string): JsonObject {
  const text = readFileSync(new URL(`../../camara/${file}.yaml`, import.meta.url), 'utf8');
  // OpenAPI 3.0 says nullable where JSON Schema has a type.
  const document = object(JSON.parse(JSON.stringify(parse(text), nullable)));
  ajv.addSchema(document, file);
  return document;
}

function nullable(_: string, value: unknown): unknown {
  const schema = asJsonObject(value);
  return schema?.nullable === true ? { ...schema, type: [schema.type, 'null'] } : value;
}

function resolved(document: JsonObject, value: unknown): JsonObject {
  const given = object(value);
  if (typeof given.$ref !== 'string') return given;
  return object(
    given.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, step) => object(at)[step], document),
  );
}

function object(value: unknown): JsonObject {
  const found = asJsonObject(value);
  assert.ok(found);
  return found;
}
