import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../../../test/support/cluster/eventually.ts';
import {
  CALLEE_TAG,
  type RawAnswer,
  type RawTrunk,
  rawAnswer,
  rawRequest,
  rawTrunk,
} from '../../../../test/support/sip/raw-trunk.ts';
import { sipRig } from '../../../../test/support/sip/rig.ts';
import { headerOf } from '../messages/message.ts';
import type { PassedOverCount } from '../transport/passed-over.ts';

/** Two trunks that both serve the number: the first one's answers are odd, the second must never hear of the call. */
async function twoTrunks(t: TestContext) {
  const [first, second] = [await rawTrunk(t, 'first'), await rawTrunk(t, 'second')];
  const counts: PassedOverCount[] = [];
  const trunks = [first, second].map((each) => ({ ...each.settings, first_answer_ms: 32_000 }));
  const rig = await sipRig(t, { trunks }, { passedOver: (more) => counts.push(...more) });
  return { ...rig, first, second, counts };
}

/** PORT: the first trunk's. */
const CONTACT = 'sip:callee@127.0.0.1:PORT';

/** The call goes on: what is needed can be read. `target`: where the ACK goes to. */
const USABLE: readonly (RawAnswer & { readonly name: string; readonly target?: string; readonly fine?: true })[] = [
  { name: 'nothing odd', lines: [`Contact: <${CONTACT}>`], fine: true },
  { name: 'a name with a comma and brackets', lines: [`Contact: Meier, Hans (Zentrale) <${CONTACT}>`] },
  { name: 'a name in UTF-8 without quotes', lines: [`Contact: M\xc3\xbcller <${CONTACT}>`] },
  { name: 'a quote that is not closed', lines: [`Contact: "Meier <${CONTACT}>`] },
  { name: 'a quote in the address', lines: [`Contact: <${CONTACT};thinfo="x=">`], target: `${CONTACT};thinfo="x="` },
  { name: 'an empty user', lines: ['Contact: <sip:@127.0.0.1:PORT>'], target: 'sip:@127.0.0.1:PORT' },
  { name: 'empty parameters', lines: [`Contact: <${CONTACT};;x>;;q=1;;`], target: `${CONTACT};;x` },
  { name: 'an escape that is none', lines: ['Contact: <sip:100%@127.0.0.1:PORT>'], target: 'sip:100%@127.0.0.1:PORT' },
  { name: 'a name with a blank', lines: [`Contact: <${CONTACT}>`, 'User Agent: x'] },
  { name: 'a line without a colon', lines: ['this is no field', `Contact: <${CONTACT}>`] },
  { name: 'a value of 9 kB', lines: [`Contact: <${CONTACT}>`, `X-Long: ${'y'.repeat(9_000)}`] },
  {
    name: 'Max-Forwards twice, no number',
    lines: [`Contact: <${CONTACT}>`, 'Max-Forwards: many', 'Max-Forwards: 3'],
    fine: true,
  },
  { name: 'two lengths', lines: [`Contact: <${CONTACT}>`, 'Content-Length: 9999'] },
  { name: 'a length beyond the end', lines: [`Contact: <${CONTACT}>`], change: { 'Content-Length': '9999' } },
  { name: 'a length that is no number', lines: [`Contact: <${CONTACT}>`], change: { 'Content-Length': '-1' } },
  { name: 'no reason', first: 'SIP/2.0 200', lines: [`Contact: <${CONTACT}>`], fine: true },
  { name: 'more blanks than one', first: 'SIP/2.0   200   OK', lines: [`Contact: <${CONTACT}>`], fine: true },
  { name: 'From with a comma', lines: [`Contact: <${CONTACT}>`], change: { From: 'Meier, H <sip:x@y>;tag=z' } },
  {
    name: 'To with a comma',
    lines: [`Contact: <${CONTACT}>`],
    change: { To: `Meier, H <sip:x@y>;;tag=${CALLEE_TAG}` },
  },
  { name: 'no From', lines: [`Contact: <${CONTACT}>`], change: { From: null } },
  { name: 'no Call-ID', lines: [`Contact: <${CONTACT}>`], change: { 'Call-ID': null } },
  { name: 'CSeq that cannot be read', lines: [`Contact: <${CONTACT}>`], change: { CSeq: 'one INVITE' } },
  { name: 'CSeq of nobody', lines: [`Contact: <${CONTACT}>`], change: { CSeq: '1 INVIT' }, fine: true },
  { name: 'a field of To twice', lines: [`Contact: <${CONTACT}>`, 'To: <sip:other@y>;tag=other'] },
  { name: 'a bad Record-Route beside a good one', lines: [`Contact: <${CONTACT}>`, 'Record-Route: "x'], fine: true },
];

for (const { name, target = CONTACT, fine = false, ...answer } of USABLE) {
  test(`an odd answer is taken, acknowledged, and no second trunk called: ${name}`, async (t) => {
    const { place, first, second, counts, agent } = await twoTrunks(t);
    const { call, until } = place();
    const invite = await first.until('INVITE');
    await first.send(withPort(rawAnswer(invite, first.port, answer), first.port));
    await until('answered');
    await first.untilText(`ACK ${withPort(target, first.port)} SIP/2.0\r\n`);
    call.bye();
    await first.untilText('BYE ');
    await answerBye(first);
    await until('ended');
    assert.equal(second.texts.length, 0);
    await agent.stop();
    assert.equal(
      counts.some(({ trunk }) => trunk === 'first'),
      !fine,
      JSON.stringify(counts),
    );
  });
}

