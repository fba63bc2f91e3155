/**
 * What a plan says, in words: what would become of the request, what stands in its way, and the way that it would go. Pure.
 * docs/dry-run.md explains the fields.
 */
import { lengthText } from '../../ui/time-text.ts';
import type { Tone } from '../../ui/tone.ts';

type Json = Readonly<Record<string, unknown>>;

export interface PlanLine {
  readonly text: string;
  /** Of what stands in the way. */
  readonly tone?: Tone;
}

export interface PlanWords {
  readonly headline: string;
  readonly tone: Tone;
  readonly lines: readonly PlanLine[];
}

/** An instant as it is said to the reader. */
export type SayTime = (at: string) => string;

const WOULD: Readonly<Record<string, { readonly says: string; readonly tone: Tone }>> = {
  be_sent: { says: 'It would be sent at once.', tone: 'good' },
  wait: { says: 'It would be taken, and sent later.', tone: 'warn' },
  end: { says: 'It would be taken, and be over before anything leaves.', tone: 'bad' },
  go_on: { says: 'Its first method would end at once, and the next begin.', tone: 'warn' },
  be_opened: { says: 'The session would be opened.', tone: 'good' },
  be_answered: { says: 'It would be answered.', tone: 'good' },
  be_refused: { says: 'It would be refused.', tone: 'bad' },
};

const EFFECTS: Readonly<Record<string, { readonly says: (stopper: Json) => string; readonly tone: Tone }>> = {
  refused: { says: () => 'Refused', tone: 'bad' },
  ends: { says: () => 'Over', tone: 'bad' },
  skips_channel: { says: ({ channel }) => `${upper(channel)} is skipped`, tone: 'warn' },
  skips_method: { says: ({ method }) => `${upper(method)} is skipped`, tone: 'warn' },
  ends_add_on: { says: ({ add_on: name }) => `${name} is answered`, tone: 'warn' },
  waits: { says: () => 'It waits', tone: 'warn' },
};

export function planWords(plan: Json, sayTime: SayTime): PlanWords {
  const { says, tone } = WOULD[String(plan.would)] ?? { says: 'Nobody knows what would become of it.', tone: 'warn' };
  const isRefused = plan.would === 'be_refused';
  return {
    headline: isRefused
      ? `${says} ${plan.code}: ${plan.description}`
      : `${says} Its status: ${plan.description} (${plan.code}).`,
    tone,
    lines: [
      ...listIn(plan, 'stoppers').map((stopper) => stopperLine(stopper, sayTime)),
      ...listIn(plan, 'channels').map((channel, at) => {
        return { text: channelWords(channel, at === 0 && plan.would === 'be_sent' ? null : sayTime) };
      }),
      ...listIn(plan, 'methods').map((method) => ({ text: methodWords(method, sayTime) })),
      ...callLines(objectIn(plan, 'call')),
      ...addOnLines(plan),
      ...['phone_number_1', 'phone_number_2'].flatMap((name) => maskLines(objectIn(plan, name))),
    ],
  };
}

function stopperLine(stopper: Json, sayTime: SayTime): PlanLine {
  const { effect, code, description, rule, until, retry_after: seconds } = stopper;
  const { says, tone } = EFFECTS[String(effect)] ?? { says: () => String(effect), tone: 'warn' };
  const why = WAITS[String(rule)] ?? `${description} (${code})${rule === undefined ? '' : `, by the rule ${rule}`}`;
  const when = [
    ...(until === undefined ? [] : [`until ${sayTime(String(until))}`]),
    ...(seconds === undefined ? [] : [`after ${lengthText(Number(seconds) * 1_000)} perhaps not`]),
  ];
  return { text: `${says(stopper)}: ${[why, ...when].join(', ')}.`, tone };
}

const WAITS: Readonly<Record<string, string>> = {
  quiet_hours: 'quiet hours',
  carrier_down: 'no carrier is up',
};

