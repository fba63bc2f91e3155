import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText } from './alphabet.ts';
import { LOCKING_TABLES, SINGLE_SHIFT_TABLES, type Table } from './national-tables.ts';

/** Number, name, first and last character of its block in Unicode. */
const INDIAN = [
  [4, 'Bengali', 0x0980, 0x09ff],
  [5, 'Gujarati', 0x0a80, 0x0aff],
  [6, 'Hindi', 0x0900, 0x097f],
  [7, 'Kannada', 0x0c80, 0x0cff],
  [8, 'Malayalam', 0x0d00, 0x0d7f],
  [9, 'Oriya', 0x0b00, 0x0b7f],
  [10, 'Punjabi', 0x0a00, 0x0a7f],
  [11, 'Tamil', 0x0b80, 0x0bff],
  [12, 'Telugu', 0x0c00, 0x0c7f],
] as const;

function entries(table: Table | undefined): [septet: number, character: string][] {
  assert.ok(table);
  return table.flatMap((character, septet) => (character === undefined ? [] : [[septet, character]]));
}

function sizes(tables: ReadonlyMap<number, Table>): [number, number][] {
  return [...tables].map(([language, table]) => [language, entries(table).length]);
}

test('there is every table of the specification, with as many characters as it has there', () => {
  assert.deepEqual(sizes(LOCKING_TABLES), [
    [1, 127],
    [3, 127],
    [4, 114],
    [5, 120],
    [6, 127],
    [7, 120],
    [8, 120],
    [9, 116],
    [10, 110],
    [11, 102],
    [12, 120],
    [13, 127],
  ]);
  assert.deepEqual(sizes(SINGLE_SHIFT_TABLES), [
    [1, 17],
    [2, 19],
    [3, 37],
    [4, 82],
    [5, 70],
    [6, 88],
    [7, 73],
    [8, 82],
    [9, 75],
    [10, 76],
    [11, 77],
    [12, 78],
    [13, 90],
  ]);
  for (const table of [...LOCKING_TABLES.values(), ...SINGLE_SHIFT_TABLES.values()]) {
    assert.equal(table.length, 128);
    assert.equal(table[0x1b], undefined, 'an escape is no character');
    for (const [, character] of entries(table)) assert.equal(character.length, 1);
  }
});

test('words in the locking tables', () => {
  const words: [number, string, string][] = [
    [1, '1c691d6c69', 'Şişli'],
    [1, '400b0c0760041c1d5b5c5d5e7b7c7d7e7f', 'İĞğıç€ŞşÄÖÑÜäöñüà'],
    [1, '0001020305060809101112131415161718191a1e1f', '@£$¥éùòÇΔ_ΦΓΛΩΠΨΣΘΞßÉ'],
    [3, '41097b6f', 'Ação'],
    [3, '04060708090b0c0e0f121314', 'êúíóçÔôÁáªÇÀ'],
    [3, '15161718191a1c1d1e1f24', '∞^\\€Ó|ÂâÊÉº'],
    [3, '405b5c5d5e5f607b7c7d7e7f', 'ÍÃÕÚÜ§~ãõ`üà'],
    [4, '4050014650', 'বাংলা'],
    [4, '00020405060f1013607b7c7d7e7f', 'ঁঃআইঈএঐওৎৗ\u09dc\u09ddৰৱ'],
    [5, '17531d44502752', 'ગુજરાતી'],
    [5, '0c1113', 'ઍઑઓ'],
    [5, '494f607b7c7d7e7f', 'વઽૐૠૡૢૣ૱'],
    [6, '2f424c5f2759', 'नमस्ते'],
    [6, '4d512f5f2b52', 'हिन्दी'],
    [6, '0003040c0e11123c45484e4f60', 'ँअआऍऎऑऒ\u0929\u0931\u0934\u093cऽॐ'],
    [6, '7b7c7d7e7f', 'ॲॻॼॾॿ'],
    [7, '152f5f2f24', 'ಕನ್ನಡ'],
    [7, '0102222326273d3e4e4f607b7c', 'ಂಃಟಠಣತಪಫ಼ಽೕೖೠ'],
    [8, '424643504701', 'മലയാളം'],
    [8, '030422244548495f607f', 'അആടഡറഴവ്ൗ൹'],
    [9, '13245104', 'ଓଡିଆ'],
    [9, '000f10174649607b', 'ଁଏଐଗଲଵୖୗ'],
    [10, '3d7b1d504052', 'ਪੰਜਾਬੀ'],
    [10, '00030f135a607c7d7f', 'ਁਅਏਓੈੑੱੲੴ'],
    [11, '274251485f', 'தமிழ்'],
    [11, '0203150e1d1f223c605a7b7f', 'ஃஅகஎஜஞடனௐைௗ௹'],
    [12, '275846531753', 'తెలుగు'],
    [12, '00030e12454d60', 'ఁఅఎఒఱహౕ'],
    [13, '00251a53', 'اردو'],
    [13, '0500473d07004f', 'پاکستان'],
    [13, '02030a0b0c1524404a596061', 'بٻ\nٹٽڅذصگیٔa'],
  ];
  for (const [language, septets, text] of words) {
    assert.equal(decodeText(Buffer.from(septets, 'hex'), 'gsm7', { locking: language, single: 0 }), text, text);
  }
});

