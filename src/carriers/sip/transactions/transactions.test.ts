import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { inviteClient, stepInviteClient } from './invite-client.ts';
import { inviteServer, stepInviteServer } from './invite-server.ts';
import { type ClientInput, type ServerInput, STANDARD_TIMES, type Step } from './machine.ts';
import { requestClient, stepRequestClient } from './request-client.ts';
import { requestServer, stepRequestServer } from './request-server.ts';
import { Runner } from './runner.ts';

const UDP = false;
const TCP = true;

/** Runs a machine and keeps what it does, with the time in milliseconds. */
function run<Machine extends { readonly state: string }, Input>(
  machine: Machine,
  step: (machine: Machine, input: Input | { type: 'timer'; timer: never }) => Step<Machine>,
) {
  const clock = new ManualClock();
  const done: string[] = [];
  const note = (what: string) => done.push(`${clock.monotonic()} ${what}`);
  const runner = new Runner<Machine, Input, string>(clock, machine, step as never, {
    send: () => note('send'),
    sendAck: () => note('ack'),
    passUp: (message) => note(`pass up ${message ?? ''}`.trim()),
    fail: (why) => note(why),
    ended: () => note('ended'),
  });
  return { clock, done, runner };
}

const invite = (isReliable = UDP) =>
  run<ReturnType<typeof inviteClient>, ClientInput>(inviteClient(isReliable, STANDARD_TIMES), stepInviteClient);
const request = (isReliable = UDP) =>
  run<ReturnType<typeof requestClient>, ClientInput>(requestClient(isReliable, STANDARD_TIMES), stepRequestClient);
const inviteServed = (isReliable = UDP) =>
  run<ReturnType<typeof inviteServer>, ServerInput>(inviteServer(isReliable, STANDARD_TIMES), stepInviteServer);
const requestServed = (isReliable = UDP) =>
  run<ReturnType<typeof requestServer>, ServerInput>(requestServer(isReliable, STANDARD_TIMES), stepRequestServer);

test('an INVITE that nobody answers is sent seven times, each time after twice as long, and given up after 32 s', async () => {
  const { clock, done, runner } = invite();
  runner.input({ type: 'begin' });
  await clock.advance(40_000);
  const sends = ['0 send', '500 send', '1500 send', '3500 send', '7500 send', '15500 send', '31500 send'];
  assert.deepEqual(done, [...sends, '32000 timeout', '32000 ended']);
  assert.equal(clock.pending, 0);
});

test('over a stream nothing is sent twice', async () => {
  for (const each of [invite(TCP), request(TCP)]) {
    each.runner.input({ type: 'begin' });
    await each.clock.advance(40_000);
    assert.deepEqual(each.done, ['0 send', '32000 timeout', '32000 ended']);
  }
});

test('a provisional answer ends the repeats of an INVITE and its patience', async () => {
  const { clock, done, runner } = invite();
  runner.input({ type: 'begin' });
  await clock.advance(600);
  runner.input({ type: 'response', status: 180 }, '180');
  await clock.advance(200_000);
  assert.deepEqual(done, ['0 send', '500 send', '600 pass up 180']);
  assert.equal(runner.state, 'proceeding');
});

test('a refusal is acknowledged each time that it comes, and told once', async () => {
  const { clock, done, runner } = invite();
  runner.input({ type: 'begin' });
  runner.input({ type: 'response', status: 486 }, '486');
  await clock.advance(400);
  runner.input({ type: 'response', status: 486 }, '486');
  runner.input({ type: 'response', status: 200 }, '200');
  await clock.advance(40_000);
  assert.deepEqual(done, ['0 send', '0 ack', '0 pass up 486', '400 ack', '32000 ended']);
});

test('each 200 of an INVITE is told for 32 s, and none is acknowledged here', async () => {
  const { clock, done, runner } = invite();
  runner.input({ type: 'begin' });
  runner.input({ type: 'response', status: 200 }, 'a');
  await clock.advance(500);
  runner.input({ type: 'response', status: 200 }, 'b');
  runner.input({ type: 'response', status: 180 }, 'late');
  runner.input({ type: 'response', status: 486 }, 'other');
  await clock.advance(40_000);
  assert.deepEqual(done, ['0 send', '0 pass up a', '500 pass up b', '32000 ended']);
});

