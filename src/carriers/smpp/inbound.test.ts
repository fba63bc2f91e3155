import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomBytes, randomPdu, seeded, shortMessage } from '../../../test/support/smpp/samples.ts';
import type { Inbound } from '../carrier.ts';
import { encodeText } from './alphabet.ts';
import { type InboundRules, interpretInbound, joinInbound, packInbound } from './inbound.ts';
import { encodePdu } from './pdus/encode.ts';
import { byteTlv, type ShortMessagePdu, shortTlv, TAG, textTlv } from './pdus/pdu.ts';

const ADDRESSES = { country: null, typeOfNumber: 'believed', prefixes: [], shortCodeMaxDigits: 6 } as const;
const RULES: InboundRules = {
  defaultAlphabet: 'gsm7',
  textCoding: 0,
  ucs2Coding: 8,
  receiptIds: 'auto',
  addresses: ADDRESSES,
};

function read(change: Partial<ShortMessagePdu>, rules: Partial<InboundRules> = {}): Inbound {
  const packed = packInbound({ v: 1, bind: '1-transceiver' }, encodePdu(shortMessage(change)));
  return interpretInbound(packed, { ...RULES, ...rules });
}

function receipt(text: string, change: Partial<ShortMessagePdu> = {}): Inbound {
  return read({ esmClass: 0x04, shortMessage: Buffer.from(text, 'latin1'), ...change });
}

function report(inbound: Inbound): Extract<Inbound, { type: 'report' }> {
  assert.equal(inbound.type, 'report', JSON.stringify(inbound));
  return inbound as Extract<Inbound, { type: 'report' }>;
}

const FULL =
  'id:0123456789 sub:001 dlvrd:001 submit date:2601010100 done date:2601010101 stat:DELIVRD err:000 text:hello';

test('the receipt of Appendix B is a report on the message that its sender had sent', () => {
  assert.deepEqual(receipt(FULL), {
    type: 'report',
    keys: ['r:0123456789', 'n:123456789', 'n:4886718345'],
    to: '4915112345678',
    from: '12345',
    state: 'delivered',
    reason: 'DELIVRD',
  });
});

test('every state is understood, and those that are not final are in transit', () => {
  const states: [string, string][] = [
    ['DELIVRD', 'delivered'],
    ['delivered', 'delivered'],
    ['EXPIRED', 'expired'],
    ['DELETED', 'deleted'],
    ['UNDELIV', 'undeliverable'],
    ['UNDELIVERABLE', 'undeliverable'],
    ['FAILED', 'undeliverable'],
    ['ACCEPTD', 'in_transit'],
    ['ENROUTE', 'in_transit'],
    ['BUFFRED', 'in_transit'],
    ['REJECTD', 'rejected'],
    ['UNKNOWN', 'unknown'],
  ];
  for (const [stat, state] of states) assert.equal(report(receipt(`id:1 stat:${stat}`)).state, state, stat);
  const numbers = ['in_transit', 'in_transit', 'delivered', 'expired', 'deleted', 'undeliverable'];
  numbers.push('in_transit', 'unknown', 'rejected', 'undeliverable');
  numbers.forEach((state, number) => {
    const tlvs = [textTlv(TAG.receipted_message_id, 'x'), byteTlv(TAG.message_state, number)];
    assert.equal(report(read({ esmClass: 0x04, shortMessage: Buffer.alloc(0), tlvs })).state, state, `${number}`);
  });
});

test('fields are found in any order, with seconds in the dates, with missing ones, in any case', () => {
  const variants = [
    'stat:UNDELIV id:abc err:07F',
    'ID:abc SUB:001 DLVRD:000 SUBMIT DATE:260101010000 DONE DATE:260101010100 STAT:UNDELIV ERR:07F TEXT:',
    'id:abc stat:UNDELIV err:07F Text:id:zzz stat:DELIVRD',
    'text:hi id:abc stat:UNDELIV err:07F',
    'id: abc sub: 001 stat: UNDELIV err: 07F',
    'id:abc\nstat:UNDELIV\nerr:07F',
    'id:abc submit_date:2601010100 stat:UNDELIV err:07F\0',
    'id:abc,sub:001,dlvrd:000,submit date:2601010100,done date:2601010101,stat:UNDELIV,err:07F,text:hi',
    'id:abc; sub:001; stat:UNDELIV; err:07F;',
  ];
  for (const text of variants) {
    const { keys, state, reason } = report(receipt(text));
    assert.deepEqual([keys[0], state, reason], ['r:abc', 'undeliverable', 'UNDELIV, err 07F'], text);
  }
});