/** Nothing says where the callee is, or what it wants to hear: it is acknowledged and hung up on. */
const UNUSABLE: readonly (RawAnswer & { readonly name: string; readonly cause: string })[] = [
  { name: 'no Contact', lines: [], cause: 'failed' },
  { name: 'a Contact that is no address', lines: ['Contact: Meier, Hans (Zentrale)'], cause: 'failed' },
  { name: 'a Contact with blanks in it', lines: ['Contact: <sip:a b@127.0.0.1>'], cause: 'failed' },
  { name: 'a Contact of another scheme', lines: ['Contact: <tel:+4930>'], cause: 'failed' },
  { name: 'a body that is no description', sdp: 'hello', cause: 'media_mismatch' },
  { name: 'a body cut off', change: { 'Content-Length': '300' }, sdp: 'v=0\r\no=- 1', cause: 'media_mismatch' },
];

for (const { name, cause, ...answer } of UNUSABLE) {
  test(`an answer that cannot be used is acknowledged and hung up on, and no second trunk called: ${name}`, async (t) => {
    const { place, first, second } = await twoTrunks(t);
    const { until } = place();
    const invite = await first.until('INVITE');
    await first.send(rawAnswer(invite, first.port, answer));
    await first.until('ACK');
    const bye = await first.until('BYE');
    assert.equal(bye.to.params.get('tag'), CALLEE_TAG);
    await answerBye(first);
    assert.equal((await until('ended')).cause, cause);
    assert.equal(second.texts.length, 0);
  });
}

test('an answer whose status cannot be read says that somebody is there: no second trunk is called', async (t) => {
  const { place, first, second, counts } = await twoTrunks(t);
  const { call, until } = place();
  const invite = await first.until('INVITE');
  await first.send(rawAnswer(invite, first.port, { first: 'SIP/2.0 4294967301 better not' }));
  await until('ringing');
  call.cancel();
  const cancel = await first.until('CANCEL');
  await first.send(rawAnswer(cancel, first.port, { lines: [], sdp: '' }));
  await first.send(rawAnswer(invite, first.port, { first: 'SIP/2.0 487 Request Terminated', lines: [], sdp: '' }));
  await until('ended');
  assert.equal(second.texts.length, 0);
  await eventually('it is told', () => counts.some(({ trunk, what }) => trunk === 'first' && what === 'message'));
});

/** A BYE is served whatever stands in the fields that it does not need. */
const BYES: readonly RawAnswer[] = [
  {},
  ...USABLE.filter(({ change, first }) => !change && !first).map(({ lines = [] }) => ({ lines })),
  { lines: ['Contact: <sip:@>', 'Require'] },
  { change: { 'Max-Forwards': 'many' } },
  { change: { 'Content-Length': '-1' } },
  { change: { From: `Meier, H <sip:x@y>;;tag=${CALLEE_TAG}` } },
];

for (const [i, bye] of BYES.entries()) {
  test(`a BYE with odd fields ends the call: ${JSON.stringify(bye.lines ?? bye.change ?? 'none').slice(0, 80)} (${i})`, async (t) => {
    const { place, first } = await twoTrunks(t);
    const { until } = place();
    const invite = await first.until('INVITE');
    await first.send(rawAnswer(invite, first.port));
    await until('answered');
    const text = rawRequest(invite, 'BYE', { port: first.port, ...bye }).replace(/\r\nTo: .*\r\nTo: .*\r\n/, '\r\n');
    await first.send(withPort(text, first.port).replace('\r\nTo: <sip:other@y>;tag=other', ''));
    const end = await until('ended');
    assert.equal(end.by, 'peer');
    await eventually('its answer', () => first.answers.includes('SIP/2.0 200 OK'));
  });
}

test('a BYE that cannot be served gets a 400', async (t) => {
  const { place, first } = await twoTrunks(t);
  const { call, until } = place();
  const invite = await first.until('INVITE');
  await first.send(rawAnswer(invite, first.port));
  await until('answered');
  const changes: Record<string, string | null>[] = [
    { CSeq: '8 INVITE' },
    { CSeq: 'x' },
    { To: null },
    { Via: 'SIP/3.0/UDP x' },
  ];
  for (const [i, change] of changes.entries()) {
    await first.send(rawRequest(invite, 'BYE', { port: first.port, change }));
    await eventually('a 400', () => first.answers.filter((line) => line === 'SIP/2.0 400 Bad Request')[i]);
  }
  call.bye();
  await answerBye(first);
  await until('ended');
});

async function answerBye(trunk: RawTrunk): Promise<void> {
  const bye = await trunk.until('BYE').catch(() => null);
  if (bye)
    await trunk.send(rawAnswer(bye, trunk.port, { change: { To: headerOf(bye, 'to') ?? '' }, lines: [], sdp: '' }));
}

function withPort(text: string, port: number): string {
  return text.replaceAll('PORT', String(port));
}
