/**
 * Our Helm chart, rendered as `helm template` would: its values against their schema, then its templates.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { asJsonObject, type JsonObject } from '../../../src/lib/json.ts';
import { Templates } from './template.ts';

export const CHART = fileURLToPath(new URL('../../../deploy/helm/trunkline/', import.meta.url));

const read = (name: string) => readFileSync(`${CHART}${name}`, 'utf8');
const fits = new Ajv({ strict: false, allErrors: true }).compile(JSON.parse(read('values.schema.json')));

export const TEMPLATES: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(`${CHART}templates`).map((name) => [name, read(`templates/${name}`)]),
);

export interface Rendered {
  readonly objects: readonly JsonObject[];
  readonly notes: string;
}

/** What templates see as `.`. Throws where the values do not fit. */
export function dotOf(values: JsonObject, release = 'trunkline'): JsonObject {
  const all = merged(parse(read('values.yaml')), values);
  if (!fits(all)) throw new Error(fits.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`).join());
  const { name, version, appVersion } = parse(read('Chart.yaml'));
  return {
    Values: all,
    Chart: { Name: name, Version: version, AppVersion: appVersion },
    Release: { Name: release, Namespace: 'messages', Service: 'Helm' },
  };
}

export function renderChart(values: JsonObject, release?: string): Rendered {
  const dot = dotOf(values, release);
  const templates = new Templates(TEMPLATES);
  const manifests = Object.keys(TEMPLATES).filter((name) => name.endsWith('.yaml'));
  return {
    objects: manifests.flatMap((name) => objectsIn(templates.render(name, dot))),
    notes: templates.render('NOTES.txt', dot),
  };
}

/** Throws where it is no YAML, or where a name stands twice. */
export function objectsIn(text: string): JsonObject[] {
  return parseAllDocuments(text).flatMap((document) => {
    for (const problem of [...document.errors, ...document.warnings]) throw new Error(`${problem.message}\n${text}`);
    const object = asJsonObject(document.toJS());
    return object ? [object] : [];
  });
}

/** As Helm merges values: maps with maps, null takes away. */
function merged(base: JsonObject, over: JsonObject): JsonObject {
  const all: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const [below, above] = [asJsonObject(base[name]), asJsonObject(value)];
    if (value === null) delete all[name];
    else all[name] = below && above ? merged(below, above) : value;
  }
  return all;
}
