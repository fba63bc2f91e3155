/**
 * What a batch says to each of its recipients: the contents of its channels with the values of that recipient in them. Pure.
 *
 * 1. A place for a value is written as in the templates that an account keeps (operations/templates/placeholders.ts), in
 *    any text among the parameters of a template and the suggestions beside it. It takes the value of its name from the
 *    recipient's `parameters`; a recipient that has none is refused.
 * 2. A template that the account keeps has places of its own. What the body's `parameters` say for one of them is put in,
 *    with the recipient's values in it; one for which they say nothing takes the recipient's value of its name.
 * 3. What is put in is not looked through again, in neither of the two.
 * 4. With its values in it the content is read as that of any message: what breaks a limit is refused for this recipient.
 *    Where no value belongs anywhere, it is read once, for all of them.
 */
import { Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import { fieldOf, objectOf } from '../json-body.ts';
import type { RequestedChannel } from '../send-message/schema.ts';
import { type Filler, fillerOf, isDeeperThan, placeholdersOf } from '../templates/placeholders.ts';
import { type ContentReading, keptName, readContent } from '../templates/templates.ts';

export type Values = Readonly<Record<string, string>>;
type Channels = ReadonlyArray<Omit<RequestedChannel, 'content'>>;

export interface BatchContents {
  /** Names that a recipient has to have a value for. */
  readonly names: readonly string[];
  /** `place`: of the recipient, in refusals. */
  of(values: Values, place: string): readonly RequestedChannel[];
}

const DEEPEST = 16;
/** Characters of all texts of one message, with their values in them. More breaks every limit that there is. */
const MOST_FILLED = 256 * 1024;

export function contentsOf(message: JsonObject, channels: Channels, reading: ContentReading): BatchContents {
  if (isDeeperThan(message, DEEPEST)) {
    throw new Refusal('value_invalid', { name: 'message', allowed: `at most ${DEEPEST} objects and lists deep` });
  }
  const used = entriesIn(message, channels, reading);
  const names = [...new Set([...used.values()].flatMap(({ entry, own }) => [...placesIn(entry), ...own]))];
  const read = (filled: JsonObject) =>
    channels.map((each) => ({ ...each, content: readContent(filled, each.channel, reading) }));
  if (names.length === 0) {
    const same = read(message);
    return { names, of: () => same };
  }
  return {
    names,
    of(values, place) {
      const missing = names.find((name) => !Object.hasOwn(values, name));
      if (missing !== undefined) {
        throw new Refusal('template_parameter_missing', { name: `${place}.parameters.${missing}` });
      }
      return read(filled(message, used, values));
    },
  };
}

interface Used {
  readonly entry: JsonObject;
  /** Rule 2: places of the kept template that the recipient's values are for. */
  readonly own: readonly string[];
  /** Of what has places in it. */
  readonly fillers: ReadonlyArray<readonly [string, Filler]>;
}

/** The entries of `message` that the channels take their content from, by name. */
function entriesIn(message: JsonObject, channels: Channels, { kept }: ContentReading): ReadonlyMap<string, Used> {
  const used = new Map<string, Used>();
  for (const { channel } of channels) {
    const name = fieldOf(message, channel) === null ? 'default' : channel;
    const entry = objectOf(fieldOf(message, name));
    if (!entry) continue;
    const template = name === channel ? kept?.get(keptName(channel, fieldOf(entry, 'template'))) : undefined;
    const given = objectOf(fieldOf(entry, 'parameters')) ?? {};
    const own = template ? placeholdersOf(template.content).filter((each) => !isGiven(given, each)) : [];
    used.set(name, { entry, own, fillers: fillersIn(entry) });
  }
  return used;
}

/** As own-content.ts looks for a value. */
function isGiven(parameters: JsonObject, name: string): boolean {
  const names = /^[0-9]+$/.test(name) ? [name, `body_text_${name}`] : [name];
  return names.some((each) => (fieldOf(parameters, each) ?? '') !== '');
}

const WITH_PLACES = ['parameters', 'suggestions'] as const;

function placesIn(entry: JsonObject): string[] {
  return WITH_PLACES.flatMap((name) => placeholdersOf(fieldOf(entry, name)));
}

function fillersIn(entry: JsonObject): [string, Filler][] {
  return WITH_PLACES.flatMap((each): [string, Filler][] => {
    const filler = fillerOf(fieldOf(entry, each));
    return filler ? [[each, filler]] : [];
  });
}

function filled(message: JsonObject, used: ReadonlyMap<string, Used>, values: Values): JsonObject {
  let left = MOST_FILLED;
  const put = (name: string): string => {
    const value = values[name] ?? '';
    left -= value.length;
    if (left < 0) throw tooMuch();
    return value;
  };
  let all = message;
  for (const [name, { entry, own, fillers }] of used) {
    let next = entry;
    for (const [each, filler] of fillers) next = { ...next, [each]: filler(put) };
    if (own.length > 0) {
      const ours = Object.fromEntries(own.map((each) => [each, values[each] ?? '']));
      next = { ...next, parameters: { ...objectOf(fieldOf(next, 'parameters')), ...ours } };
    }
    all = { ...all, [name]: next };
  }
  return all;
}

function tooMuch(): Refusal {
  return new Refusal('value_invalid', { name: 'parameters', allowed: `values of ${MOST_FILLED} characters in all` });
}
