/**
 * Settings between the API and a form: what stands in each field, and what has changed when it is sent. Pure.
 *
 * 1. Only what was changed is sent: what somebody else set meanwhile stays. A field that was emptied goes back to the
 *    default, which is null.
 */
import { SETTING_GROUPS, type SettingField, type SettingKind } from './setting-fields.ts';

type Values = Readonly<Record<string, unknown>>;

export interface WrongSetting {
  readonly name: string;
  readonly why: string;
}

const FIELDS = SETTING_GROUPS.flatMap(({ fields }) => fields);

/** What stands in the field; '' where nothing is set. */
export function textOfSetting(settings: Values, { name, kind }: Pick<SettingField, 'name' | 'kind'>): string {
  const value = valueAt(settings, name);
  if (value === undefined || value === null) return '';
  if (kind.is === 'json') return JSON.stringify(value, null, 2);
  if (kind.is === 'counts') {
    return Object.entries(value as Values)
      .map(([each, count]) => `${each} ${count}`)
      .join('\n');
  }
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** What the form changes, as the body has it; or what is wrong. */
export function changeOf(settings: Values, form: FormData): Values | WrongSetting {
  const change: Record<string, unknown> = {};
  for (const field of FIELDS) {
    const { name, kind } = field;
    const given = form.get(name);
    const text = String(given ?? '').trim();
    if (given === null || text === textOfSetting(settings, field).trim()) continue;
    const read = readSetting(kind, text);
    if (read === undefined) return { name, why: 'This is no JSON, or not in the form that the hint shows.' };
    put(change, name, changed(valueAt(settings, name), read));
  }
  return change;
}

export function isWrong(change: Values | WrongSetting): change is WrongSetting {
  return 'why' in change;
}

/** Undefined where it cannot be read; what is allowed is the gateway's to say. */
function readSetting(kind: SettingKind, text: string): unknown {
  if (text === '') return null;
  switch (kind.is) {
    case 'number':
      return Number(text);
    case 'switch':
      return text === 'true';
    case 'list': {
      const words = text.split(kind.isNumeric || kind.isUpper ? /[\s,;]+/ : /\s*[,;\n]\s*/).filter(Boolean);
      if (kind.isNumeric) return words.map(Number);
      return kind.isUpper ? words.map((word) => word.toUpperCase()) : words;
    }
    case 'counts':
      return countsIn(text);
    case 'json':
      return jsonIn(text);
    default:
      return text;
  }
}

function countsIn(text: string): Values | undefined {
  const lines = text.split('\n').map((line) => /^\s*([a-z_]+)[\s:=]+(\d+)\s*$/.exec(line));
  if (!lines.every((line) => line !== null)) return undefined;
  return Object.fromEntries(lines.map(([, name = '', count]) => [name, Number(count)]));
}

function jsonIn(text: string): Values | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isValues(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Of an object what is new and what is gone (null), at every depth. */
function changed(before: unknown, after: unknown): unknown {
  if (!isValues(before) || !isValues(after)) return after;
  const gone = Object.keys(before).filter((name) => !(name in after));
  return {
    ...Object.fromEntries(Object.entries(after).map(([name, value]) => [name, changed(before[name], value)])),
    ...Object.fromEntries(gone.map((name) => [name, null])),
  };
}

function valueAt(settings: Values, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isValues(value) ? value[name] : undefined), settings);
}

function put(change: Record<string, unknown>, path: string, value: unknown): void {
  const [name = '', inner] = path.split('.');
  change[name] = inner === undefined ? value : { ...(change[name] as Values | undefined), [inner]: value };
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
