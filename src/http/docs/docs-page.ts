/**
 * The page at /docs: openapi.yaml by its groups, those of callers before those of operators, each operation with a line to
 * try. Pure.
 */
import { asJsonObject, type JsonObject } from '../../lib/json.ts';
import type { BuiltDocument } from './built-docs.ts';
import { curlSample } from './docs-samples.ts';
import { escapeHtml, htmlPage } from './html-page.ts';
import { documentLinks } from './own-page.ts';
import { sdkSample } from './sdk-samples.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const DEEPEST_SCHEMA = 8;

/** Groups of openapi.yaml that ask for an operator. */
const OF_OPERATORS = ['Operators', 'People', 'Handsets'];

/** `document`: what an OpenAPI 3.1 document says; `own`: the documents that are served beside it. */
export function docsPage(document: JsonObject, own: readonly BuiltDocument[] = []): string {
  const info = object(document.info);
  const all = Object.entries(object(document.paths)).flatMap(([path, item]) => operations(document, path, item));
  const hooks = Object.entries(object(document.webhooks)).flatMap(([name, item]) => operations(document, name, item));
  const groups = list(document.tags).map((tag) => {
    const { name, description } = object(tag);
    return { name: text(name), description, sections: all.filter((each) => each.tag === name) };
  });
  const callbacks = { name: 'What you are told', description: TOLD, sections: hooks };
  const isOfCallers = ({ name }: Group) => !OF_OPERATORS.includes(name);
  const parts: ReadonlyArray<readonly [string, readonly Group[]]> = [
    ['For callers', [...groups.filter(isOfCallers), callbacks]],
    ['For operators', groups.filter((group) => !isOfCallers(group))],
  ];
  const title = `${text(info.title)} ${text(info.version)}`;
  return htmlPage(title, {
    // As this page is addressed: a proxy may have put something before the path.
    navigation: `<p><a href="docs/errors">Errors and codes</a></p><p><a href="openapi.yaml">openapi.yaml</a></p>
${documentLinks(own, 'docs/')}${parts.map(([name, of]) => `<h2>${name}</h2>${of.map(navigation).join('')}`).join('\n')}`,
    main: withLinks(
      `<h1>${escapeHtml(title)}</h1>${prose(info.description)}${ENVIRONMENT}
${parts.map(([name, of]) => `<h2 class="part">${name}</h2>${of.map(groupPart).join('\n')}`).join('\n')}`,
      own,
    ),
  });
}

/** A document that a description names is led to, where it is served. The codes always have their page. */
function withLinks(html: string, own: readonly BuiltDocument[]): string {
  const isServed = (name: string) => name === 'errors' || own.some((each) => each.isPage && each.name === name);
  return html.replace(/\bdocs\/([\w/-]+)\.md\b/g, (words, name: string) =>
    isServed(name) ? `<a href="docs/${name}">${words}</a>` : words,
  );
}

/** Each operation of the page, and where it stands on it. */
export function operationEntries(document: JsonObject): Array<{ title: string; summary: string; anchor: string }> {
  return Object.entries(object(document.paths)).flatMap(([path, item]) => {
    const methods = object(item);
    return METHODS.filter((method) => method in methods).map((method) => ({
      ...placeOf(method, path),
      summary: text(object(methods[method]).summary),
    }));
  });
}

function placeOf(method: string, path: string) {
  return { title: `${method.toUpperCase()} ${path}`, anchor: anchorOf(`${method}${path}`) };
}

const TOLD =
  'Callbacks, each signed (docs/callbacks.md). docs/recipes/receive-callbacks.md has programs that take them.';

const ENVIRONMENT = `<p>The lines to try take who asks from the environment; the addresses are those of a gateway that runs on this machine:</p>
<pre>export BASE_URL=http://127.0.0.1:8080 CUSTOMER_ID=… API_KEY=…
export OPERATORS_URL=http://127.0.0.1:8090 OPERATOR_TOKEN=…</pre>
<p>Those in TypeScript are for our SDK (docs/sdk.md):</p>
<pre>import { Trunkline } from &#39;trunkline-sdk&#39;;

const trunkline = new Trunkline({ url: &#39;http://127.0.0.1:8080&#39;, customerId: &#39;…&#39;, apiKey: &#39;…&#39; });</pre>`;

interface Group {
  readonly name: string;
  readonly description: unknown;
  readonly sections: readonly Section[];
}

interface Section {
  /** The group that it is of. */
  readonly tag: unknown;
  readonly anchor: string;
  readonly title: string;
  readonly html: string;
}

function navigation({ name, sections }: Group): string {
  const items = sections.map((each) => `<li><a href="#${each.anchor}">${escapeHtml(each.title)}</a></li>`);
  return `<details><summary>${escapeHtml(name)}</summary><ul>${items.join('')}</ul></details>`;
}

function groupPart({ name, description, sections }: Group): string {
  return `<h2 id="${anchorOf(name)}">${escapeHtml(name)}</h2>${prose(description)}
${sections.map(({ html }) => html).join('\n')}`;
}

function anchorOf(words: string): string {
  return words.replace(/[^a-zA-Z0-9]+/g, '-');
}