test('ids may be UUIDs or of 19 digits, or missing', () => {
  const uuid = '3f2504e0-4f89-11d3-9a0c-0305e82c3301';
  assert.deepEqual(report(receipt(`id:${uuid} stat:DELIVRD`)).keys, [`r:${uuid}`]);
  assert.equal(report(receipt('id:1234567890123456789 stat:DELIVRD')).keys[0], 'r:1234567890123456789');
  assert.deepEqual(report(receipt('sub:001 dlvrd:001 stat:DELIVRD err:000')).keys, []);
  assert.deepEqual(report(receipt('id: sub:001 stat:DELIVRD')).keys, []);
});

test('TLVs win over the text', () => {
  const tlvs = [
    textTlv(TAG.receipted_message_id, 'right'),
    byteTlv(TAG.message_state, 5),
    { tag: TAG.network_error_code, value: Buffer.of(3, 1, 2) },
  ];
  const { keys, state, reason } = report(receipt('id:wrong sub:001 stat:DELIVRD err:011', { tlvs }));
  assert.deepEqual([keys, state, reason], [['r:right'], 'undeliverable', 'DELIVRD, err 011, network error 3:258']);
});

test('the comma form is read', () => {
  const { keys, state } = report(receipt('00,0210021543,0210021500,,491711234567,12345,4F2A11'));
  assert.deepEqual([keys[0], state], ['r:4f2a11', 'delivered']);
  assert.equal(report(receipt('07,0210021543,0210021500,,491711234567,12345,4F2A11')).state, 'unknown');
});

test('a receipt is read beside a message_payload that holds the text of its message', () => {
  const beside = { tlvs: [{ tag: TAG.message_payload, value: Buffer.from('your code is on its way') }] };
  assert.deepEqual(receipt(FULL, beside), receipt(FULL));
  const asLong = { tlvs: [{ tag: TAG.message_payload, value: Buffer.alloc(FULL.length, 'x') }] };
  assert.deepEqual(receipt(FULL, asLong), receipt(FULL));
});

test('addresses that no carrier can have meant are cut to what can be kept', () => {
  const long = { ton: 5, npi: 0, address: 'x'.repeat(9_000) };
  const kept = 'x'.repeat(200);
  assert.deepEqual(read({ source: long, destination: long }), { type: 'text', from: kept, to: kept, text: 'hello' });
  const digits = { ton: 1, npi: 1, address: '1'.repeat(9_000) };
  const unreadable = read({ source: digits });
  assert.ok(unreadable.type === 'text');
  assert.equal(unreadable.from, `?${'1'.repeat(200)}`);
  assert.equal(unreadable.asCame?.source, '1'.repeat(200));
});

test('a receipt in message_payload, in UCS-2 or with garbage in its text is read', () => {
  const payload = [{ tag: TAG.message_payload, value: Buffer.from(FULL) }];
  assert.equal(report(receipt('', { tlvs: payload })).state, 'delivered');
  const ucs2 = { dataCoding: 8, shortMessage: encodeText(FULL, 'ucs2') ?? Buffer.alloc(0) };
  assert.equal(report(read({ esmClass: 0x04, ...ucs2 })).keys[0], 'r:0123456789');
  const garbage = Buffer.concat([Buffer.from('id:1 stat:DELIVRD text:'), Buffer.from('04160422d83d', 'hex')]);
  assert.equal(report(read({ esmClass: 0x04, shortMessage: garbage })).state, 'delivered');
});

test('a receipt that lacks the esm_class bits is known by its fields or its TLVs', () => {
  assert.equal(report(receipt(FULL, { esmClass: 0 })).state, 'delivered');
  const tlvs = [textTlv(TAG.receipted_message_id, 'abc'), byteTlv(TAG.message_state, 2)];
  assert.equal(report(read({ esmClass: 0, shortMessage: Buffer.from('whatever'), tlvs })).state, 'delivered');
});

test('a text that a person wrote is no receipt', () => {
  for (const text of ['my id: 1234', 'stat: fine, id:7', 'the text: hello', 'DELIVRD']) {
    assert.equal(receipt(text, { esmClass: 0 }).type, 'text', text);
  }
});

test('an intermediate notification is never final', () => {
  assert.equal(report(receipt(FULL, { esmClass: 0x20 })).state, 'in_transit');
  const tlvs = [textTlv(TAG.receipted_message_id, 'abc'), byteTlv(TAG.message_state, 5)];
  assert.equal(report(read({ esmClass: 0x20, tlvs })).state, 'in_transit');
});

test('a receipt that says nothing usable is ignored with the reason', () => {
  assert.deepEqual(receipt('id:1 stat:FROBNIC'), { type: 'ignored', why: 'receipt with unknown state FROBNIC' });
  assert.deepEqual(receipt('hello'), { type: 'ignored', why: 'receipt without a state' });
  assert.equal(receipt('hello', { esmClass: 0x08 }).type, 'ignored');
});

