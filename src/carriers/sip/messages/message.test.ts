import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { createDice } from '../../../../test/support/random.ts';
import { TORTURE } from '../../../../test/support/sip/torture.ts';
import type { SipMessage } from './fields.ts';
import { SipFrames } from './frames.ts';
import { parseNameAddress, parseSipUri, parseVia } from './grammar.ts';
import { formatMessage, headerOf, listOf, parseMessage } from './message.ts';

for (const { name, expect, bytes, status } of TORTURE) {
  test(`a message that is hard to read: ${name}`, () => {
    const message = parseMessage(bytes);
    if (expect === 'valid') {
      assert.notEqual(message.kind, 'malformed', message.kind === 'malformed' ? message.why : '');
      return;
    }
    assert.equal(message.kind, 'malformed');
    if (message.kind !== 'malformed') return;
    assert.equal(message.request === null ? undefined : message.status, status);
  });
}

test('folded lines, short names and quotes come out as they were meant', () => {
  const message = parseMessage(TORTURE[0]?.bytes ?? Buffer.alloc(0));
  assert.equal(message.kind, 'request');
  if (message.kind !== 'request') return;
  assert.equal(message.to.params.get('tag'), 'far end');
  assert.equal(message.from.display, '"A \\" B \\\\ C"');
  assert.equal(message.from.params.get('tag'), 'near');
  assert.deepEqual(message.cseq, { number: 7, method: 'INVITE' });
  assert.equal(message.via.host, '198.51.100.8');
  assert.equal(message.via.params.get('branch'), 'z9hG4bKfold');
  assert.equal(headerOf(message, 'subject'), '');
});

test('a message that was read is written as it came', () => {
  for (const { name, expect, bytes } of TORTURE) {
    const first = parseMessage(bytes);
    if (expect === 'invalid' || first.kind === 'malformed') continue;
    const again = parseMessage(formatMessage(first));
    assert.notEqual(again.kind, 'malformed', name);
    if (again.kind === 'malformed') continue;
    const withoutLength = (message: SipMessage) =>
      message.headers.filter(({ name: each }) => each !== 'content-length');
    assert.deepEqual(withoutLength(again), withoutLength(first), name);
    assert.deepEqual(Buffer.from(again.body), Buffer.from(first.body), name);
  }
});

test('entries of a list are split at commas outside of quotes and brackets', () => {
  const message = parseMessage(
    Buffer.from('SIP/2.0 200 OK\r\nRecord-Route: <sip:a,b@c;lr>, "x, y" <sip:d>\r\nRecord-Route: <sip:e>\r\n\r\n'),
  );
  assert.equal(message.kind, 'malformed');
  const headers = [{ name: 'record-route', value: '<sip:a,b@c;lr>, "x, y" <sip:d>' }];
  assert.deepEqual(listOf({ headers }, 'record-route'), ['<sip:a,b@c;lr>', '"x, y" <sip:d>']);
});

test('addresses are read with their parts', () => {
  const uri = parseSipUri('sips:+4930%31;x=y@[2001:db8::7]:5061;transport=tls;lr');
  assert.equal(uri?.scheme, 'sips');
  assert.equal(uri?.user, '+4930%31;x=y');
  assert.equal(uri?.host, '2001:db8::7');
  assert.equal(uri?.port, 5061);
  assert.deepEqual(
    [...(uri?.params ?? [])],
    [
      ['transport', 'tls'],
      ['lr', ''],
    ],
  );
  assert.equal(parseSipUri('sip:a@b:70000'), null);
  assert.equal(parseSipUri('sip:a%zz@b'), null);
  assert.equal(parseSipUri('sip:@b'), null);
  assert.equal(parseNameAddress('sip:a@b;tag=1')?.params.get('tag'), '1');
  assert.equal(parseNameAddress('<sip:a@b;lr>;tag=1')?.uri, 'sip:a@b;lr');
  assert.equal(parseVia('SIP/2.0/TLS [2001:db8::1]:5061;branch=z9hG4bKx;received=10.0.0.1')?.host, '2001:db8::1');
  assert.equal(parseVia('SIP/3.0/UDP a'), null);
});

test('a stream is cut into the same messages, wherever its pieces end', () => {
  const parts = TORTURE.filter(({ expect, name }) => expect === 'valid' && !/^(dblreq|inv2543)/.test(name)).map(
    ({ bytes }) => bytes,
  );
  const whole = Buffer.concat(parts.flatMap((part, i) => (i % 3 === 0 ? [Buffer.from('\r\n\r\n'), part] : [part])));
  const dice = createDice(7);
  const found: Buffer[] = [];
  let pings = 0;
  const frames = new SipFrames();
  for (let at = 0; at < whole.length; ) {
    const end = at + 1 + dice.below(400);
    assert.equal(
      frames.push(whole.subarray(at, end), {
        message: (bytes) => found.push(Buffer.from(bytes)),
        ping: () => (pings += 1),
      }),
      null,
    );
    at = end;
  }
  assert.deepEqual(found, parts);
  assert.ok(pings > 0);
});

test('a stream without an end in sight is given up', () => {
  const sink = { message: () => assert.fail('this is no message'), ping: () => {} };
  assert.match(new SipFrames().push(Buffer.alloc(40_000, 'a'), sink) ?? '', /without an end/);
  const tooLong = 'OPTIONS sip:a SIP/2.0\r\nContent-Length: 99999999\r\n\r\n';
  const frames = new SipFrames();
  const heads: string[] = [];
  const keeping = { message: (bytes: Buffer) => heads.push(bytes.toString()), ping: () => {} };
  assert.match(frames.push(Buffer.from(tooLong), keeping) ?? '', /Content-Length/);
  assert.deepEqual(heads, [tooLong], 'its head may be the answer to a call');
  assert.notEqual(frames.push(Buffer.from('OPTIONS'), sink), null);
  const strangers = new SipFrames(8_192);
  assert.match(strangers.push(Buffer.alloc(8_200, 'a'), sink) ?? '', /without an end/);
});

test('no bytes make reading throw', () => {
  const dice = createDice(4475);
  for (let run = 0; run < 4_000; run += 1) {
    const base = Buffer.from(dice.pick(TORTURE).bytes);
    for (let change = dice.below(12); change >= 0; change -= 1) base[dice.below(base.length)] = dice.below(256);
    const message = parseMessage(base.subarray(dice.below(3), base.length - dice.below(9)));
    if (message.kind !== 'malformed') formatMessage(message);
  }
  for (let run = 0; run < 500; run += 1) {
    const noise = Buffer.from(Array.from({ length: dice.below(300) }, () => dice.below(256)));
    assert.equal(parseMessage(noise).kind, 'malformed');
  }
});

test('a field with the name of what every object has is a field like others', () => {
  const lines = [
    'OPTIONS sip:a SIP/2.0',
    'Via: SIP/2.0/UDP a;branch=z9hG4bK1',
    'From: <sip:a@b>;tag=1',
    'To: <sip:c@d>',
  ];
  const fields = [...lines, 'Call-ID: 1', 'CSeq: 1 OPTIONS', 'constructor: x', '__proto__: y', '', ''];
  const message = parseMessage(Buffer.from(fields.join('\r\n')));
  assert.equal(message.kind, 'request');
  if (message.kind !== 'request') return;
  assert.deepEqual(message.headers.slice(-2), [
    { name: 'constructor', value: 'x' },
    { name: '__proto__', value: 'y' },
  ]);
  assert.match(formatMessage(message).toString(), /^Constructor: x\r\n__proto__: y\r$/m);
});
