import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomBytes, randomPdu, seeded, shortMessage } from '../../../../test/support/smpp/samples.ts';
import { ByteWriter } from './bytes.ts';
import { decodePdu } from './decode.ts';
import { appendPdu, encodePdu } from './encode.ts';
import { MAX_PDU_BYTES } from './frames.ts';
import { type EncodablePdu, findTlv, type Pdu, shortTlv, TAG, textTlv, tlvNumber, tlvText } from './pdu.ts';

/** Bytes as Buffers throughout, so that deep equality compares contents. */
function plain(pdu: Pdu): unknown {
  return JSON.parse(
    JSON.stringify(pdu, (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('hex') : isStored(value) ? hexOf(value) : value,
    ),
  );
}

function isStored(value: unknown): value is { type: 'Buffer'; data: number[] } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
}

function hexOf(stored: { data: number[] }): string {
  return Buffer.from(stored.data).toString('hex');
}

test('a bind_transceiver is the bytes that the specification says', () => {
  const bytes = encodePdu({
    command: 'bind_transceiver',
    status: 0,
    sequence: 1,
    systemId: 'SMPP3TEST',
    password: 'secret08',
    systemType: 'SUBMIT1',
    interfaceVersion: 0x34,
    addrTon: 1,
    addrNpi: 1,
    addressRange: '',
  });
  assert.equal(
    bytes.toString('hex'),
    '0000002f000000090000000000000001' + '534d50503354455354007365637265743038005355424d4954310034010100',
  );
});

test('a submit_sm is the bytes that the specification says', () => {
  const bytes = encodePdu({
    ...shortMessage({
      command: 'submit_sm',
      sequence: 0x7fffffff,
      registeredDelivery: 1,
      shortMessage: Buffer.from('hi'),
    }),
    validityPeriod: '000000010000000R',
    tlvs: [shortTlv(TAG.sar_msg_ref_num, 0x1234)],
  });
  assert.equal(
    bytes.toString('hex'),
    '0000004b000000040000000' +
      '07fffffff' +
      '00' +
      `0101${Buffer.from('4915112345678\0').toString('hex')}` +
      `0300${Buffer.from('12345\0').toString('hex')}` +
      '00000000' +
      `${Buffer.from('000000010000000R\0').toString('hex')}` +
      '01000000' +
      '026869' +
      '020c00021234',
  );
});

test('2,000 random PDUs come back from their bytes as they were', () => {
  const dice = seeded(20260101);
  for (let round = 0; round < 2000; round += 1) {
    const pdu = randomPdu(dice);
    assert.deepEqual(plain(decodePdu(encodePdu(pdu))), plain(pdu), `round ${round}`);
  }
});

test('PDUs that leave together stand behind each other', () => {
  const writer = new ByteWriter(64);
  const dice = seeded(7);
  const pdus: EncodablePdu[] = Array.from({ length: 300 }, () => randomPdu(dice));
  const apart = Buffer.concat(pdus.map((pdu) => encodePdu(pdu)));
  for (const pdu of pdus) appendPdu(writer, pdu);
  assert.deepEqual(writer.take(), apart);
  assert.equal(writer.length, 0);
});

test('what was taken from the writer is not written again', () => {
  const writer = new ByteWriter(64);
  appendPdu(writer, { command: 'enquire_link', status: 0, sequence: 1 });
  const first = writer.take();
  const before = Buffer.from(first);
  for (let sequence = 2; sequence < 50; sequence += 1) appendPdu(writer, { command: 'unbind', status: 0, sequence });
  assert.deepEqual(first, before);
});

test('a PDU that cannot be one is refused and leaves nothing behind', () => {
  const writer = new ByteWriter(64);
  const refused: EncodablePdu[] = [
    shortMessage({ serviceType: 'a\0b' }),
    shortMessage({ source: { ton: 5, npi: 0, address: '\u20ac' } }),
    shortMessage({ shortMessage: Buffer.alloc(256) }),
    shortMessage({ tlvs: [{ tag: TAG.message_payload, value: Buffer.alloc(65_536) }] }),
    shortMessage({ tlvs: [{ tag: TAG.message_payload, value: Buffer.alloc(65_500) }] }),
  ];
  for (const pdu of refused) {
    assert.throws(() => appendPdu(writer, pdu), RangeError);
    assert.equal(writer.length, 0);
  }
});

