/** What SMSCs send: frames, PDUs, receipts, user data headers, alphabets, ids. */
import assert from 'node:assert/strict';
import { type CodingRules, codingOf, decodeCoded } from '../../../src/carriers/smpp/alphabet.ts';
import { interpretInbound, packInbound } from '../../../src/carriers/smpp/inbound.ts';
import { idKeys } from '../../../src/carriers/smpp/message-id.ts';
import { decodePdu } from '../../../src/carriers/smpp/pdus/decode.ts';
import { encodePdu } from '../../../src/carriers/smpp/pdus/encode.ts';
import { FrameSplitter, MAX_PDU_BYTES } from '../../../src/carriers/smpp/pdus/frames.ts';
import { ESM, TAG } from '../../../src/carriers/smpp/pdus/pdu.ts';
import { readReceipt } from '../../../src/carriers/smpp/receipt.ts';
import { countParts, MOST_PARTS, segment, unwrapUserData } from '../../../src/carriers/smpp/segment.ts';
import { createDice } from '../../support/random.ts';
import { randomPdu, shortMessage } from '../../support/smpp/samples.ts';
import { assertBounded, assertStorable, type Target } from '../target.ts';
import { INBOUND_RULES, SEGMENT_RULES } from './smpp-rules.ts';

const RECEIPT =
  'id:0123456789 sub:001 dlvrd:001 submit date:2601010101 done date:2601010102 stat:DELIVRD err:000 text:hello';
const COMMAS = '00,2601010102,2601010101,hello,4915112345678,12345,0123456789';

const dice = createDice(7);
const RANDOM = Array.from({ length: 40 }, () => encodePdu(randomPdu(() => dice.next())));
const MESSAGES = [
  encodePdu(shortMessage()),
  encodePdu(shortMessage({ esmClass: ESM.receipt, shortMessage: Buffer.from(RECEIPT) })),
  encodePdu(shortMessage({ shortMessage: Buffer.from(COMMAS) })),
  encodePdu(shortMessage({ esmClass: 0x40, shortMessage: Buffer.from('0500034201026869', 'hex') })),
  encodePdu(shortMessage({ esmClass: 0x40, shortMessage: Buffer.from('060804012301026869', 'hex') })),
  encodePdu(shortMessage({ esmClass: 0x40, shortMessage: Buffer.from('03240101681b65', 'hex') })),
  encodePdu(shortMessage({ dataCoding: 8, shortMessage: Buffer.from('d83dde000041', 'hex') })),
  encodePdu(
    shortMessage({
      esmClass: ESM.receipt,
      shortMessage: Buffer.alloc(0),
      tlvs: [
        { tag: TAG.receipted_message_id, value: Buffer.from('12ab\0') },
        { tag: TAG.message_state, value: Buffer.of(2) },
        { tag: TAG.network_error_code, value: Buffer.of(3, 0, 1) },
      ],
    }),
  ),
  encodePdu(
    shortMessage({ shortMessage: Buffer.alloc(0), tlvs: [{ tag: TAG.message_payload, value: Buffer.from('hi') }] }),
  ),
  encodePdu(
    shortMessage({
      tlvs: [
        { tag: TAG.sar_msg_ref_num, value: Buffer.of(0, 7) },
        { tag: TAG.sar_total_segments, value: Buffer.of(2) },
        { tag: TAG.sar_segment_seqnum, value: Buffer.of(1) },
      ],
    }),
  ),
];

const HEAD = Buffer.from('00000010000000050000000000000001', 'hex');

/** A deliver_sm whose text is that, in the payload. */
function withPayload(text: string, dataCoding = 0, esmClass = 0): Buffer {
  const value = Buffer.from(text, 'latin1').subarray(0, 65_000);
  const tlvs = [{ tag: TAG.message_payload, value }];
  return encodePdu(shortMessage({ shortMessage: Buffer.alloc(0), dataCoding, esmClass, tlvs }));
}

function readPdu(input: Buffer): void {
  const pdu = decodePdu(input);
  if (pdu.command === 'malformed') return;
  // What was cut off is whole when it is written again, which may be too long by a NUL.
  if (input.length >= MAX_PDU_BYTES - 2) return;
  assert.deepEqual(decodePdu(encodePdu(pdu)), pdu);
}

