/**
 * The languages: which voice of espeak-ng speaks which, and what a tag means. Pure.
 *
 * 1. A tag is matched as it is, then without its last subtag, and so on (RFC 4647, 3.4). What other tags mean by custom
 *    (`zh-HK` is Cantonese, `en-AU` is nearer to British English) stands in ALIASES and goes before shortening.
 * 2. Languages are those of espeak-ng 1.51, without Cherokee: its voice cannot be chosen there.
 */

/** Tags that are the name of their voice in lower case. */
const SAME_NAME =
  'af am an ar as az ba be bg bn bpy bs ca cs cv cy da de el en-029 en-GB en-GB-scotland en-GB-x-gbclan ' +
  'en-GB-x-gbcwmd en-GB-x-rp en-US eo es es-419 et eu fa fa-Latn fi fr-BE fr-CH ga gd gn grc gu hak haw he hi hr ' +
  'ht hu hy hyw ia id io is it ja jbo ka kk kl kn ko kok ku ky la lb lfn lt ltg lv mi mk ml mr ms mt my nb nci ne nl ' +
  'nog om or pa pap pl pt pt-BR qu quc qya ro ru ru-LV sd shn si sjn sk sl smj sq sr sv sw ta te th tk tn tr tt ug uk ' +
  'ur uz vi vi-VN-x-central vi-VN-x-south yue';

/** In Mandarin, the voice that takes Latin letters for English stumbles over its own dictionary's Pinyin. */
const OTHER_NAME: Readonly<Record<string, string>> = {
  'art-x-belter': 'qdb',
  'art-x-pyash': 'py',
  'en-US-x-nyc': 'en-us-nyc',
  fr: 'fr-fr',
  tlh: 'piqd',
  zh: 'cmn-latn-pinyin',
};

const LATIN_AMERICA = 'AR BO CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV US UY VE';
const BRITISH_SPELLING = 'AU BW FJ GH HK IE IN KE MT MY NG NZ PK SG UG ZA ZM ZW';

const ALIASES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(LATIN_AMERICA.split(' ').map((region) => [`es-${region}`, 'es-419'])),
  ...Object.fromEntries(BRITISH_SPELLING.split(' ').map((region) => [`en-${region}`, 'en-GB'])),
  cmn: 'zh',
  en: 'en-US',
  'en-UK': 'en-GB',
  in: 'id',
  iw: 'he',
  mo: 'ro',
  nn: 'nb',
  no: 'nb',
  tl: 'fil',
  'zh-HK': 'yue',
  'zh-Hant-HK': 'yue',
  'zh-Hant-MO': 'yue',
  'zh-MO': 'yue',
  'zh-yue': 'yue',
};

/** Voice by tag. */
export const ESPEAK_VOICES: ReadonlyMap<string, string> = new Map([
  ...SAME_NAME.split(' ').map((tag): [string, string] => [tag, tag.toLowerCase()]),
  ...Object.entries(OTHER_NAME),
]);

const aliases = new Map(Object.entries(ALIASES).map(([tag, target]) => [tag.toLowerCase(), target]));

/** No tag that means a language is longer (RFC 5646, 4.4.1, asks for room for 35); each shortening costs its length. */
const LONGEST_TAG = 100;

/** The tag among those known that this one means, as it is written there; null when none fits. */
export function matchTag(tag: string, known: Iterable<string>): string | null {
  const byLowerCase = new Map([...known].map((each) => [each.toLowerCase(), each]));
  const written = tag.trim();
  if (written.length > LONGEST_TAG) return null;
  const parts = written.replaceAll('_', '-').toLowerCase().split('-');
  while (parts.length > 0) {
    const wanted = parts.join('-');
    const found = byLowerCase.get(wanted) ?? byLowerCase.get(aliases.get(wanted)?.toLowerCase() ?? '');
    if (found !== undefined) return found;
    parts.pop();
  }
  return null;
}
