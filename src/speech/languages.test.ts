import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { stepsOf } from '../../test/support/steps.ts';
import { defaultText } from './default-texts.ts';
import { ESPEAK_VOICES, matchTag } from './languages.ts';

function meaning(tag: string): string | null {
  return matchTag(tag, ESPEAK_VOICES.keys());
}

test('a language is found as it is, then without region and script, whatever its case', () => {
  const tags = {
    'en-US': 'en-US',
    'EN-us': 'en-US',
    en_GB: 'en-GB',
    'de-DE': 'de',
    'de-Latn-CH-1996': 'de',
    fr: 'fr',
    'pt-BR': 'pt-BR',
    'pt-PT': 'pt',
    'sr-Cyrl-RS': 'sr',
    'en-GB-x-rp': 'en-GB-x-rp',
    'en-GB-x-other': 'en-GB',
    'es-ES': 'es',
  };
  for (const [tag, expected] of Object.entries(tags)) assert.equal(meaning(tag), expected, tag);
});

test('tags that custom gives another meaning have it', () => {
  const tags = {
    en: 'en-US',
    'en-CA': 'en-US',
    'en-AU': 'en-GB',
    'en-IN': 'en-GB',
    'es-MX': 'es-419',
    'fr-CA': 'fr',
    no: 'nb',
    'nb-NO': 'nb',
    iw: 'he',
    'zh-CN': 'zh',
    'zh-TW': 'zh',
    'zh-HK': 'yue',
    'zh-Hant-HK': 'yue',
    cmn: 'zh',
  };
  for (const [tag, expected] of Object.entries(tags)) assert.equal(meaning(tag), expected, tag);
});

test('a tag that nothing fits is told, and so is no tag', () => {
  for (const tag of ['fil-PH', 'xx', 'english', '', '-', 'x-de', 'e', '../en', 'en\0'])
    assert.equal(meaning(tag), null, tag);
});

test('every language of the services that callers come from is spoken, but for Filipino', () => {
  const tags =
    'zh-HK zh-CN zh-TW da-DK nl-NL en-AU en-GB en-US en-CA en-IN fi-FI fr-FR fr-CA it-IT ja-JP ko-KR nb-NO pl-PL pt-BR ' +
    'pt-PT es-MX es-ES ca-ES ar-SA ar-EG bg-BG cs-CZ de-DE el-GR he-IL hi-IN hr-HR hu-HU id-ID lt-LT lv-LV ms-MY ro-RO ' +
    'ru-RU sk-SK sl-SI sr-RS sv-SE th-TH tr-TR uk-UA vi-VN bn-BD fa-IR sw-KE ta-IN te-IN ur-PK';
  assert.deepEqual(
    tags.split(' ').filter((tag) => meaning(tag) === null),
    [],
  );
});

test('docs/speech.md lists the languages, and of which of them there is a default text', () => {
  const page = readFileSync(new URL('../../docs/speech.md', import.meta.url), 'utf8');
  const listed = (start: string) => {
    const line = page.split('\n').find((each) => each.startsWith(start)) ?? '';
    return [...line.matchAll(/`([^`]+)`/g)].map(([, tag]) => tag);
  };
  const tags = [...ESPEAK_VOICES.keys()].sort();
  assert.deepEqual(
    listed('With a default text: '),
    tags.filter((tag) => defaultText(tag, 'any') !== null),
  );
  assert.deepEqual(
    listed('With a text of the caller: '),
    tags.filter((tag) => defaultText(tag, 'any') === null),
  );
});

test('each default text holds the code once', () => {
  for (const tag of [...ESPEAK_VOICES.keys(), 'fil', 'gl']) {
    for (const reading of ['espeak', 'any'] as const) {
      const text = defaultText(tag, reading);
      if (text !== null) assert.equal(text.split('$$CODE$$').length, 2, tag);
    }
  }
});

test('what is longer than any tag means no language, and costs nothing', () => {
  const most = 5_000_000;
  const steps = stepsOf(() => assert.equal(matchTag('a-'.repeat(32_768), ['a']), null));
  assert.ok(steps < most, `${steps} steps`);
});