/** However the bytes are cut, the same frames come out. */
function readStream(input: Buffer): void {
  const framesOf = (size: number): string[] => {
    const splitter = new FrameSplitter();
    const frames: string[] = [];
    for (let at = 0; at < input.length; at += size) {
      const lost = splitter.push(input.subarray(at, at + size), (frame) => frames.push(frame.toString('latin1')));
      assert.ok(splitter.pendingBytes <= MAX_PDU_BYTES);
      if (lost) break;
    }
    return frames;
  };
  const whole = framesOf(Math.max(1, input.length));
  for (const size of [1, 7, 1_000]) {
    if (input.length / size < 2_000) assert.deepEqual(framesOf(size), whole);
  }
}

function readInbound(input: Buffer): void {
  for (const rules of INBOUND_RULES) {
    const inbound = interpretInbound(packInbound({ v: 1, bind: 'x' }, input), rules);
    assertBounded(inbound, input, 'inbound');
    // The edges of a part may be half of what its neighbour has the other half of.
    const isPart = inbound.type === 'text' && inbound.part !== undefined;
    const text = inbound.type === 'text' ? inbound.text : '';
    assertStorable(
      isPart ? { ...inbound, text: text.slice(1, -1).replace(/^[\ud800-\udbff]?/u, '') } : inbound,
      'inbound',
    );
    if (inbound.type === 'text') assert.ok(!text.includes('\0'));
  }
}

function readReceiptText(input: Buffer): void {
  for (const esmClass of [0, ESM.receipt, ESM.intermediate]) {
    const receipt = readReceipt({ esmClass, tlvs: [], content: input, text: () => input.toString('utf8') });
    assertBounded(receipt, input, 'receipt');
    if (receipt.kind !== 'receipt') continue;
    assert.match(receipt.reason ?? '', /^[\x20-\x7e]{0,200}$/);
    for (const format of ['auto', 'hex', 'dec', 'raw'] as const) assert.ok(idKeys(receipt.id, format).length <= 3);
  }
}

function readUserData(input: Buffer): void {
  const { content, part } = unwrapUserData(input);
  assert.ok(content.length <= input.length);
  if (part) assert.ok(part.total >= 2 && part.number >= 1 && part.number <= part.total && part.ref <= 0xffff);
}

const ALPHABETS = ['gsm7', 'latin1', 'ascii'] as const;

function readCoded(input: Buffer): void {
  for (const defaultAlphabet of ALPHABETS) {
    const rules: CodingRules = { ...SEGMENT_RULES, defaultAlphabet };
    const coding = codingOf(input[0] ?? 0, rules);
    if (coding !== 'binary') assertBounded(decodeCoded(input.subarray(1), coding), input, 'text');
  }
}

function readId(input: Buffer): void {
  const text = input.toString('latin1');
  for (const format of ['auto', 'hex', 'dec', 'raw'] as const) {
    const keys = idKeys(text, format);
    assert.ok(keys.length <= 3 && keys.every((key) => key.length <= Math.min(text.length + 30, 202)));
    assert.equal(new Set(keys).size, keys.length);
  }
}

/** A text of ours comes back as it was, whichever way its parts are told. */
function readSegmented(input: Buffer): void {
  const text = input.toString('utf8').slice(0, 20_000);
  for (const defaultAlphabet of ALPHABETS) {
    for (const concatenation of ['udh8', 'udh16', 'sar'] as const) {
      const rules = { ...SEGMENT_RULES, defaultAlphabet, concatenation };
      const parts = segment(text, rules, 0x1234);
      assert.equal(parts.length, countParts(text, rules));
      if (parts.length > MOST_PARTS) continue;
      const contents = parts.map(({ shortMessage, esmClass }) => {
        assert.ok(shortMessage.length <= 160);
        return (esmClass & ESM.udhIndicator) === 0 ? shortMessage : unwrapUserData(shortMessage).content;
      });
      const coding = codingOf(parts[0]?.dataCoding ?? 0, rules);
      assert.notEqual(coding, 'binary');
      if (coding !== 'binary') assert.equal(decodeCoded(Buffer.concat(contents), coding), text);
    }
  }
}

const FOLDER = 'src/carriers/smpp';