test('configured id formats give the report one key', () => {
  assert.deepEqual(
    report(read({ esmClass: 4, shortMessage: Buffer.from('id:0204213791 stat:DELIVRD') }, { receiptIds: 'dec' })).keys,
    ['n:204213791'],
  );
});

test('texts are read in their alphabet', () => {
  const text = (change: Partial<ShortMessagePdu>, rules: Partial<InboundRules> = {}) => {
    const inbound = read(change, rules);
    return inbound.type === 'text' ? inbound.text : inbound;
  };
  assert.equal(text({ shortMessage: encodeText('Grüße für 5 €', 'gsm7') ?? Buffer.alloc(0) }), 'Grüße für 5 €');
  assert.equal(text({ shortMessage: Buffer.from('né', 'latin1') }, { defaultAlphabet: 'latin1' }), 'né');
  assert.equal(text({ dataCoding: 8, shortMessage: encodeText('Ж😀', 'ucs2') ?? Buffer.alloc(0) }), 'Ж😀');
  assert.equal(text({ dataCoding: 3, shortMessage: Buffer.from('né', 'latin1') }), 'né');
  const payload = [{ tag: TAG.message_payload, value: Buffer.from('long '.repeat(100)) }];
  assert.equal(text({ shortMessage: Buffer.alloc(0), tlvs: payload }), 'long '.repeat(100));
});

test('a text names both numbers without a plus', () => {
  const source = { ton: 1, npi: 1, address: '+4915112345678' };
  assert.deepEqual(read({ source }), { type: 'text', from: '4915112345678', to: '12345', text: 'hello' });
});

test('parts are known by either header or by SAR', () => {
  const part = { ref: 0x34, total: 3, number: 2 };
  const header8 = Buffer.from('050003340302', 'hex');
  const header16 = Buffer.from('06080412340302', 'hex');
  const body = Buffer.from('hello');
  const of = (inbound: Inbound) => (inbound.type === 'text' ? [inbound.text, inbound.part] : inbound);
  assert.deepEqual(of(read({ esmClass: 0x40, shortMessage: Buffer.concat([header8, body]) })), ['hello', part]);
  const ref16 = { ...part, ref: 0x1234 };
  assert.deepEqual(of(read({ esmClass: 0x40, shortMessage: Buffer.concat([header16, body]) })), ['hello', ref16]);
  const tlvs = [
    shortTlv(TAG.sar_msg_ref_num, 0x1234),
    byteTlv(TAG.sar_total_segments, 3),
    byteTlv(TAG.sar_segment_seqnum, 2),
  ];
  assert.deepEqual(of(read({ tlvs })), ['hello', ref16]);
});

test('data_sm carries texts and receipts, too', () => {
  const { serviceType, source, destination, registeredDelivery } = shortMessage();
  const data = (esmClass: number, text: string) => {
    const tlvs = [{ tag: TAG.message_payload, value: Buffer.from(text) }];
    const fields = { serviceType, source, destination, esmClass, registeredDelivery, dataCoding: 0, tlvs };
    const frame = encodePdu({ command: 'data_sm', status: 0, sequence: 1, ...fields });
    return interpretInbound(packInbound({ v: 1, bind: 'x' }, frame), RULES);
  };
  assert.equal(data(0, 'hello').type, 'text');
  assert.equal(report(data(4, FULL)).state, 'delivered');
});

test('what is no text is ignored with the reason', () => {
  assert.equal(read({ dataCoding: 4 }).type, 'ignored');
  assert.equal(read({ esmClass: 0x40, shortMessage: Buffer.from('06050415810000aa', 'hex') }).type, 'ignored');
});

test('what the store cannot hold does not come out, but a pair cut between parts can still be joined', () => {
  const ucs2 = (hex: string, header = '') => ({
    dataCoding: 8,
    esmClass: header === '' ? 0 : 0x40,
    shortMessage: Buffer.from(header + hex, 'hex'),
  });
  const text = (inbound: Inbound) => (inbound.type === 'text' ? inbound.text : inbound);
  assert.equal(text(read(ucs2('00410000d83d0042de00'))), 'A\ufffdB\ufffd');
  const first = text(read(ucs2('0041d83d', '050003340201')));
  const second = text(read(ucs2('de000042', '050003340202')));
  assert.equal(`${String(first)}${String(second)}`, 'A😀B');
});

test('random and damaged input is interpreted without an exception', () => {
  const dice = seeded(77);
  for (let round = 0; round < 5_000; round += 1) {
    const frame = encodePdu(randomPdu(dice));
    frame[16 + Math.floor(dice() * (frame.length - 16))] = Math.floor(dice() * 256);
    const body = round % 3 === 0 ? randomBytes(dice, 60) : packInbound({ v: 1, bind: 'x' }, frame);
    assert.equal(typeof interpretInbound(body, RULES).type, 'string');
  }
});

