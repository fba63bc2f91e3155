/**
 * The schema of a configuration file in JSON Schema, for editors: made from the schemas by which the gateway reads it.
 *
 * 1. It accepts what the gateway accepts. What depends on several settings, and what has to be parsed, only the gateway
 *    checks (src/config/check-together.ts and the `parse` of each kind).
 * 2. A file says what differs from the defaults: nothing is required of what is merged with them, and an empty section
 *    is one.
 * 3. Wherever a text may stand, so may one that names a variable (src/config/references.ts).
 * 4. Draft 7, which the language servers of editors know.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isScalar, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { CARRIER_KINDS } from '../carriers/kinds.ts';
import { CarrierHeadSchema, SettingsSchema, SourceHeadSchema } from '../config/schema.ts';
import { packageRoot } from '../lib/package-root.ts';
import { allowedBy } from '../lib/problems.ts';
import type { SchemaNode } from '../lib/schema-errors.ts';
import { SOURCE_SCHEMAS } from '../sources/configured.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** As the `$schema` of a settings file names it. */
export function settingsJsonSchema(): JsonSchema {
  const defaults = parseDocument(readFileSync(join(packageRoot(), 'trunkline.defaults.yaml'), 'utf8'));
  const merged = mergedSection(SettingsSchema, defaults.contents) as { readonly properties: JsonSchema };
  const lists = {
    carriers: entries(CarrierHeadSchema, schemasOf(CARRIER_KINDS)),
    sources: entries(SourceHeadSchema, SOURCE_SCHEMAS),
  };
  const properties = Object.entries(merged.properties).map(([name, schema]) => {
    const items = lists[name as keyof typeof lists];
    return [name, items === undefined ? schema : { ...(schema as JsonSchema), items }];
  });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Settings of Trunkline',
    ...merged,
    properties: Object.fromEntries(properties),
  };
}

function schemasOf(kinds: Readonly<Record<string, { readonly schema: SchemaNode }>>): Record<string, SchemaNode> {
  return Object.fromEntries(Object.entries(kinds).map(([kind, { schema }]) => [kind, schema]));
}

/** A section that is merged with its defaults, or one of its settings (rule 2). `node`: the defaults. */
function mergedSection(schema: SchemaNode, node: unknown, comment = ''): JsonSchema {
  const said = comment === '' ? {} : { description: comment };
  if (!isMap(node) || schema.properties === undefined) {
    const value = (node as Node | null)?.toJSON();
    const hints = { ...said, ...(value === undefined || value === null ? {} : { default: value }) };
    const own = converted(schema);
    return isMap(node) || Array.isArray(value) ? { ...orEmpty(own), ...hints } : { ...own, ...hints };
  }
  const comments = commentsOf(node);
  const properties = Object.entries<SchemaNode>(schema.properties).map(([name, each]) => [
    name,
    mergedSection(each, node.get(name, true), comments.get(name)),
  ]);
  return orEmpty({ type: 'object', ...said, properties: Object.fromEntries(properties), additionalProperties: false });
}

function orEmpty(schema: JsonSchema): JsonSchema {
  return { ...schema, type: [schema.type, 'null'] };
}

/** What stands above each setting; a comment above the first one stands before the map. */
function commentsOf(map: YAMLMap): Map<string, string> {
  const found = new Map<string, string>();
  for (const [index, { key }] of (map.items as ReadonlyArray<Pair<unknown>>).entries()) {
    if (!isScalar(key)) continue;
    const above = key.commentBefore ?? (index === 0 ? map.commentBefore : null);
    const last = above?.split('\n\n').at(-1) ?? '';
    if (last !== '') found.set(String(key.value), last.replaceAll(/\s*\n\s*/g, ' ').trim());
  }
  return found;
}

