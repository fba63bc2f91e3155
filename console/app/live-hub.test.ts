import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Hint, LiveHub, MOST_OF_TOPIC, type Source, together } from './live-hub.ts';

class Rig {
  readonly sources: (Source & { isClosed: boolean })[] = [];
  readonly waiting: (() => void)[] = [];
  ends = 0;
  readonly hub = new LiveHub({
    open: () => {
      const close = () => {
        source.isClosed = true;
      };
      const source = { onmessage: null, onerror: null, isClosed: false, close };
      this.sources.push(source);
      return source;
    },
    later: (run) => void this.waiting.push(run),
    ended: () => {
      this.ends += 1;
    },
  });

  /** What waits runs. */
  pass(): void {
    for (const run of this.waiting.splice(0)) run();
  }

  say(event: string, data: object): void {
    this.sources.at(-1)?.onmessage?.(event, JSON.stringify(data));
  }
}

const heard = (rig: Rig, topics: Parameters<LiveHub['listen']>[0]) => {
  const all: (readonly Hint[])[] = [];
  rig.hub.listen(topics, (hints) => all.push(hints));
  return all;
};

test('hints are gathered, and only who listens to their topic is told', () => {
  const rig = new Rig();
  const messages = heard(rig, ['messages']);
  const calls = heard(rig, ['calls']);
  rig.hub.setVisible(true);
  rig.say('hints', { hints: [{ topic: 'messages', id: 'A' }] });
  rig.say('hints', {
    hints: [
      { topic: 'messages', id: 'B' },
      { topic: 'messages', id: 'A' },
    ],
  });
  assert.deepEqual(messages, []);
  rig.pass();
  assert.deepEqual(messages, [
    [
      { topic: 'messages', id: 'A' },
      { topic: 'messages', id: 'B' },
    ],
  ]);
  assert.deepEqual(calls, []);
  assert.equal(rig.hub.state, 'live');
});

test('a hidden page has no stream, and is told of everything when it is back', () => {
  const rig = new Rig();
  const messages = heard(rig, ['messages']);
  rig.hub.setVisible(true);
  rig.say('hints', { hints: [{ topic: 'messages', id: 'A' }] });
  rig.hub.setVisible(false);
  assert.equal(rig.sources[0]?.isClosed, true);
  rig.pass();
  assert.deepEqual([messages, rig.hub.state], [[], 'hidden'], 'nor of what had come before');
  rig.hub.setVisible(true);
  assert.equal(rig.sources.length, 2);
  rig.say('anew', { why: 'begun', topics: ['messages', 'calls'] });
  rig.pass();
  assert.deepEqual(messages, [[{ topic: 'messages', id: null }]]);
});

test('while it is paused nobody is told, and afterwards of all at once', () => {
  const rig = new Rig();
  const messages = heard(rig, ['messages']);
  rig.hub.setVisible(true);
  rig.hub.setPaused(true);
  rig.say('hints', { hints: [{ topic: 'messages', id: 'A' }] });
  rig.pass();
  assert.deepEqual([messages, rig.hub.state], [[], 'paused']);
  rig.hub.setPaused(false);
  assert.deepEqual(messages, [[{ topic: 'messages', id: 'A' }]]);
});

test('a stream that is closed for good is told of and tried again', () => {
  const rig = new Rig();
  rig.hub.setVisible(true);
  rig.sources[0]?.onerror?.(false);
  assert.deepEqual([rig.ends, rig.hub.state], [0, 'waiting'], 'the browser comes again by itself');
  rig.sources[0]?.onerror?.(true);
  assert.equal(rig.ends, 1);
  rig.pass();
  assert.equal(rig.sources.length, 2);
});

test('one hint for all of a topic stands for each of it', () => {
  const hints: Hint[] = [
    { topic: 'messages', id: 'A' },
    { topic: 'calls', id: 'B' },
    { topic: 'messages', id: null },
  ];
  assert.deepEqual(together(hints), [
    { topic: 'messages', id: null },
    { topic: 'calls', id: 'B' },
  ]);
});

test('what many stand for is added up, until one does not say it', () => {
  const hints: Hint[] = [
    { topic: 'messages', id: 'A', customer_id: 'ACME' },
    { topic: 'messages', id: null, more: 120 },
    { topic: 'messages', id: null, more: 700 },
    { topic: 'calls', id: null, more: 101 },
  ];
  const all = together(hints);
  assert.deepEqual(all, [
    { topic: 'messages', id: null, more: 821 },
    { topic: 'calls', id: null, more: 101 },
  ]);
  assert.deepEqual(together([...all, { topic: 'messages', id: 'B' }, { topic: 'calls', id: null }]), [
    { topic: 'messages', id: null, more: 822 },
    { topic: 'calls', id: null },
  ]);
});

test('what gathers in a pause is bounded', () => {
  let gathered: readonly Hint[] = [];
  for (let n = 0; n < 10 * MOST_OF_TOPIC; n += 1) gathered = together([...gathered, { topic: 'calls', id: `C${n}` }]);
  assert.deepEqual(gathered, [{ topic: 'calls', id: null, more: 10 * MOST_OF_TOPIC }]);
});
