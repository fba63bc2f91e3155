/**
 * Reads what operators write: every field by name, unknown ones refused, with what is allowed.
 */
import { Refusal } from '../../errors.ts';
import { asJsonObject, type JsonObject } from '../../lib/json.ts';

export class Fields {
  private readonly values: JsonObject;
  private readonly place: string;
  private readonly read = new Set<string>();

  /** `place` stands before the names in refusals. */
  constructor(value: unknown, place = '') {
    const values = asJsonObject(value ?? {});
    if (!values) throw new Refusal('body_malformed', { why: `${place || 'the body'} must be a JSON object` });
    this.values = values;
    this.place = place === '' ? '' : `${place}.`;
  }

  has(name: string): boolean {
    this.read.add(name);
    return this.values[name] !== undefined;
  }

  text(name: string, allowed: string, isAllowed: (text: string) => boolean): string | undefined {
    return this.value(name, allowed, (value) => typeof value === 'string' && isAllowed(value)) as string | undefined;
  }

  oneOf<const T extends string>(name: string, choices: readonly T[]): T | undefined {
    return this.value(name, choices.join(', '), (value) => choices.some((choice) => choice === value)) as T | undefined;
  }

  flag(name: string): boolean | undefined {
    return this.value(name, 'true, false', (value) => typeof value === 'boolean') as boolean | undefined;
  }

  number(name: string, least: number, most: number): number | undefined {
    const isRight = (value: unknown) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
    return this.value(name, `a whole number from ${least} to ${most}`, isRight) as number | undefined;
  }

  texts(name: string, allowed: string, isAllowed: (text: string) => boolean): string[] | undefined {
    const isRight = (value: unknown) =>
      Array.isArray(value) && value.every((each) => typeof each === 'string' && isAllowed(each));
    return this.value(name, `a list, each ${allowed}`, isRight) as string[] | undefined;
  }

  /** The objects of a list, each with its place. */
  objects(name: string): Fields[] | undefined {
    const list = this.value(name, 'a list of objects', (value) => Array.isArray(value)) as unknown[] | undefined;
    return list?.map((each, index) => new Fields(each, `${this.place}${name}[${index}]`));
  }

  object(name: string): Fields | undefined {
    return this.has(name) ? new Fields(this.values[name], `${this.place}${name}`) : undefined;
  }

  required<T>(name: string, value: T | undefined): T {
    if (value === undefined) throw new Refusal('parameter_missing', { name: `${this.place}${name}` });
    return value;
  }

  /** True when the field is given as null: an account's setting goes back to its default. */
  isNull(name: string): boolean {
    this.read.add(name);
    return this.values[name] === null;
  }

  /** After everything has been read: a name that nobody asked for is a mistake. */
  end(): void {
    for (const name of Object.keys(this.values)) {
      if (this.read.has(name)) continue;
      const allowed = `one of these names: ${[...this.read].join(', ')}`;
      throw new Refusal('value_invalid', { name: `${this.place}${name}`, allowed });
    }
  }

  private value(name: string, allowed: string, isRight: (value: unknown) => boolean): unknown {
    this.read.add(name);
    const value = this.values[name];
    if (value === undefined || value === null) return undefined;
    if (!isRight(value)) throw new Refusal('value_invalid', { name: `${this.place}${name}`, allowed });
    return value;
  }
}