/** Of a list whose entries are checked by their kind. */
function entries(head: SchemaNode, kinds: Readonly<Record<string, SchemaNode>>): JsonSchema {
  const common = converted(head) as { readonly properties: JsonSchema };
  return {
    ...common,
    allOf: Object.entries(kinds).map(([kind, schema]) => {
      const own = converted(schema) as { readonly properties: JsonSchema };
      const properties = { name: common.properties.name, kind: { const: kind }, ...own.properties };
      const ofKind = { properties: { kind: { const: kind } }, required: ['kind'] };
      return Object.fromEntries([
        ['if', ofKind],
        ['then', { ...own, properties }],
      ]);
    }),
  };
}

/** Anything else: as it stands in the file, with the defaults of its schema. */
function converted(schema: SchemaNode): JsonSchema {
  const { allowed, description, default: value } = schema;
  const said = description ?? (typeof allowed === 'string' ? `Allowed: ${allowed}.` : undefined);
  const hints = {
    ...(said === undefined ? {} : { description: said }),
    ...(value === undefined ? {} : { default: value }),
  };
  if (Array.isArray(schema.anyOf)) return { ...union(schema.anyOf), ...hints };
  if ('const' in schema) return { const: schema.const, ...hints };
  if (schema.type === 'string') return { ...text(schema), ...hints };
  if (schema.type === 'object') return { ...section(schema), ...hints };
  const { minimum, maximum, minItems, maxItems, items } = schema;
  const rules = { type: schema.type, minimum, maximum, minItems, maxItems };
  const given = Object.entries(rules).filter(([, rule]) => rule !== undefined);
  return { ...Object.fromEntries(given), ...(items === undefined ? {} : { items: converted(items) }), ...hints };
}

function union(variants: readonly SchemaNode[]): JsonSchema {
  const words = variants.flatMap((each) => (typeof each.const === 'string' ? [each.const] : []));
  const others = variants.filter((each) => typeof each.const !== 'string').map(converted);
  return {
    anyOf: [...(words.length === 0 ? [] : [{ enum: words }, { type: 'string', pattern: REFERENCE }]), ...others],
  };
}

const REFERENCE = '\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}';

/** Lengths stand in the pattern, as they do not hold for a text with a variable. */
function text(schema: SchemaNode): JsonSchema {
  const { minLength = 0, maxLength, pattern } = schema;
  const hasLength = minLength > 1 || maxLength !== undefined;
  if (pattern === undefined && !hasLength) return { type: 'string', ...(minLength === 0 ? {} : { minLength }) };
  const length = `[\\s\\S]{${minLength},${maxLength ?? ''}}$`;
  const both = `^(?=${length})(?=[\\s\\S]*?(?:${pattern}))`;
  const form = pattern === undefined ? `^${length}` : hasLength ? both : `(?:${pattern})`;
  return {
    type: 'string',
    pattern: `${form}|${REFERENCE}`,
    patternErrorMessage: `allowed: ${allowedBy(schema)}`,
  };
}

function section(schema: SchemaNode): JsonSchema {
  const all = schema.properties ?? {};
  const properties = Object.entries(all);
  const patterns = Object.entries<SchemaNode>(schema.patternProperties ?? {});
  const needed = (schema.required ?? []).filter((name) => all[name]?.default === undefined);
  const inFiles = needed.filter((name) => all[name]?.secret !== undefined);
  const required = needed.filter((name) => !inFiles.includes(name));
  return {
    type: 'object',
    ...(schema.minProperties === undefined ? {} : { minProperties: schema.minProperties }),
    ...(properties.length === 0
      ? {}
      : { properties: Object.fromEntries(properties.map(([name, each]) => [name, converted(each)])) }),
    ...(patterns.length === 0
      ? {}
      : { patternProperties: Object.fromEntries(patterns.map(([name, each]) => [name, converted(each)])) }),
    ...(schema.additionalProperties === false ? { additionalProperties: false } : {}),
    ...(required.length === 0 ? {} : { required }),
    ...(inFiles.length === 0
      ? {}
      : { allOf: inFiles.map((name) => ({ anyOf: [{ required: [name] }, { required: [`${name}_file`] }] })) }),
  };
}
