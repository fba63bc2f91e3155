/**
 * Checks the sources of a configuration, each against the schema of its kind, and the order in which add-ons ask them.
 */
import { Value } from 'typebox/value';
import { asJsonObject } from '../lib/json.ts';
import { didYouMean, type Path, type Problem, problemsOf, valueProblem } from '../lib/problems.ts';
import { parseSource, SOURCE_SCHEMAS, type SourceConfig, type SourceKind } from '../sources/configured.ts';
import type { AddOn } from '../sources/source.ts';
import { SOURCE_KINDS, SourceHeadSchema } from './schema.ts';

export type SourceOrder = Readonly<Partial<Record<AddOn, readonly string[]>>>;

/** The sources that are right; what is wrong with the others goes to `problems`. */
export function readSources(list: readonly unknown[], problems: Problem[]): SourceConfig[] {
  const sources: SourceConfig[] = [];
  for (const [index, entry] of list.entries()) {
    const path = ['sources', index];
    const head = problemsOf(SourceHeadSchema, entry, path);
    const { name, kind, ...rest } = asJsonObject(entry) ?? {};
    const known = SOURCE_KINDS.find((each) => each === kind);
    const own = known === undefined ? [] : settingsProblems(known, rest, path);
    problems.push(...head, ...own);
    if (head.length > 0 || own.length > 0 || known === undefined || typeof name !== 'string') continue;
    if (sources.some((source) => source.name === name)) {
      problems.push(valueProblem([...path, 'name'], `another source has the name ${name} already`));
    }
    sources.push(parseSource(name, known, rest));
  }
  return sources;
}

function settingsProblems(kind: SourceKind, rest: object, path: Path): Problem[] {
  const schema = SOURCE_SCHEMAS[kind];
  const problems = problemsOf(schema, Value.Default(schema, structuredClone(rest)), path);
  if (problems.length > 0) return problems;
  try {
    parseSource('', kind, rest);
    return [];
  } catch (error) {
    return [valueProblem(path, error instanceof Error ? error.message : 'the settings are not valid')];
  }
}

/** What is wrong goes to `problems`. */
export function readOrder(
  order: ReadonlyArray<{ readonly add_on: AddOn; readonly sources: readonly string[] }>,
  sources: readonly SourceConfig[],
  problems: Problem[],
): SourceOrder {
  const names = sources.map(({ name }) => name);
  const read: Partial<Record<AddOn, readonly string[]>> = {};
  for (const [place, entry] of order.entries()) {
    const path = ['phone_id', 'order', place];
    if (read[entry.add_on]) problems.push(valueProblem([...path, 'add_on'], `${entry.add_on} has an order already`));
    read[entry.add_on] = entry.sources;
    for (const [index, name] of entry.sources.entries()) {
      if (names.includes(name)) continue;
      const allowed = names.join(', ') || 'none, since no source is configured';
      const text = `there is no such source${didYouMean(name, names)}; allowed: ${allowed}`;
      problems.push(valueProblem([...path, 'sources', index], text));
    }
  }
  return read;
}
