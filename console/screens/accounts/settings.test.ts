import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { SETTING_GROUPS } from './setting-fields.ts';
import { changeOf, isWrong, textOfSetting } from './settings.ts';

const FIELDS = SETTING_GROUPS.flatMap(({ fields }) => fields);
const BEFORE = {
  callback_url: 'https://acme.example/cb',
  allowed_countries: ['DE', 'AT'],
  strict_numbers: true,
  quiet_hours: { from: '21:00', to: '08:00' },
  addon_caps: { sim_swap: 100, contact: 5 },
  opt_out_languages: { nl: { stopped: 'Dag', help: 'Hulp' }, fr: { stopped: 'Fin' } },
  opt_out_texts: { stopped: '' },
};

/** The form as it is shown, with these fields filled in otherwise. */
function form(changes: Readonly<Record<string, string>> = {}): FormData {
  const fields = new FormData();
  for (const field of FIELDS) fields.set(field.name, changes[field.name] ?? textOfSetting(BEFORE, field));
  return fields;
}

test('every setting of the API has a field, and every field its setting', () => {
  const document = parse(readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8'));
  const { OperatorSettings, QuietHours } = document.components.schemas;
  const own = Object.entries<{ properties?: object; $ref?: string }>(OperatorSettings.properties);
  const names = own.flatMap(([name, { properties, $ref }]) => {
    const inner = $ref === undefined ? properties : QuietHours.properties;
    return inner === undefined ? [name] : Object.keys(inner).map((each) => `${name}.${each}`);
  });
  assert.deepEqual(FIELDS.map(({ name }) => name).sort(), names.sort());
});

test('what was not touched is not sent', () => {
  assert.deepEqual(changeOf(BEFORE, form()), {});
  assert.deepEqual(changeOf(BEFORE, new FormData()), {}, 'a field that is not there says nothing');
});

test('what was changed is sent in the form of the API, and what was emptied as null', () => {
  const change = changeOf(
    BEFORE,
    form({
      callback_url: ' ',
      allowed_countries: 'de fr',
      strict_numbers: 'false',
      'quiet_hours.to': '07:30',
      'quiet_hours.days': 'sat, sun',
      code_pauses_s: '30,60',
      code_digits: '6',
      addon_caps: 'sim_swap: 200\nage_verify 7',
      opt_out_languages: '{"nl": {"stopped": "Doei"}}',
      'opt_out_words.stop': 'laat me met rust, stop maar',
      'requests_per_second.verify': '5',
    }),
  );
  assert.deepEqual(change, {
    callback_url: null,
    allowed_countries: ['DE', 'FR'],
    strict_numbers: false,
    quiet_hours: { to: '07:30', days: ['sat', 'sun'] },
    code_pauses_s: [30, 60],
    code_digits: 6,
    addon_caps: { sim_swap: 200, age_verify: 7, contact: null },
    opt_out_languages: { nl: { stopped: 'Doei', help: null }, fr: null },
    opt_out_words: { stop: ['laat me met rust', 'stop maar'] },
    requests_per_second: { verify: 5 },
  });
});

test('what cannot be read is said by its name', () => {
  for (const [name, text] of [
    ['opt_out_languages', '{"nl"'],
    ['opt_out_languages', '[]'],
    ['addon_caps', 'sim_swap many'],
  ] as const) {
    const change = changeOf(BEFORE, form({ [name]: text }));
    assert.ok(isWrong(change) && change.name === name, text);
  }
});
