/**
 * The answers that are over when they come: a look-up, a session. What they say, as names and values. Pure.
 */
import type { Tone } from '../../ui/tone.ts';

type Json = Readonly<Record<string, unknown>>;

export interface AnswerStatus {
  readonly code: number;
  readonly description: string;
  readonly tone: Tone;
}

export interface AnswerPart {
  readonly name: string;
  /** Null: it has no status of its own. */
  readonly status: AnswerStatus | null;
  readonly words: string;
}

const GOOD: ReadonlySet<number> = new Set([300, 2700, 2701, 2800, 3060]);
/** Partly answered; not there, not covered, not applicable, nothing known; not on the channel. */
const WARN: ReadonlySet<number> = new Set([301, 3055, 3115, 2802, 2803, 2804, 2805]);

export function statusOf(value: unknown): AnswerStatus | null {
  const { code, description } = objectIn(isObject(value) ? value : {}, 'status');
  if (typeof code !== 'number') return null;
  const tone = GOOD.has(code) ? 'good' : WARN.has(code) ? 'warn' : 'bad';
  return { code, description: String(description), tone };
}

export function partsOf(answer: Json): readonly AnswerPart[] {
  return [
    ...sessionParts(objectIn(answer, 'session_data')),
    ...numberParts(answer),
    ...addOnParts(answer),
    ...deviceParts(answer),
  ];
}

function sessionParts(data: Json): readonly AnswerPart[] {
  return [1, 2].flatMap((n) => {
    const { complete_phone_number: number, masked_id: mask } = objectIn(data, `phone_number_${n}`);
    return mask === undefined ? [] : [{ name: `Number ${n}`, status: null, words: `${number}, for the other ${mask}` }];
  });
}

/** What numbering plans know. */
function numberParts(answer: Json): readonly AnswerPart[] {
  const type = objectIn(answer, 'phone_type').description;
  if (type === undefined) return [];
  const words = [type, objectIn(answer, 'carrier').name, objectIn(objectIn(answer, 'location'), 'country').name];
  return [{ name: 'Number', status: null, words: words.filter(Boolean).join(', ') }];
}

function addOnParts(answer: Json): readonly AnswerPart[] {
  return Object.entries(answer).flatMap(([name, value]) => {
    const status = name === 'status' ? null : statusOf(value);
    if (status === null || !isObject(value)) return [];
    const { status: _, ...facts } = value;
    return [{ name: wordsOf(name), status, words: Object.entries(facts).flatMap(factOf).join(', ') }];
  });
}

/** What a device shows, by the agent that asked. */
function deviceParts({ agent_id: agent, features }: Json): readonly AnswerPart[] {
  if (typeof agent !== 'string') return [];
  const shown =
    Array.isArray(features) && features.length > 0 ? features.map((each) => wordsOf(String(each).toLowerCase())) : [];
  return [
    { name: 'Agent', status: null, words: agent },
    ...(shown.length > 0 ? [{ name: 'It shows', status: null, words: shown.join(', ') }] : []),
  ];
}

function factOf([name, value]: readonly [string, unknown]): readonly string[] {
  if (value === null || value === undefined || value === '') return [];
  const said = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return [`${wordsOf(name)} ${said}`];
}

function wordsOf(name: string): string {
  return name.replaceAll('_', ' ');
}

function objectIn(values: Json, name: string): Json {
  const value = values[name];
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
