import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { type OwnerStory, Owners } from './owners.ts';

function rig(story: OwnerStory | null) {
  const clock = new ManualClock();
  const done: string[] = [];
  const owners = new Owners({
    clock,
    storyOf: () => story,
    handsets: {
      reply: (number, to, text) => {
        done.push(`${number} to ${to}: ${text}`);
        // As a program that answers everything.
        owners.got(number, to);
        return 'sent';
      },
      tap: (number) => {
        done.push(`${number} taps`);
        return null;
      },
      sendFile: (number, to, { name }) => {
        done.push(`${number} to ${to}: ${name}`);
        return 'sent';
      },
      sendLocation: (number, to, { latitude, longitude }) => {
        done.push(`${number} to ${to}: ${latitude}, ${longitude}`);
        return 'sent';
      },
    },
  });
  return { clock, done, owners };
}

test('an owner answers the sender two seconds after the message', async () => {
  const { clock, done, owners } = rig({ kind: 'replies', text: 'Yes' });
  owners.got('49111', '49222');
  await clock.advance(1_999);
  assert.deepEqual(done, []);
  await clock.advance(1);
  assert.deepEqual(done, ['49111 to 49222: Yes']);
});

test('an owner and a program that answers do not talk for ever; ten seconds later a message is answered again', async () => {
  const { clock, done, owners } = rig({ kind: 'replies', text: 'Yes' });
  owners.got('49111', '49222');
  await clock.advance(11_999);
  assert.equal(done.length, 1);
  owners.got('49111', '49222');
  await clock.advance(2_001);
  assert.equal(done.length, 1, 'it came while its owner rested');
  owners.got('49111', '49222');
  await clock.advance(2_000);
  assert.equal(done.length, 2);
  owners.got('49111', '49333');
  await clock.advance(2_000);
  assert.deepEqual(done.at(-1), '49111 to 49333: Yes', 'another sender is answered');
});

test('an owner sends a file, or where the handset is', async () => {
  for (const [kind, what] of [
    ['sends_file', 'photo.jpg'],
    ['sends_location', '52.5163, 13.3777'],
  ] as const) {
    const { clock, done, owners } = rig({ kind });
    owners.got('49111', 'agent');
    await clock.advance(2_000);
    assert.deepEqual(done, [`49111 to agent: ${what}`]);
  }
});

test('two messages at once are answered once, and nobody without such a story answers', async () => {
  const taps = rig({ kind: 'taps' });
  for (let times = 0; times < 2; times += 1) taps.owners.got('49111', 'agent');
  await taps.clock.advance(5_000);
  assert.deepEqual(taps.done, ['49111 taps']);
  const quiet = rig(null);
  quiet.owners.got('49111', 'agent');
  assert.equal(quiet.clock.pending, 0);
});

test('nothing is left to be done after the end', async () => {
  const { clock, done, owners } = rig({ kind: 'replies', text: 'Yes' });
  owners.got('49111', '49222');
  owners.stop();
  await clock.advance(60_000);
  assert.deepEqual([done, clock.pending], [[], 0]);
});
