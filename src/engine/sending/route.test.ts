import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carriersFor, type Route, type Subject } from './route.ts';

const CARRIERS = [
  { name: 'smsc-1', channel: 'sms' },
  { name: 'rcs-1', channel: 'rcs' },
  { name: 'smsc-2', channel: 'sms' },
] as const;

const ROUTES: Route[] = [
  { channel: 'sms', prefixes: ['49', '43'], messageTypes: ['OTP'], carriers: ['smsc-2', 'smsc-1'] },
  { channel: 'sms', senders: ['SHOP'], carriers: ['smsc-2'] },
  { channel: 'sms', prefixes: ['1'], carriers: [] },
  { channel: 'sms', carriers: ['smsc-1'] },
];

function ways(changes: Partial<Subject>, routes = ROUTES): readonly string[] {
  const subject: Subject = { channel: 'sms', recipient: '4915112345678', messageType: 'MKT', sender: null, ...changes };
  return carriersFor(subject, routes, CARRIERS);
}

test('without a route for the channel all its carriers stand in configured order', () => {
  assert.deepEqual(ways({}, []), ['smsc-1', 'smsc-2']);
  assert.deepEqual(ways({ channel: 'rcs' }), ['rcs-1']);
});

test('the first route that fits decides: by prefix and message type, by sender, or as the rest', () => {
  assert.deepEqual(ways({ messageType: 'OTP' }), ['smsc-2', 'smsc-1']);
  assert.deepEqual(ways({ messageType: 'OTP', recipient: '436641234567' }), ['smsc-2', 'smsc-1']);
  assert.deepEqual(ways({ messageType: 'ARN' }), ['smsc-1']);
  assert.deepEqual(ways({ sender: 'SHOP' }), ['smsc-2']);
  assert.deepEqual(ways({ sender: 'OTHER' }), ['smsc-1']);
});

test('a route without carriers takes nothing, and nothing stands in for it', () => {
  assert.deepEqual(ways({ recipient: '15551234567' }), []);
});

test('where no route fits there is no way', () => {
  assert.deepEqual(
    ways({ recipient: '33612345678' }, [{ channel: 'sms', prefixes: ['49'], carriers: ['smsc-1'] }]),
    [],
  );
});

test('a message without a sender goes past a carrier that needs one, unless all of them do', () => {
  const carriers = CARRIERS.map((each) => ({ ...each, needsSender: each.name === 'smsc-1' }));
  const subject: Subject = { channel: 'sms', recipient: '4915112345678', messageType: 'MKT', sender: null };
  assert.deepEqual(carriersFor(subject, [], carriers), ['smsc-2']);
  assert.deepEqual(carriersFor({ ...subject, sender: '12345' }, [], carriers), ['smsc-1', 'smsc-2']);
  assert.deepEqual(carriersFor(subject, ROUTES, carriers), ['smsc-1']);
});
