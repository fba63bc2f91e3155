/**
 * What a configuration file does not say itself: `${NAME}` in a text is a variable of the environment, and a secret may
 * stand in a file that `…_file` names.
 *
 * 1. Which settings are secrets is said in their schemas (`secretSetting` of lib/schemas.ts); here is the only place
 *    that reads their files. Behind it the secret stands as if the configuration had given it.
 * 2. A variable that is not set, or is empty, is an error: else a misspelt name would be the password.
 * 3. A problem names the setting, the variable and the file, never what they hold.
 */
import { CARRIER_KIND_NAMES, CARRIER_KINDS } from '../carriers/kinds.ts';
import { asJsonObject, type JsonObject } from '../lib/json.ts';
import { type Path, type Problem, pathText, valueProblem } from '../lib/problems.ts';
import type { SchemaNode } from '../lib/schema-errors.ts';
import { SOURCE_SCHEMAS } from '../sources/configured.ts';
import { SettingsSchema, SOURCE_KINDS } from './schema.ts';
import { readSecretFile } from './secret-file.ts';

export interface References {
  readonly values: JsonObject;
  readonly problems: readonly Problem[];
  /** Paths of those that were read. */
  readonly files: readonly string[];
  /** What is said of a secret that came from a file is said of that file; null: nothing, its file could not be read. */
  placed(problem: Problem): Problem | null;
}

type Env = Readonly<Record<string, string | undefined>>;

interface FromFile {
  /** Of the setting that names the file. */
  readonly path: Path;
  readonly file: string;
}

export function readReferences(values: JsonObject, env: Env): References {
  const problems: Problem[] = [];
  const filled = asJsonObject(withVariables(values, { env, problems }, [])) ?? {};
  const told = new Set(problems.map(({ path }) => pathText(path)));
  const files = new Map<string, FromFile>();
  const reading: Reading = { files, problems, told };
  const read = asJsonObject(withFiles(SettingsSchema, filled, [], reading)) ?? {};
  return {
    values: {
      ...read,
      ...entriesWithFiles(read, 'carriers', schemaOfCarrier, reading),
      ...entriesWithFiles(read, 'sources', schemaOfSource, reading),
    },
    problems,
    files: [...files.values()].map(({ file }) => file),
    placed: (problem) => {
      const setting = pathText(problem.path);
      if (told.has(setting)) return null;
      const from = files.get(setting);
      return from ? { ...problem, path: from.path, text: `the file ${from.file}: ${problem.text}` } : problem;
    },
  };
}

const REFERENCE = /\$\$\{|\$\{([^}]*\}?)/g;
const VARIABLE = /^([A-Za-z_][A-Za-z0-9_]*)\}$/;
const NO_VARIABLE = `\${ begins the name of a variable, such as \${SMSC_PASSWORD}; $\${ stands for \${`;

function withVariables(value: unknown, to: { readonly env: Env; readonly problems: Problem[] }, path: Path): unknown {
  if (Array.isArray(value)) return value.map((each, index) => withVariables(each, to, [...path, index]));
  const section = asJsonObject(value);
  if (section) {
    return Object.fromEntries(
      Object.entries(section).map(([name, each]) => [name, withVariables(each, to, [...path, name])]),
    );
  }
  if (typeof value !== 'string') return value;
  const wrong = new Set<string>();
  const text = value.replaceAll(REFERENCE, (whole: string, rest: string | undefined) => {
    // `$${` stands for `${`.
    if (rest === undefined) return whole.slice(1);
    const [, name] = VARIABLE.exec(rest) ?? [];
    const found = name === undefined ? undefined : to.env[name];
    if (!found) wrong.add(name === undefined ? NO_VARIABLE : `the variable ${name} is not set`);
    return found ?? whole;
  });
  if (wrong.size > 0) to.problems.push(valueProblem(path, [...wrong].join('; ')));
  return text;
}

interface Reading {
  /** By the setting that the secret is for. */
  readonly files: Map<string, FromFile>;
  readonly problems: Problem[];
  /** Settings of which nothing else needs to be said. */
  readonly told: Set<string>;
}

function withFiles(schema: SchemaNode, value: unknown, path: Path, reading: Reading): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((each, index) => withFiles(items, each, [...path, index], reading));
  }
  const section = asJsonObject(value);
  const properties = propertiesOf(schema);
  if (!section || !properties) return value;
  const read = Object.fromEntries(
    Object.entries(section).map(([name, each]) => {
      const inside = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, inside ? withFiles(inside, each, [...path, name], reading) : each];
    }),
  );
  for (const [name, { secret }] of Object.entries(properties)) {
    if (secret !== undefined) readSecret(read, { name, mayHaveLines: secret === 'lines' }, path, reading);
  }
  return read;
}

/** Of a section that may be null, those of the section. */
function propertiesOf(schema: SchemaNode): Readonly<Record<string, SchemaNode>> | undefined {
  const variants: readonly SchemaNode[] = schema.anyOf ?? [schema];
  return variants.find(({ properties }) => properties !== undefined)?.properties;
}

interface SecretName {
  readonly name: string;
  readonly mayHaveLines: boolean;
}

/** Puts what the file holds in the place of its name. What is no text is left to the schema. */
function readSecret(section: Record<string, unknown>, secret: SecretName, path: Path, reading: Reading): void {
  const { name, mayHaveLines } = secret;
  const file = section[`${name}_file`];
  if (typeof file !== 'string' || file === '') return;
  const setting = pathText([...path, name]);
  const from = { path: [...path, `${name}_file`], file };
  delete section[`${name}_file`];
  const isGiven = section[name] !== undefined && section[name] !== null;
  const read = isGiven
    ? { kind: 'none' as const, why: `not beside ${name}; one of them is needed` }
    : readSecretFile(file, mayHaveLines);
  if (read.kind === 'secret') {
    section[name] = read.text;
    reading.files.set(setting, from);
    return;
  }
  if (!reading.told.has(pathText(from.path))) reading.problems.push(valueProblem(from.path, read.why));
  reading.told.add(setting);
}

function entriesWithFiles(
  values: JsonObject,
  name: 'carriers' | 'sources',
  schemaOf: (kind: unknown) => SchemaNode | undefined,
  reading: Reading,
): JsonObject {
  const list = values[name];
  if (!Array.isArray(list)) return {};
  const read = list.map((entry: unknown, index) => {
    const schema = schemaOf(asJsonObject(entry)?.kind);
    return schema ? withFiles(schema, entry, [name, index], reading) : entry;
  });
  return { [name]: read };
}

function schemaOfCarrier(kind: unknown): SchemaNode | undefined {
  const known = CARRIER_KIND_NAMES.find((each) => each === kind);
  return known && CARRIER_KINDS[known].schema;
}

function schemaOfSource(kind: unknown): SchemaNode | undefined {
  const known = SOURCE_KINDS.find((each) => each === kind);
  return known && SOURCE_SCHEMAS[known];
}
