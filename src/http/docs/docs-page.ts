/**
 * The page at /docs: openapi.yaml as one HTML document with nothing to load, so that it works on a machine without
 * internet and under the strictest content security policy. Pure.
 */
import { asJsonObject, type JsonObject } from '../../lib/json.ts';
import { escapeHtml, htmlPage } from './html-page.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const DEEPEST_SCHEMA = 8;

/** `document`: what an OpenAPI 3.1 document says. */
export function docsPage(document: JsonObject): string {
  const info = object(document.info);
  const paths = Object.entries(object(document.paths)).flatMap(([path, item]) => operations(document, path, item));
  const hooks = Object.entries(object(document.webhooks)).flatMap(([name, item]) => operations(document, name, item));
  const title = `${text(info.title)} ${text(info.version)}`;
  return htmlPage(title, {
    // As this page is addressed: a proxy may have put something before the path.
    navigation: `${navigation('Operations', paths)}${navigation('Callbacks', hooks)}<p><a href="docs/errors">Errors and codes</a></p><p><a href="openapi.yaml">openapi.yaml</a></p>`,
    main: `<h1>${escapeHtml(title)}</h1>${prose(info.description)}
${paths.map(({ html }) => html).join('\n')}
<h2 id="callbacks">Callbacks</h2>${hooks.map(({ html }) => html).join('\n')}`,
  });
}

interface Section {
  readonly anchor: string;
  readonly title: string;
  readonly html: string;
}

function navigation(title: string, sections: readonly Section[]): string {
  const items = sections.map((each) => `<li><a href="#${each.anchor}">${escapeHtml(each.title)}</a></li>`);
  return `<h2>${title}</h2><ul>${items.join('')}</ul>`;
}

function operations(document: JsonObject, path: string, item: unknown): Section[] {
  const methods = object(item);
  return METHODS.filter((method) => method in methods).map((method) => {
    const operation = object(methods[method]);
    const title = `${method.toUpperCase()} ${path}`;
    const anchor = `${method}${path}`.replace(/[^a-zA-Z0-9]+/g, '-');
    const parameters = [...list(methods.parameters), ...list(operation.parameters)];
    const html = `<section id="${anchor}"><h3>${escapeHtml(title)}</h3><p><b>${escapeHtml(text(operation.summary))}</b></p>
${prose(operation.description)}${parameterTable(document, parameters)}${requestPart(document, operation.requestBody)}
${Object.entries(object(operation.responses))
  .map((each) => responsePart(document, ...each))
  .join('')}</section>`;
    return { anchor, title, html };
  });
}

function parameterTable(document: JsonObject, parameters: readonly unknown[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map((each) => {
    const parameter = resolve(document, each);
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
  return `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(type)}</td><td>${escapeHtml(text(meaning))}</td></tr>`;
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
