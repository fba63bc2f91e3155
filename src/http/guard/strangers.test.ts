import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { Strangers } from './strangers.ts';

function rig() {
  const clock = new ManualClock();
  const strangers = new Strangers(clock);
  const asked = (address: string, credentials: string | null, isFree = false) => ({ address, credentials, isFree });
  return { clock, strangers, asked };
}

describe('an address', () => {
  test('without credentials has 200 requests at once and 50 a second, all its requests together', async () => {
    const { clock, strangers, asked } = rig();
    const stranger = asked('192.0.2.1', null);
    const taken = () => {
      let count = 0;
      while (count < 1_000 && strangers.waitOf(stranger) === 0) {
        strangers.answered(stranger, 'right');
        count += 1;
      }
      return count;
    };
    assert.equal(taken(), 200);
    assert.equal(strangers.waitOf(asked('192.0.2.1', null, true)), 0, 'what watches the gateway goes on');
    assert.equal(strangers.waitOf(asked('192.0.2.1', 'Basic x')), 0, 'credentials are looked at');
    assert.equal(strangers.waitOf(asked('192.0.2.2', null)), 0, 'so do others');
    await clock.advance(1_000);
    assert.equal(taken(), 50);
  });

  test('of IPv6 is the network of a subscriber', () => {
    const { strangers, asked } = rig();
    for (let n = 0; n < 20; n += 1) strangers.answered(asked(`2001:db8:1:2::${n}`, 'Basic x'), 'wrong');
    assert.equal(strangers.waitOf(asked('2001:db8:1:2:ffff::1', 'Basic y')), 60_000);
    assert.equal(strangers.waitOf(asked('2001:db8:1:3::1', 'Basic y')), 0);
  });

  test('pauses for a minute after twenty guesses, whatever it tries then', async () => {
    const { clock, strangers, asked } = rig();
    for (let n = 0; n < 20; n += 1) {
      assert.equal(strangers.waitOf(asked('192.0.2.1', `Bearer ${n}`)), 0);
      strangers.answered(asked('192.0.2.1', `Bearer ${n}`), 'wrong');
    }
    assert.equal(strangers.waitOf(asked('192.0.2.1', 'Bearer right')), 60_000);
    await clock.advance(60_000);
    assert.equal(strangers.waitOf(asked('192.0.2.1', 'Bearer right')), 0);
    for (let n = 0; n < 19; n += 1) strangers.answered(asked('192.0.2.1', `Bearer ${n}`), 'wrong');
    await clock.advance(600_000);
    strangers.answered(asked('192.0.2.1', 'Bearer x'), 'wrong');
    assert.equal(strangers.waitOf(asked('192.0.2.1', 'Bearer x')), 0, 'guesses far apart do not add up');
  });

  test('that others share goes on for those that were right there before', async () => {
    const { clock, strangers, asked } = rig();
    strangers.answered(asked('192.0.2.1', 'Basic right'), 'right');
    strangers.answered(asked('192.0.2.1', 'TSA CUSTOMER:signature-1'), 'right');
    for (let n = 0; n < 20; n += 1) strangers.answered(asked('192.0.2.1', 'Basic wrong'), 'wrong');
    assert.equal(strangers.waitOf(asked('192.0.2.1', 'Basic right')), 0);
    assert.equal(strangers.waitOf(asked('192.0.2.1', 'TSA CUSTOMER:signature-2')), 0);
    assert.ok(strangers.waitOf(asked('192.0.2.1', 'TSA ANOTHER:signature-3')) > 0);
    await clock.advance(3_600_000);
    for (let n = 0; n < 20; n += 1) strangers.answered(asked('192.0.2.1', 'Basic wrong'), 'wrong');
    assert.ok(strangers.waitOf(asked('192.0.2.1', 'Basic right')) > 0, 'an hour later it is one of many');
  });

  test('gains nothing by credentials that nobody looked at', () => {
    const { strangers, asked } = rig();
    const [caller, guess] = [asked('192.0.2.1', 'Basic right'), asked('192.0.2.1', 'Basic guess')];
    strangers.answered(caller, 'right');
    strangers.answered(guess, 'not_looked_at');
    for (let n = 0; n < 100; n += 1) strangers.answered(asked('192.0.2.1', `Basic ${n}`), 'not_looked_at');
    for (let n = 0; n < 20; n += 1) strangers.answered(asked('192.0.2.1', 'Basic wrong'), 'wrong');
    assert.ok(strangers.waitOf(guess) > 0, 'they are not right');
    assert.equal(strangers.waitOf(caller), 0, 'and take the place of none that are');
    for (let n = 0; n < 100; n += 1) strangers.answered(guess, 'not_looked_at');
    assert.ok(strangers.waitOf(asked('192.0.2.1', null)) > 0, 'they have the allowance of requests without any');
  });

  test('loses nothing by credentials at which nobody could look', () => {
    const { strangers, asked } = rig();
    for (let n = 0; n < 1_000; n += 1) strangers.answered(asked('192.0.2.1', 'Basic x'), 'nobody_could_look');
    assert.equal(strangers.waitOf(asked('192.0.2.1', null)), 0);
    for (let n = 0; n < 20; n += 1) strangers.answered(asked('192.0.2.1', 'Basic wrong'), 'wrong');
    assert.ok(strangers.waitOf(asked('192.0.2.1', 'Basic x')) > 0, 'they were not right');
  });

  test('is forgotten when too many others came after it', () => {
    const { strangers, asked } = rig();
    for (let n = 0; n < 20; n += 1) strangers.answered(asked('192.0.2.1', 'Basic x'), 'wrong');
    for (let n = 0; n < 10_000; n += 1) strangers.answered(asked(`198.51.${n >> 8}.${n & 255}`, 'Basic x'), 'wrong');
    assert.equal(strangers.waitOf(asked('192.0.2.1', 'Basic x')), 0);
  });
});
