import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../../../test/support/smpp/samples.ts';
import { type Alphabet, decodeText } from './alphabet.ts';
import { findTlv, TAG, tlvNumber } from './pdus/pdu.ts';
import { countParts, placeOf, referenceOf, type SegmentRules, segment, unwrapUserData } from './segment.ts';

function rules(change: Partial<SegmentRules> = {}): SegmentRules {
  return { defaultAlphabet: 'gsm7', textCoding: 0, ucs2Coding: 8, concatenation: 'udh8', ...change };
}

const ATTEMPT = '019b0000-0000-7000-8000-000000000abc';
const REFERENCE = 0x1234;

function lengths(text: string, how: SegmentRules): number[] {
  return segment(text, how, REFERENCE).map((part) => {
    const content = part.esmClass === 0x40 ? unwrapUserData(part.shortMessage).content : part.shortMessage;
    return part.dataCoding === 8 ? content.length / 2 : content.length;
  });
}

test('the limits of one message and of a part are those of the table', () => {
  const udh8 = rules();
  const udh16 = rules({ concatenation: 'udh16' });
  const a = (count: number) => 'a'.repeat(count);
  const zh = (count: number) => 'Ж'.repeat(count);
  assert.deepEqual(lengths(a(160), udh8), [160]);
  assert.deepEqual(lengths(a(161), udh8), [153, 8]);
  assert.deepEqual(lengths(a(161), udh16), [152, 9]);
  assert.deepEqual(lengths(a(306), udh8), [153, 153]);
  assert.deepEqual(lengths(a(307), udh8), [153, 153, 1]);
  assert.deepEqual(lengths(zh(70), udh8), [70]);
  assert.deepEqual(lengths(zh(71), udh8), [67, 4]);
  assert.deepEqual(lengths(zh(71), udh16), [66, 5]);
  const latin1 = rules({ defaultAlphabet: 'latin1' });
  assert.deepEqual(lengths(a(140), latin1), [140]);
  assert.deepEqual(lengths(a(141), latin1), [134, 7]);
  assert.deepEqual(lengths(a(141), rules({ defaultAlphabet: 'latin1', concatenation: 'udh16' })), [133, 8]);
  assert.deepEqual(lengths('', udh8), [0]);
});

test('characters of the extension table count double', () => {
  assert.equal(countParts('€'.repeat(80), rules()), 1);
  assert.equal(countParts('€'.repeat(81), rules()), 2);
  const ascii = rules({ defaultAlphabet: 'ascii' });
  assert.equal(countParts('['.repeat(80), ascii), 1);
  assert.equal(countParts('['.repeat(81), ascii), 2);
  assert.equal(countParts('a'.repeat(160), ascii), 1);
});

test('an escape stays with its septet at the edge of a part', () => {
  const [first, second] = segment(`${'a'.repeat(152)}€${'b'.repeat(20)}`, rules(), REFERENCE);
  assert.ok(first && second);
  assert.equal(unwrapUserData(first.shortMessage).content.length, 152);
  assert.equal(decodeText(unwrapUserData(second.shortMessage).content, 'gsm7'), `€${'b'.repeat(20)}`);
});

test('a surrogate pair stays together at the edge of a part', () => {
  const [first, second] = segment(`${'Ж'.repeat(66)}😀${'Ж'.repeat(20)}`, rules(), REFERENCE);
  assert.ok(first && second);
  assert.equal(unwrapUserData(first.shortMessage).content.length, 132);
  assert.equal(decodeText(unwrapUserData(second.shortMessage).content, 'ucs2'), `😀${'Ж'.repeat(20)}`);
});

