/** A call is hung up on for the trunk, too. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PairOptions, sipPair } from '../../../../test/support/sip/pair.ts';
import type { HeaderField } from '../messages/fields.ts';
import { headerOf, type ReceivedRequest } from '../messages/message.ts';

type PeerAnswer = { status: number; headers?: readonly HeaderField[] } | undefined;

const WITH_PASSWORD = { username: 'u', password: 'p' };

function challenge(nonce: string): PeerAnswer {
  return { status: 401, headers: [{ name: 'www-authenticate', value: `Digest realm="r", nonce="${nonce}"` }] };
}

/** The nonce that a request was sent with. */
function nonceOf(request: ReceivedRequest): string | null {
  return /nonce="([^"]*)"/.exec(headerOf(request, 'authorization') ?? '')?.[1] ?? null;
}

/** Answered, then hung up by us. */
async function hungUp(answersTo: (bye: ReceivedRequest, count: number) => PeerAnswer, options: PairOptions = {}) {
  let byes = 0;
  const takes = (request: ReceivedRequest): PeerAnswer => {
    if (request.method !== 'BYE') return undefined;
    byes += 1;
    return answersTo(request, byes);
  };
  const rig = sipPair({ trunk: { ...WITH_PASSWORD, call_check_interval_ms: 0 }, ...options, plan: { takes } });
  rig.call.begin();
  await rig.clock.advance(1_000);
  rig.call.bye();
  await rig.clock.advance(100);
  return { ...rig, byes: () => byes, log: () => rig.lines.map((line) => JSON.parse(line)) };
}

test('a BYE that is challenged with a fresh nonce is answered, though nobody calls the old one stale', async () => {
  const answers = (bye: ReceivedRequest): PeerAnswer => (nonceOf(bye) === 'fresh' ? undefined : challenge('fresh'));
  const { callee, find, byes, clock, trunks } = await hungUp(answers);
  await clock.advance(1_000);
  assert.deepEqual(callee.dialogs.get('fork1'), { isAcknowledged: true, isHungUp: true });
  assert.equal(find('ended')[0]?.reason, '200 OK');
  assert.equal(byes(), 2);
  assert.equal(trunks[0]?.describe().byesFailed, 0);
});

test('every request in a call answers a fresh nonce: one-time nonces from the INVITE to the BYE', async () => {
  let last = 0;
  const takes = (request: ReceivedRequest): PeerAnswer => {
    if (nonceOf(request) === `n${last}`) {
      last += 1;
      return undefined;
    }
    last += 1;
    return challenge(`n${last}`);
  };
  const { call, clock, callee, find, trunks } = sipPair({ plan: { takes }, trunk: WITH_PASSWORD });
  call.begin();
  await clock.advance(1_000);
  call.sendKey('5', 100);
  await clock.advance(100);
  call.sendKey('6', 100);
  await clock.advance(31_000);
  call.bye();
  await clock.advance(1_000);
  assert.deepEqual(callee.asked, ['INVITE', 'INFO', 'INFO', 'INFO', 'INFO', 'OPTIONS', 'OPTIONS', 'BYE', 'BYE']);
  assert.equal(callee.dialogs.get('fork1')?.isHungUp, true);
  assert.equal(find('ended')[0]?.reason, '200 OK');
  assert.equal(trunks[0]?.describe().byesFailed, 0);
});

for (const [name, answer] of [
  ['403', { status: 403 }],
  ['a challenge for ever', challenge('same')],
  ['500', { status: 500 }],
  ['408', { status: 408 }],
] as const) {
  test(`a BYE that is answered ${name} is told, counted and sent again until it is taken`, async () => {
    const isChallenge = answer?.status === 401;
    const taken = isChallenge ? 4 : 3;
    const { find, byes, clock, trunks, log, callee } = await hungUp((_, count) => (count < taken ? answer : undefined));
    await clock.advance(2_100);
    assert.equal(find('ended')[0]?.cause, 'completed', 'whoever placed the call waits no longer');
    assert.equal(trunks[0]?.describe().calls, isChallenge ? 1 : 1, 'the trunk goes on with it');
    await clock.advance(20_000);
    assert.equal(callee.dialogs.get('fork1')?.isHungUp, true);
    assert.equal(byes(), taken);
    assert.equal(trunks[0]?.describe().calls, 0);
    assert.equal(trunks[0]?.describe().byesFailed, 2);
    const [line] = log();
    assert.match(line.msg, /has not taken a BYE/);
    assert.equal(line.trunk, 'trunk-1');
    assert.equal(find('ended').length, 1);
  });
}

test('a BYE that is refused for ever is given up, and the log says that the trunk may go on', async () => {
  const { byes, clock, trunks, log, layer, legs } = await hungUp(() => ({ status: 403, headers: [] }));
  await clock.advance(120_000);
  assert.equal(byes(), 4);
  assert.equal(trunks[0]?.describe().byesFailed, 4);
  assert.match(
    log()
      .map(({ msg }) => msg)
      .join('\n'),
    /could not be hung up: the trunk may go on with it/,
  );
  assert.equal(layer.pending + legs.size, 0, 'nothing is left behind');
  assert.equal(trunks[0]?.describe().calls, 0);
});

test('481 to BYE says that there is no call any more, which was wanted', async () => {
  const { byes, clock, trunks, find } = await hungUp(() => ({ status: 481 }));
  await clock.advance(60_000);
  assert.equal(byes(), 1);
  assert.equal(find('ended')[0]?.cause, 'completed');
  assert.equal(trunks[0]?.describe().byesFailed, 0);
});

test('a number in what the trunk says is masked in the log, and many refusals are one line a minute', async () => {
  const rig = sipPair({ trunk: { call_check_interval_ms: 0 } });
  const [trunk] = rig.trunks;
  for (let call = 0; call < 100; call += 1) trunk?.byeFailed(`call ${call}`, '403 no more of 4915112345000', false);
  await rig.clock.advance(61_000);
  const lines = rig.lines.map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ times }) => times),
    [1, 99],
  );
  assert.doesNotMatch(rig.lines.join(''), /4915112345000/);
  assert.equal(trunk?.describe().byesFailed, 100);
});

test('the BYE of the callee ends our tries', async () => {
  const rig = await hungUp(() => ({ status: 500 }));
  const status = rig.callee.ask('BYE', rig.link.far, 1);
  await rig.clock.advance(60_000);
  assert.equal(await status, 200);
  assert.equal(rig.byes(), 1);
  assert.equal(rig.trunks[0]?.describe().calls, 0);
});