test('a lost transport ends an INVITE that has heard nothing, and none that has', async () => {
  const silent = invite();
  silent.runner.input({ type: 'begin' });
  silent.runner.input({ type: 'lost' });
  assert.deepEqual(silent.done, ['0 send', '0 lost', '0 ended']);
  const ringing = invite();
  ringing.runner.input({ type: 'begin' });
  ringing.runner.input({ type: 'response', status: 180 }, '180');
  ringing.runner.input({ type: 'lost' });
  assert.equal(ringing.runner.state, 'proceeding');
});

test('another request is repeated up to every 4 s, and every 4 s once something was heard', async () => {
  const { clock, done, runner } = request();
  runner.input({ type: 'begin' });
  await clock.advance(8_000);
  assert.deepEqual(done, ['0 send', '500 send', '1500 send', '3500 send', '7500 send']);
  runner.input({ type: 'response', status: 100 }, '100');
  await clock.advance(30_000);
  assert.deepEqual(done.slice(5), [
    '8000 pass up 100',
    '11500 send',
    '15500 send',
    '19500 send',
    '23500 send',
    '27500 send',
    '31500 send',
    '32000 timeout',
    '32000 ended',
  ]);
});

test('its answer is told once, and the transaction waits 5 s for repeats', async () => {
  const { clock, done, runner } = request();
  runner.input({ type: 'begin' });
  runner.input({ type: 'response', status: 200 }, '200');
  runner.input({ type: 'response', status: 200 }, '200');
  await clock.advance(10_000);
  assert.deepEqual(done, ['0 send', '0 pass up 200', '5000 ended']);
});

test('an INVITE that is refused hears so until it acknowledges', async () => {
  const { clock, done, runner } = inviteServed();
  runner.input({ type: 'request' });
  runner.input({ type: 'answer', status: 100 });
  runner.input({ type: 'request' });
  runner.input({ type: 'answer', status: 486 });
  await clock.advance(1_600);
  runner.input({ type: 'ack' }, 'ACK');
  await clock.advance(10_000);
  assert.deepEqual(done, ['0 send', '0 send', '0 send', '500 send', '1500 send', '6600 ended']);
});

test('an INVITE that is refused and never acknowledges is given up after 32 s', async () => {
  const { clock, done, runner } = inviteServed();
  runner.input({ type: 'answer', status: 500 });
  await clock.advance(40_000);
  assert.equal(done.at(-1), '32000 ended');
  assert.equal(done.at(-2), '32000 timeout');
  assert.deepEqual(done.slice(0, 6), ['0 send', '500 send', '1500 send', '3500 send', '7500 send', '11500 send']);
});

test('a 200 is repeated by whoever gave it, and its ACK is passed up', async () => {
  const { clock, done, runner } = inviteServed();
  runner.input({ type: 'answer', status: 200 });
  await clock.advance(500);
  runner.input({ type: 'answer', status: 200 });
  runner.input({ type: 'request' });
  runner.input({ type: 'ack' }, 'ACK');
  await clock.advance(40_000);
  assert.deepEqual(done, ['0 send', '500 send', '500 pass up ACK', '32000 ended']);
});

test('a request that comes again gets the same answer, or none while there is none', async () => {
  const { clock, done, runner } = requestServed();
  runner.input({ type: 'request' });
  runner.input({ type: 'answer', status: 200 });
  runner.input({ type: 'request' });
  runner.input({ type: 'answer', status: 500 });
  await clock.advance(40_000);
  assert.deepEqual(done, ['0 send', '0 send', '32000 ended']);
  const stream = requestServed(TCP);
  stream.runner.input({ type: 'answer', status: 200 });
  assert.deepEqual(stream.done, ['0 send', '0 ended']);
});

test('a machine that has ended does nothing any more', async () => {
  const { clock, done, runner } = invite();
  runner.input({ type: 'begin' });
  runner.end();
  runner.input({ type: 'response', status: 200 }, '200');
  await clock.advance(40_000);
  assert.deepEqual(done, ['0 send', '0 ended']);
  assert.equal(clock.pending, 0);
});