test('a PDU of exactly 64 KiB is written and read', () => {
  const empty = encodePdu(
    shortMessage({ shortMessage: Buffer.alloc(0), tlvs: [{ tag: 0x424, value: Buffer.alloc(0) }] }),
  );
  const payload = Buffer.alloc(MAX_PDU_BYTES - empty.length, 0x41);
  const bytes = encodePdu(shortMessage({ shortMessage: Buffer.alloc(0), tlvs: [{ tag: 0x424, value: payload }] }));
  assert.equal(bytes.length, MAX_PDU_BYTES);
  const pdu = decodePdu(bytes);
  assert.ok(pdu.command === 'deliver_sm');
  assert.equal(findTlv(pdu.tlvs, TAG.message_payload)?.length, payload.length);
});

test('over-long C-strings are survived', () => {
  const id = 'x'.repeat(500);
  const answer = decodePdu(encodePdu({ command: 'submit_sm_resp', status: 0, sequence: 1, messageId: id, tlvs: [] }));
  assert.ok(answer.command === 'submit_sm_resp');
  assert.equal(answer.messageId, id);
  const source = { ton: 5, npi: 0, address: 'y'.repeat(300) };
  const message = decodePdu(encodePdu(shortMessage({ source })));
  assert.ok(message.command === 'deliver_sm');
  assert.deepEqual(message.source, source);
});

test('an answer without a body, and one whose text lacks the NUL, are read', () => {
  const bare = encodePdu({ command: 'submit_sm_resp', status: 0x58, sequence: 9, messageId: '', tlvs: [] });
  assert.equal(bare.length, 16);
  assert.deepEqual(decodePdu(bare), { command: 'submit_sm_resp', status: 0x58, sequence: 9, messageId: '', tlvs: [] });
  const whole = encodePdu({ command: 'submit_sm_resp', status: 0, sequence: 9, messageId: 'abc', tlvs: [] });
  const unended = decodePdu(whole.subarray(0, whole.length - 1));
  assert.ok(unended.command === 'submit_sm_resp');
  assert.equal(unended.messageId, 'abc');
});

test('unknown TLVs, a TLV cut short and trailing bytes are tolerated', () => {
  const known = textTlv(TAG.receipted_message_id, 'id-1');
  const bytes = encodePdu(shortMessage({ tlvs: [{ tag: 0x1501, value: Buffer.from('vendor') }, known] }));
  for (const tail of ['00', '000000', '04240100aa']) {
    const pdu = decodePdu(Buffer.concat([bytes, Buffer.from(tail, 'hex')]));
    assert.ok(pdu.command === 'deliver_sm');
    assert.equal(tlvText(pdu.tlvs, TAG.receipted_message_id), 'id-1');
    assert.equal(pdu.tlvs.length, 2);
  }
});

test('a TLV number is read in one, two and four bytes, and a text with or without NUL', () => {
  const of = (hex: string) => [{ tag: 1, value: Buffer.from(hex, 'hex') }];
  assert.equal(tlvNumber(of('02'), 1), 2);
  assert.equal(tlvNumber(of('0102'), 1), 0x102);
  assert.equal(tlvNumber(of('ffffffff'), 1), 0xffffffff);
  assert.equal(tlvNumber(of(''), 1), undefined);
  assert.equal(tlvNumber(of('0102030405'), 1), undefined);
  assert.equal(tlvNumber([], 1), undefined);
  assert.equal(tlvText(of('6162'), 1), 'ab');
  assert.equal(tlvText(of('616200'), 1), 'ab');
});

test('a message whose mandatory fields are cut off anywhere is malformed, never an exception', () => {
  const whole = encodePdu(shortMessage());
  for (let length = 16; length < whole.length; length += 1) {
    const pdu = decodePdu(whole.subarray(0, length));
    assert.equal(pdu.command, 'malformed', `${length} bytes`);
    assert.equal(pdu.sequence, 1);
  }
});

test('20,000 random and damaged frames are decoded without an exception', () => {
  const dice = seeded(99);
  for (let round = 0; round < 20_000; round += 1) {
    const frame = round % 2 === 0 ? randomBytes(dice, 120) : damaged(dice);
    assert.equal(typeof decodePdu(frame).command, 'string');
  }
});

function damaged(dice: () => number): Buffer {
  const bytes = encodePdu(randomPdu(dice));
  for (let hit = 0; hit < 3; hit += 1) bytes[4 + Math.floor(dice() * (bytes.length - 4))] = Math.floor(dice() * 256);
  return bytes;
}