function operations(document: JsonObject, path: string, item: unknown): Section[] {
  const methods = object(item);
  return METHODS.filter((method) => method in methods).map((method) => {
    const operation = object(methods[method]);
    const { title, anchor } = placeOf(method, path);
    const parameters = [...list(methods.parameters), ...list(operation.parameters)].map((each) =>
      resolve(document, each),
    );
    const answers = Object.entries(object(operation.responses)).map((each) => responsePart(document, ...each));
    const html = `<section id="${anchor}"><h3>${escapeHtml(title)}</h3><p><b>${escapeHtml(text(operation.summary))}</b></p>
${prose(operation.description)}${samplePart(document, { path, method, operation, parameters })}${parameterTable(document, parameters)}${requestPart(document, operation.requestBody)}
<details><summary>Answers</summary>${answers.join('')}</details></section>`;
    return { tag: list(operation.tags)[0], anchor, title, html };
  });
}

/** Of what somebody asks for; a callback is asked for by the gateway. */
function samplePart(
  document: JsonObject,
  {
    path,
    method,
    operation,
    parameters,
  }: { path: string; method: string; operation: JsonObject; parameters: JsonObject[] },
): string {
  if (!path.startsWith('/')) return '';
  const ways = list(operation.security ?? document.security).flatMap((each) => Object.keys(object(each)));
  const body = resolve(document, operation.requestBody);
  const request = { method: method.toUpperCase(), path, parameters, body, security: ways };
  const typed = sdkSample(text(operation.operationId), request);
  const inTypeScript =
    typed === null
      ? ''
      : `<details><summary>TypeScript</summary><pre class="sample">${escapeHtml(typed)}</pre></details>`;
  return `<pre class="sample">${escapeHtml(curlSample(request))}</pre>${inTypeScript}`;
}

function parameterTable(document: JsonObject, parameters: readonly JsonObject[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map((parameter) => {
    const place = `${text(parameter.in)}${parameter.required === true ? ', required' : ''}`;
    return row(
      text(parameter.name),
      `${typeOf(resolve(document, parameter.schema))} (${place})`,
      parameter.description,
    );
  });
  return `<table><tr><th>Parameter</th><th>Type</th><th>Meaning</th></tr>${rows.join('')}</table>`;
}

function requestPart(document: JsonObject, body: unknown): string {
  const content = contentPart(document, resolve(document, body));
  return content === '' ? '' : `<h4>Request</h4>${content}`;
}

function responsePart(document: JsonObject, status: string, value: unknown): string {
  const response = resolve(document, value);
  const headers = Object.entries(object(response.headers)).map(([name, each]) =>
    row(name, 'header', resolve(document, each).description),
  );
  const table = headers.length === 0 ? '' : `<table>${headers.join('')}</table>`;
  return `<h4>${escapeHtml(status)} ${escapeHtml(text(response.description))}</h4>${table}${contentPart(document, response)}`;
}

function contentPart(document: JsonObject, holder: JsonObject): string {
  return Object.entries(object(holder.content))
    .map(([type, value]) => {
      const media = object(value);
      const fields = fieldRows(document, media.schema, '', DEEPEST_SCHEMA);
      const table = fields === '' ? '' : `<table><tr><th>Field</th><th>Type</th><th>Meaning</th></tr>${fields}</table>`;
      return `<p><code>${escapeHtml(type)}</code></p>${table}${exampleParts(document, media)}`;
    })
    .join('');
}

function exampleParts(document: JsonObject, media: JsonObject): string {
  const named = Object.entries(object(media.examples)).map(([name, each]) => {
    const example = resolve(document, each);
    return [text(example.summary) || name, example.value] as const;
  });
  const all = media.example === undefined ? named : [['Example', media.example] as const, ...named];
  return all
    .map(([name, value]) => {
      const shown = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
      return `<details><summary>${escapeHtml(name)}</summary><pre>${escapeHtml(shown)}</pre></details>`;
    })
    .join('');
}

function fieldRows(document: JsonObject, value: unknown, prefix: string, depth: number): string {
  if (depth === 0) return '';
  const schema = resolve(document, value);
  const parts = [...list(schema.allOf), ...list(schema.oneOf), ...list(schema.anyOf)];
  const inner = parts.map((each) => fieldRows(document, each, prefix, depth - 1)).join('');
  if (schema.items !== undefined) return inner + fieldRows(document, schema.items, `${prefix}[]`, depth - 1);
  const required = new Set(list(schema.required).map(text));
  const rows = Object.entries(object(schema.properties)).map(([name, each]) => {
    const place = prefix === '' ? name : `${prefix}.${name}`;
    const field = resolve(document, each);
    const type = `${typeOf(field)}${required.has(name) ? ', required' : ''}`;
    return row(place, type, field.description) + fieldRows(document, field, place, depth - 1);
  });
  return inner + rows.join('');
}

function typeOf(schema: JsonObject): string {
  const type = Array.isArray(schema.type) ? schema.type.map(text).join(' or ') : text(schema.type);
  const values = list(schema.enum).map(text);
  if (schema.const !== undefined) values.push(text(schema.const));
  return values.length === 0 ? type : `${type}: ${values.join(', ')}`;
}

function row(name: string, type: string, meaning: unknown): string {
  return `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(type)}</td><td>${inline(text(meaning))}</td></tr>`;
}

/** The value itself, or what its `$ref` names in this document. */
function resolve(document: JsonObject, value: unknown): JsonObject {
  const given = object(value);
  if (typeof given.$ref !== 'string') return given;
  let found: unknown = document;
  for (const name of given.$ref.replace(/^#\//, '').split('/')) found = object(found)[name];
  return object(found);
}

function prose(value: unknown): string {
  const paragraphs = text(value)
    .split(/\n{2,}/)
    .filter((each) => each.trim() !== '');
  return paragraphs.map((each) => `<p>${inline(each.trim())}</p>`).join('');
}

function inline(words: string): string {
  return escapeHtml(words).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function object(value: unknown): JsonObject {
  return asJsonObject(value) ?? {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}