/** `sayTime` null: it begins at once. */
function channelWords(channel: Json, sayTime: SayTime | null): string {
  const name = upper(channel.channel);
  const carriers = listIn(channel, 'carriers');
  const first = carriers.find(({ first: isFirst }) => isFirst === true) ?? carriers[0];
  if (!first || channel.begins_on === null) return `${name}: not tried.`;
  const sender = channel.sender === null ? 'with the sender that the carrier puts in' : `from ${channel.sender}`;
  const parts = Number(first.parts) > 1 ? ` in ${first.parts} parts` : '';
  const alphabet = first.alphabet === null || first.alphabet === undefined ? '' : ` (${first.alphabet})`;
  const others =
    carriers.length > 1
      ? `, else ${carriers
          .filter((each) => each !== first)
          .map(({ carrier }) => carrier)
          .join(', ')}`
      : '';
  const device = deviceWords(channel.capability);
  return [
    `${name} ${sender}, by ${first.carrier}${first.state === 'up' ? '' : ` (${first.state})`}${others}${parts}${alphabet}.`,
    device,
    `${sayTime === null ? 'At once' : `At the latest ${sayTime(String(channel.begins_on))}`}; ${nextWords(channel)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function deviceWords(capability: unknown): string {
  if (!isObject(capability)) return '';
  if (capability.known !== true) return 'Of the device nothing is known yet.';
  return capability.in_vain === true ? 'The device is known not to show it.' : 'The device is known to show it.';
}

function nextWords(channel: Json): string {
  const next = objectIn(channel, 'followed_by');
  const after = lengthText(Number(channel.gives_up_after) * 1_000);
  if (next.channel !== undefined) return `${upper(next.channel)} follows after ${after}`;
  if (next.method !== undefined) return `${upper(next.method)} follows after ${after}`;
  return `given up after ${after}${next.code === undefined ? '' : ` with ${next.code}`}`;
}

function methodWords(method: Json, sayTime: SayTime): string {
  if (method.channel === undefined) return `${upper(method.method)}: skipped (${method.code}).`;
  const call = callLines(objectIn(method, 'call')).map(({ text }) => text);
  return [channelWords(method, sayTime), ...call].join(' ');
}

function callLines(call: Json): readonly PlanLine[] {
  if (call.language === undefined) return [];
  const length = typeof call.seconds === 'number' ? `, ${lengthText(call.seconds * 1_000)} long` : '';
  return [{ text: `The call speaks ${call.language}${length}: “${call.text}”` }];
}

function addOnLines(plan: Json): readonly PlanLine[] {
  const addOns = Object.entries({ ...objectIn(plan, 'addons'), ...(plan.sim_swap ? { sim_swap: plan.sim_swap } : {}) });
  const lines = addOns.map(([name, value]) => ({ text: addOnWords(name, isObject(value) ? value : {}) }));
  const cost = typeof plan.most_cost === 'number' ? [{ text: `All of it costs ${plan.most_cost} at most.` }] : [];
  return [...lines, ...cost];
}

function addOnWords(name: string, addOn: Json): string {
  if (typeof addOn.code === 'number') return `${name}: no source is asked, ${addOn.description} (${addOn.code}).`;
  const sources = listIn(addOn, 'sources').map(({ source, from_memory: known, state }) => {
    if (known === true) return `${source} (from memory)`;
    return state === 'up' ? String(source) : `${source} (${state})`;
  });
  return `${name}: asked of ${sources.join(', then ')}.`;
}

function maskLines(party: Json): readonly PlanLine[] {
  if (party.complete_phone_number === undefined) return [];
  const mask = objectIn(party, 'mask');
  const number = party.complete_phone_number;
  if (mask.pool === undefined) return [{ text: `${number}: no mask is free.`, tone: 'bad' }];
  const countries = Array.isArray(mask.countries) ? mask.countries.join(', ') : '';
  const pool = mask.pool === 'own' ? 'the account’s own numbers' : 'the shared numbers';
  return [{ text: `${number}: a mask of ${countries} from ${pool}, of which ${mask.free} are free.` }];
}

const NAMES: Readonly<Record<string, string>> = { rcs: 'RCS', sms: 'SMS', voice: 'Call' };

function upper(name: unknown): string {
  return NAMES[String(name)] ?? String(name);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectIn(values: Json, name: string): Json {
  const value = values[name];
  return isObject(value) ? value : {};
}

function listIn(values: Json, name: string): readonly Json[] {
  const value = values[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}
