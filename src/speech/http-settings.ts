/**
 * The settings of a speech service over HTTP. Keys as in the configuration file; docs/speech.md explains them.
 */
import { type Static, Type } from 'typebox';
import { secretSetting } from '../lib/schemas.ts';
import { parseSettings } from '../lib/settings.ts';

const NAMES = ['text', 'language', 'voice', 'secret'] as const;

export const HttpVoiceSchema = Type.Object(
  {
    url: Type.String({
      pattern: '^https?://[^/?#@{}]+/',
      maxLength: 1000,
      allowed:
        'a URL with a path, http:// or https://, without a user name; {text}, {language}, {voice}, {secret} in its path and query',
    }),
    method: Type.Optional(
      Type.Union([Type.Literal('POST'), Type.Literal('GET')], { default: 'POST', allowed: 'POST or GET' }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z0-9-]{1,60}$' }), Type.String({ maxLength: 1000 }), { default: {} }),
    ),
    body: Type.Optional(Type.String({ maxLength: 5000 })),
    ...secretSetting('secret', Type.Optional(Type.String({ minLength: 1 }))),
    voices: Type.Record(
      Type.String({ pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' }),
      Type.String({ minLength: 1, maxLength: 200 }),
      { minProperties: 1, allowed: 'languages such as en-US, each with the name of its voice' },
    ),
    format: Type.Optional(
      Type.Union([Type.Literal('wav'), Type.Literal('pcm')], { default: 'wav', allowed: 'wav or pcm' }),
    ),
    samples_per_second: Type.Optional(Type.Integer({ minimum: 8_000, maximum: 96_000, default: 16_000 })),
    audio_at: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+){0,9}$', maxLength: 200 })),
    within_ms: Type.Optional(Type.Integer({ minimum: 100, maximum: 30_000, default: 3_000 })),
    max_in_flight: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 10 })),
  },
  { additionalProperties: false },
);

export type HttpVoiceSettings = Required<
  Pick<
    Static<typeof HttpVoiceSchema>,
    'url' | 'method' | 'headers' | 'voices' | 'format' | 'samples_per_second' | 'within_ms' | 'max_in_flight'
  >
> &
  Pick<Static<typeof HttpVoiceSchema>, 'body' | 'audio_at'> & {
    /** Empty when there is none. */
    readonly secret: string;
  };

/** Fills in the defaults and checks; throws an Error that names the setting and what is allowed. */
export function parseHttpVoiceSettings(input: unknown): HttpVoiceSettings {
  const given = parseSettings(HttpVoiceSchema, input);
  const { secret, ...settings } = given;
  const templates = [settings.url, settings.body ?? '', ...Object.values(settings.headers ?? {})].join(' ');
  if (templates.includes('{secret}') && secret === undefined) throw new Error('secret: is needed for {secret}');
  if (![settings.url, settings.body ?? ''].some((template) => template.includes('{text}'))) {
    throw new Error('body: {text} is needed, there or in url');
  }
  const filled = settings as Omit<HttpVoiceSettings, 'secret'>;
  return { ...filled, secret: secret ?? '' };
}

/** In one pass, so that nothing in a text is ever taken for a name. Other braces stay as they are. */
export function fillIn(
  template: string,
  values: Readonly<Record<(typeof NAMES)[number], string>>,
  encode: (text: string) => string,
): string {
  return template.replace(/\{(text|language|voice|secret)\}/g, (_, name: (typeof NAMES)[number]) =>
    encode(values[name]),
  );
}
