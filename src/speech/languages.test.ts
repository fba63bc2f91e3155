import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ESPEAK_VOICES, lookUp } from './languages.ts';

function meaning(tag: string): string | null {
  return lookUp(tag, ESPEAK_VOICES.keys());
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
