/**
 * Names and addresses as words that can be compared. Pure.
 *
 * 1. Case, accents and punctuation do not count. `ä ö ü ß æ ø å` are compared in both ways in which people write them
 *    without accents: Müller is Muller and Mueller. In scripts where a mark is a vowel or makes another consonant
 *    (Devanagari, Thai, kana …) it counts: राम is not रमा.
 * 2. What people shorten is written out: St and Street, Str. and Straße, Dr. in front of a name is no part of it.
 */

/** Letters that people write out when a keyboard does not have them. */
const WRITTEN_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };
/** Letters that do not come apart into a letter and an accent. */
const WHOLE: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
};

/** Marks that are accents, or vowels that may be left out; not those of which the voice of a kana is made (rule 1). */
const ACCENT =
  /(?![\u3099\u309a])(?=\p{M})[\p{Script=Inherited}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]/gu;
/** O'Brien is OBrien; the last two make a line longer or say where it may break. */
const JOINS = /['’‘`´ʼʻʹ′\u0640]|\p{Cf}/gu;

const TITLES = new Set(
  'mr mrs ms miss mx sir dr prof professor herr frau hr fr dipl ing mag mme mlle m sr sra srta jr junior senior'.split(
    ' ',
  ),
);

const IN_ADDRESSES: Readonly<Record<string, string>> = {
  st: 'street',
  str: 'street',
  strasse: 'street',
  rd: 'road',
  ave: 'avenue',
  av: 'avenue',
  avda: 'avenue',
  avenida: 'avenue',
  blvd: 'boulevard',
  bd: 'boulevard',
  dr: 'drive',
  ln: 'lane',
  ct: 'court',
  cir: 'circle',
  sq: 'square',
  pl: 'place',
  platz: 'place',
  ter: 'terrace',
  pkwy: 'parkway',
  hwy: 'highway',
  apt: 'apartment',
  ste: 'suite',
  fl: 'floor',
  no: '',
  nr: '',
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
  ne: 'northeast',
  nw: 'northwest',
  se: 'southeast',
  sw: 'southwest',
  r: 'rue',
  mt: 'mount',
};

/** `Hauptstr.`, `Hauptstraße` and `Haupt Straße` are one. */
const STREET_ENDING = /^(\p{L}{3,})(?:strasse|str)$/u;
const PLACE_ENDING = /^(\p{L}{3,})(?:platz|pl)$/u;

/** One list of words for each way of writing (rule 1); at least one list, which may be empty. */
export function nameWords(text: string): string[][] {
  return ways(text).map((way) => {
    const words = wordsIn(way);
    const named = words.filter((word) => !TITLES.has(word));
    return named.length === 0 ? words : named;
  });
}

export function addressWords(text: string): string[][] {
  return ways(text).map((way) =>
    wordsIn(way)
      // 27b, 27 b and 27-b are one.
      .flatMap((word) => word.match(/\p{N}+|[\p{L}\p{M}]+/gu) ?? [])
      .flatMap(writtenOut)
      .filter((word) => word !== ''),
  );
}

/** Letters and digits alone, in capitals, in whatever width they are written: for codes, such as postal codes. */
export function codeOf(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function writtenOut(word: string): string[] {
  const known = Object.hasOwn(IN_ADDRESSES, word) ? IN_ADDRESSES[word] : undefined;
  if (known !== undefined) return [known];
  const street = STREET_ENDING.exec(word)?.[1];
  if (street !== undefined) return [street, 'street'];
  const place = PLACE_ENDING.exec(word)?.[1];
  return place === undefined ? [word] : [place, 'place'];
}

function ways(text: string): string[] {
  const lower = text.normalize('NFC').toLowerCase();
  const plain = [...lower].map((letter) => WHOLE[letter] ?? letter).join('');
  const bare = withoutAccents(plain);
  const long = withoutAccents([...plain].map((letter) => WRITTEN_OUT[letter] ?? letter).join(''));
  return long === bare ? [bare] : [bare, long];
}

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replaceAll('ø', 'o').replace(ACCENT, '').normalize('NFC');
}

/** What joins is no part of them, everything else parts. */
function wordsIn(text: string): string[] {
  return text.replace(JOINS, '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