test('an id that is there and says nothing does not hide the one in the text', () => {
  for (const value of [Uint8Array.of(0), new Uint8Array(0), Buffer.from('   '), Buffer.from('  \0')]) {
    const inbound = receipt(FULL, { tlvs: [{ tag: TAG.receipted_message_id, value }, byteTlv(TAG.message_state, 2)] });
    assert.equal(report(inbound).keys[0], 'r:0123456789', JSON.stringify([...value]));
  }
  const unfilled = receipt(FULL, { tlvs: [byteTlv(TAG.message_state, 0)] });
  assert.equal(report(unfilled).state, 'delivered', 'nor does a state that nobody filled in');
  assert.equal(report(receipt('id:1', { tlvs: [byteTlv(TAG.message_state, 0)] })).state, 'in_transit');
  const noPort = read({ shortMessage: Buffer.from('Hello'), tlvs: [shortTlv(TAG.destination_port, 0)] });
  assert.equal(noPort.type, 'text', 'nor a port that is none');
});

test('a receipt that copies the bit for a header from the submit keeps its first bytes', () => {
  for (let more = 0; more <= 120; more += 1) {
    const text = `${FULL}${'x'.repeat(more)}`;
    assert.equal(report(receipt(text, { esmClass: 0x44 })).keys[0], 'r:0123456789', `${text.length} bytes`);
  }
});

test('parts that are numbered by TLVs are parts, whatever header stands before them', () => {
  const place = [
    shortTlv(TAG.sar_msg_ref_num, 7),
    byteTlv(TAG.sar_total_segments, 2),
    byteTlv(TAG.sar_segment_seqnum, 1),
  ];
  const inbound = read({ esmClass: 0x40, shortMessage: Buffer.from('03240101' + '41', 'hex'), tlvs: place });
  assert.deepEqual(inbound.type === 'text' && inbound.part, { ref: 7, total: 2, number: 1 });
});

test('a text is read by the national tables that its header names', () => {
  const text = (hex: string, change: Partial<ShortMessagePdu> = {}) => {
    const inbound = read({ esmClass: 0x40, shortMessage: Buffer.from(hex, 'hex'), ...change });
    return inbound.type === 'text' ? inbound.text : inbound;
  };
  assert.equal(text('032401011b53691b736c692c20611b6761626579'), 'Şişli, ağabey');
  assert.equal(text('032401021b611b691b6f1b751b414e7d1b65'), 'áíóúÁNñ€');
  assert.equal(text('062501032401031b7b7b0960'), 'ããç~');
  assert.equal(text('062501062401062f424c5f2759201b1d'), 'नमस्ते १');
  // What the table of shifted ones lacks is that of the locking table (TS 23.038, A.2).
  assert.equal(text('062501062401061b72'), 'r');
  assert.equal(text('032501061b15'), 'क', 'without a table the extension table of the default alphabet');
  assert.equal(text('032501061b65'), '€');
  // Spanish has no locking table, and nobody has defined 14.
  assert.equal(text('03250102407d'), '¡ñ');
  assert.equal(text('0624010e25010e1b65407d'), '€¡ñ');
  const ucs2 = { dataCoding: 8 };
  assert.equal(text('0324010104160044', ucs2), 'ЖD', 'other alphabets have no tables');
});

test('parts that came are read as one', () => {
  const pack = (hex: string, change: Partial<ShortMessagePdu> = {}) =>
    packInbound({ v: 1, bind: 'x' }, encodePdu(shortMessage({ shortMessage: Buffer.from(hex, 'hex'), ...change })));
  const price = Buffer.from('price 5 ').toString('hex');
  const udh = { esmClass: 0x40 };
  const parts = [pack(`050003070201${price}1b`, udh), pack('0500030702026520656163682e', udh)];
  assert.equal(joinInbound(parts, RULES), 'price 5 € each.');
  const sar = (number: number) => ({
    tlvs: [
      shortTlv(TAG.sar_msg_ref_num, 7),
      byteTlv(TAG.sar_total_segments, 2),
      byteTlv(TAG.sar_segment_seqnum, number),
    ],
  });
  assert.equal(joinInbound([pack(`${price}1b`, sar(1)), pack('65', sar(2))], RULES), 'price 5 €');
  const halves = [pack('0041d83d', { dataCoding: 8 }), pack('00420043', { dataCoding: 8 })];
  assert.equal(joinInbound(halves, RULES), 'A\ufffdBC', 'what the store cannot hold does not come out');
  assert.equal(joinInbound([pack('00', { dataCoding: 4 })], RULES), null, 'no text');
  assert.equal(joinInbound([Buffer.from('nonsense')], RULES), null);
});