test('the headers are those of TS 23.040, the TLVs those of SMPP', () => {
  const text = 'a'.repeat(200);
  const [udh8] = segment(text, rules(), REFERENCE);
  assert.equal(Buffer.from(udh8?.shortMessage ?? []).toString('hex', 0, 6), '050003340201');
  const [udh16] = segment(text, rules({ concatenation: 'udh16' }), REFERENCE);
  assert.equal(Buffer.from(udh16?.shortMessage ?? []).toString('hex', 0, 7), '06080412340201');
  const [, sar] = segment(text, rules({ concatenation: 'sar' }), REFERENCE);
  assert.ok(sar);
  assert.equal(sar.esmClass, 0);
  const numbers = [TAG.sar_msg_ref_num, TAG.sar_total_segments, TAG.sar_segment_seqnum].map((tag) =>
    tlvNumber(sar.tlvs, tag),
  );
  assert.deepEqual(numbers, [REFERENCE, 2, 2]);
  const payload = segment(text, rules({ concatenation: 'payload' }), REFERENCE);
  assert.equal(payload.length, 1);
  assert.equal(payload[0]?.shortMessage.length, 0);
  assert.equal(findTlv(payload[0]?.tlvs ?? [], TAG.message_payload)?.length, 200);
  assert.equal(countParts(text, rules({ concatenation: 'payload' })), 1);
});

test('random texts come back whole from their parts, in every way of cutting them', () => {
  const dice = seeded(42);
  const characters = ['a', 'Z', ' ', '€', '[', 'ä', 'Ж', '😀', '\n'];
  for (let round = 0; round < 400; round += 1) {
    const pool = characters.slice(0, 1 + Math.floor(dice() * characters.length));
    const size = Math.floor(dice() * 500);
    const text = Array.from({ length: size }, () => pool[Math.floor(dice() * pool.length)]).join('');
    for (const concatenation of ['udh8', 'udh16', 'sar', 'payload'] as const) {
      for (const defaultAlphabet of ['gsm7', 'latin1', 'ascii'] as const) {
        const how = rules({ concatenation, defaultAlphabet });
        const parts = segment(text, how, REFERENCE);
        assert.equal(parts.length, countParts(text, how));
        const together = parts.map((part) => readPart(part, defaultAlphabet)).join('');
        assert.equal(together, text);
      }
    }
  }
});

function readPart(part: ReturnType<typeof segment>[number], alphabet: Alphabet): string {
  const payload = findTlv(part.tlvs, TAG.message_payload);
  const bytes = part.esmClass === 0x40 ? unwrapUserData(part.shortMessage).content : (payload ?? part.shortMessage);
  return decodeText(bytes, part.dataCoding === 8 ? 'ucs2' : alphabet);
}

test('the reference comes from the attempt: the same for the same one, others for others', () => {
  assert.equal(referenceOf(ATTEMPT), referenceOf(ATTEMPT));
  const others = new Set(
    Array.from({ length: 256 }, (_, n) => referenceOf(ATTEMPT.slice(0, -3) + n.toString(16).padStart(3, '0'))),
  );
  assert.ok(others.size > 250, `${others.size} different ones of 256`);
  assert.ok([...others].every((reference) => reference >= 0 && reference <= 0xffff));
});

test('a user data header is taken off whatever else stands in it; a broken one is left', () => {
  const both = Buffer.from('0a2401010806040102030141', 'hex');
  assert.deepEqual(unwrapUserData(both).part, undefined);
  const shiftAndPart = Buffer.from('0924010108041234030241', 'hex');
  const { content, part, shifts } = unwrapUserData(shiftAndPart);
  assert.deepEqual(part, { ref: 0x1234, total: 3, number: 2 });
  assert.deepEqual(shifts, { locking: 0, single: 1 });
  assert.equal(Buffer.from(content).toString(), 'A');
  // Of an element that comes twice the last one counts (TS 23.040, 9.2.3.24).
  const tables = unwrapUserData(Buffer.from('0925010624010625010341', 'hex'));
  assert.deepEqual([tables.shifts, Buffer.from(tables.content).toString()], [{ locking: 3, single: 6 }, 'A']);
  assert.deepEqual(unwrapUserData(Buffer.from('04240201014142', 'hex')).shifts, { locking: 0, single: 0 });
  assert.equal(unwrapUserData(Buffer.from('ff0003', 'hex')).content.length, 3);
  assert.equal(unwrapUserData(Buffer.alloc(0)).content.length, 0);
  assert.equal(unwrapUserData(Buffer.from('06050415810000', 'hex')).toPort, true);
  assert.equal(placeOf(1, 1, 1), undefined);
  assert.equal(placeOf(1, 3, 4), undefined);
  assert.equal(placeOf(1, 3, 0), undefined);
});