test('characters of the single shift tables', () => {
  const characters: [number, string, string][] = [
    [1, '4749536367696573', 'ĞİŞçğı€ş'],
    [2, '0941494f556165696f75', 'çÁÍÓÚá€íóú'],
    [3, '05090b0c0e0f1213151617181f', 'êçÔôÁáΦΓΩΠΨΣÊ'],
    [3, '1941494f555b5c6165696f757b7c7f', 'ΘÀÍÓÚÃÕÂ€íóúãõâ'],
    [4, '191a1c23', '০১২৯'],
    [4, '2426272a2b34', '\u09dfৡৢৣ৲৺'],
    [5, '191a1c25', '।॥૦૯'],
    [6, '1d1e1f20', '१२३४'],
    [6, '191a262a2c303539', '।॥॑॓\u0958\u095bॠ॰'],
    [7, '1c25262729', '೦೯ೞೱ}'],
    [8, '1c25262c2e3034', '൦൯൰൴ൺൻൿ'],
    [9, '1c2025262a2b2c', '୦୪୯\u0b5c\u0b5f୰ୱ'],
    [10, '1c2526272a2b2c2d', '੦੯\u0a59\u0a5a\u0a5bੜ\u0a5eੵ'],
    [11, '1c23242526272d2e', '௦௭௮௯௳௴௸௺'],
    [12, '1c222325262a2e3032', '౦౬౭౯ౘ౸౼౽౿'],
    [13, '191a1c25262730', '؀؁۰۹،؍ؓ'],
    [13, '323334353b3f', '؛؟ـْۍ۔'],
  ];
  for (const [language, septets, expected] of characters) {
    const table = SINGLE_SHIFT_TABLES.get(language);
    const found = [...Buffer.from(septets, 'hex')].map((septet) => table?.[septet]).join('');
    assert.equal(found, expected, `${language}`);
  }
  for (const [language, table] of SINGLE_SHIFT_TABLES) {
    assert.deepEqual(
      [table[0x0a], table[0x14], table[0x28], table[0x3c], table[0x3d], table[0x3e]],
      ['\f', '^', '{', '[', '~', ']'],
      `${language}`,
    );
    assert.deepEqual([table[0x29], table[0x2f], table[0x40], table[0x65]], ['}', '\\', '|', '€'], `${language}`);
  }
});

test('the tables of the Indian languages keep the order of Unicode, and stay in their block', () => {
  for (const [language, name, first, last] of INDIAN) {
    for (const table of [LOCKING_TABLES.get(language), SINGLE_SHIFT_TABLES.get(language)]) {
      const codes = entries(table)
        .map(([, character]) => character.charCodeAt(0))
        // Danda and double danda are those of Devanagari in every script; 0964 and 0965.
        .filter((code) => code >= 0x0900 && code < 0x1000 && code !== 0x0964 && code !== 0x0965);
      assert.ok(codes.length >= 10, name);
      assert.ok(
        codes.every((code) => code >= first && code <= last),
        name,
      );
      const places = new Set(codes);
      assert.equal(places.size, codes.length, `${name}: each once`);
    }
    const locking = entries(LOCKING_TABLES.get(language)).map(([, character]) => character.charCodeAt(0));
    const script = locking.filter((code) => code >= 0x0900);
    assert.deepEqual(
      script,
      [...script].sort((a, b) => a - b),
      name,
    );
  }
});

test('what all tables of the Indian languages and Urdu have stands where it does in each', () => {
  for (const language of [...INDIAN.map(([number]) => number), 13]) {
    const locking = { locking: language, single: 0 };
    const own = [...Buffer.from('0a0d2021282c2e30393a3b3f617a', 'hex')];
    assert.equal(decodeText(Buffer.from(own), 'gsm7', locking), '\n\r !),.09:;?az');
    const single = { locking: 0, single: language };
    const shifted = [0x00, 0x01, 0x04, 0x05, 0x09, 0x0b, 0x0c, 0x0f, 0x10, 0x13, 0x15, 0x18, 0x41, 0x5a];
    const pairs = Buffer.from(shifted.flatMap((septet) => [0x1b, septet]));
    assert.equal(decodeText(pairs, 'gsm7', single), '@£¿"\'*+/<¡¡*AZ');
  }
});

test('every character of every table comes back from its septets', () => {
  for (const [language, table] of LOCKING_TABLES) {
    for (const [septet, character] of entries(table)) {
      assert.equal(decodeText(Buffer.of(septet), 'gsm7', { locking: language, single: 0 }), character);
    }
  }
  for (const [language, table] of SINGLE_SHIFT_TABLES) {
    for (const [septet, character] of entries(table)) {
      assert.equal(decodeText(Buffer.of(0x1b, septet), 'gsm7', { locking: 0, single: language }), character);
    }
  }
});
