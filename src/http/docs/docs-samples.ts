/**
 * A request of openapi.yaml as somebody would type it, with curl: the first example of its body, the examples of what stands
 * in its path. Who asks and where comes from the environment. Pure.
 */
import { asJsonObject, type JsonObject } from '../../lib/json.ts';

export interface SampledRequest {
  readonly method: string;
  readonly path: string;
  /** As they stand in openapi.yaml, references resolved. */
  readonly parameters: readonly JsonObject[];
  /** Resolved; empty: there is none. */
  readonly body: JsonObject;
  /** The names of the ways to say who asks, one of which is enough; empty: anybody may. */
  readonly security: readonly string[];
}

export function curlSample(request: SampledRequest): string {
  const { method, body, security } = request;
  const isOfOperators = request.path.startsWith('/operator');
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}"$${isOfOperators ? 'OPERATORS_URL' : 'BASE_URL'}"`];
  lines[0] += quoted(addressOf(request));
  if (security.includes('operator')) lines.push(`-H "Authorization: Bearer $OPERATOR_TOKEN"`);
  else if (security.includes('basic')) lines.push('-u "$CUSTOMER_ID:$API_KEY"');
  const media = Object.entries(object(body.content)).map(([type, each]) => [type, exampleOf(object(each))] as const);
  const [type, value] = media.find(([, example]) => example !== undefined) ?? [];
  if (type !== undefined && value !== undefined) {
    lines.push(`-H ${quoted(`Content-Type: ${type}`)}`);
    lines.push(`--data-binary ${quoted(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}`);
  }
  return lines.join(' \\\n  ');
}

/** Of the first body that is an object: JSON, or a form with the same fields. */
export function exampleOfBody(body: JsonObject): JsonObject | null {
  const examples = Object.values(object(body.content)).map((each) => asJsonObject(exampleOf(object(each))));
  return examples.find((each) => each !== null) ?? null;
}

export function exampleOfParameter({ parameters }: SampledRequest, name: string): unknown {
  const parameter = parameters.find((each) => each.name === name) ?? {};
  return exampleOf(parameter) ?? exampleOf(object(parameter.schema)) ?? name.toUpperCase();
}

function addressOf(request: SampledRequest): string {
  const { path, parameters } = request;
  const placed = (name: string) => exampleOfParameter(request, name);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(placed(name))));
  const query = parameters
    .filter((each) => each.in === 'query' && each.required === true)
    .map(({ name }) => `${String(name)}=${encodeURIComponent(String(placed(String(name))))}`);
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

/** The first one, wherever it stands. */
function exampleOf({ example, examples, enum: values }: JsonObject): unknown {
  if (example !== undefined) return example;
  if (Array.isArray(examples)) return examples[0];
  const [named] = Object.values(object(examples));
  return named === undefined ? (values as readonly unknown[] | undefined)?.[0] : object(named).value;
}

/** For a shell: nothing in it means anything. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function object(value: unknown): JsonObject {
  return asJsonObject(value) ?? {};
}