export const SMPP_TARGETS: readonly Target[] = [
  {
    name: 'smpp-pdu',
    about: 'SMPP PDUs; written again they say the same',
    samples: [...MESSAGES, ...RANDOM],
    read: readPdu,
    files: [`${FOLDER}/pdus/decode.ts`, `${FOLDER}/pdus/encode.ts`, `${FOLDER}/pdus/bytes.ts`, `${FOLDER}/pdus/pdu.ts`],
    around: [
      (text) => Buffer.concat([HEAD, Buffer.from(text, 'latin1')]),
      (text) => Buffer.concat([encodePdu(shortMessage()), Buffer.from(text, 'latin1')]),
    ],
  },
  {
    name: 'smpp-stream',
    about: 'a TCP stream cut into frames, in pieces of any length',
    samples: [Buffer.concat(RANDOM.slice(0, 5)), Buffer.concat(MESSAGES), ...MESSAGES],
    read: readStream,
    files: [`${FOLDER}/pdus/frames.ts`],
    around: [(text) => text, (text) => Buffer.concat([MESSAGES[0] ?? HEAD, Buffer.from(text, 'latin1')])],
  },
  {
    name: 'smpp-inbound',
    about: 'what an SMSC sends on its own, as texts, receipts and parts of texts',
    samples: MESSAGES,
    words: ['\u001b', '\u001be', '\u001b\u001b'],
    read: readInbound,
    files: [`${FOLDER}/inbound.ts`],
    around: [
      (text) => withPayload(text),
      (text) => withPayload(text, 8),
      (text) => withPayload(text, 0, ESM.udhIndicator),
      (text) => withPayload(`${RECEIPT}${text}`, 0, ESM.receipt),
      (text) =>
        encodePdu(shortMessage({ source: { ton: 1, npi: 1, address: text.replaceAll('\0', '0').slice(0, 60_000) } })),
    ],
    perCharacter: 600,
  },
  {
    name: 'smpp-receipt',
    about: 'delivery receipts in words',
    samples: [RECEIPT, COMMAS, 'id:1 stat:UNDELIV err:069', 'ID:a STAT:Accepted sub:1', `text:${RECEIPT}`],
    words: ['id:', 'stat:', 'err:', 'text:', 'submit date:', 'done_date:', 'dlvrd:', 'DELIVRD', 'EXPIRED', 'UNKNOWN'],
    read: readReceiptText,
    files: [`${FOLDER}/receipt.ts`],
    around: [
      (text) => text,
      (text) => `id:${text} stat:DELIVRD`,
      (text) => `${RECEIPT}${text}`,
      (text) => `${COMMAS}${text}x`,
    ],
    perCharacter: 200,
  },
  {
    name: 'smpp-user-data',
    about: 'user data headers (3GPP TS 23.040, 9.2.3.24)',
    samples: ['0500034201026869', '060804012301026869', '0b05040b8423f00003420102', '03240101'].map((hex) =>
      Buffer.from(hex, 'hex'),
    ),
    read: readUserData,
    files: [`${FOLDER}/segment.ts`, `${FOLDER}/parts.ts`],
    around: [(text) => text, (text) => `\u007f${text}`],
  },
  {
    name: 'smpp-alphabet',
    about: 'octets in every alphabet that a data_coding names',
    samples: Array.from({ length: 16 }, (_, coding) => Buffer.from([coding, ...Buffer.from('Hello \x1b\x65')])),
    words: ['\u001b', '\u001b$B', '\u001b(B', '\u008e', '\u00ff'],
    read: readCoded,
    files: [`${FOLDER}/alphabet.ts`, `${FOLDER}/national-tables.ts`],
    around: [(text) => `\0${text}`, (text) => `\b${text}`, (text) => `\u0001${text}`],
  },
  {
    name: 'smpp-message-id',
    about: 'ids of submit answers and receipts',
    samples: ['0123456789', 'DEADBEEF', '0x1f', '00000000000000000000', 'a-b-c', '18446744073709551615'],
    read: readId,
    files: [`${FOLDER}/message-id.ts`],
    around: [(text) => text, (text) => `0${text}1`, (text) => '0'.repeat(text.length)],
  },
  {
    name: 'smpp-segment',
    about: 'texts cut into parts, and joined again',
    samples: ['Hello', 'a€'.repeat(100), '[{^}]'.repeat(40), '😀'.repeat(80), 'ÄÖÜ'.repeat(60), 'привет '.repeat(30)],
    read: readSegmented,
    files: [],
    around: [(text) => text],
    perCharacter: 600,
  },
];
