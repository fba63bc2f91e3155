/** How the processes of a gateway are started, started again, asked and ended; the processes are played. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { type Config, loadConfig } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';
import { createContext } from '../../context.ts';
import { createLog } from '../../lib/log.ts';
import type { FromProcess, Task, ToProcess } from './messages.ts';
import { ProcessGroup, type ProcessListener } from './process-group.ts';
import { Siblings } from './siblings.ts';

const SECRETS: Secrets = {
  masterKey: { bytes: Buffer.alloc(32, 1), binds: true },
  operatorToken: 'token',
  sandboxCustomerId: '',
  sandboxApiKey: '',
  nodeId: 'node',
};

class Played {
  readonly task: Task;
  readonly told: ToProcess[] = [];
  readonly registry = new Registry();
  readonly siblings: Siblings;
  /** It hears nothing, as one that was stopped. */
  isHeld = false;
  private readonly listener: ProcessListener;
  /** It hears from now on. */
  joins: () => void = () => {};
  private heard: (message: ToProcess) => void = () => {};

  constructor(clock: ManualClock, task: Task, listener: ProcessListener) {
    this.task = task;
    this.listener = listener;
    this.siblings = new Siblings({
      clock,
      task,
      channel: {
        send: (message: FromProcess) => {
          if (message.type === 'joined') this.joins = () => listener.received(message);
          else listener.received(message);
        },
        listen: (received) => {
          this.heard = received;
        },
      },
      end: () => this.end(0),
    });
    this.siblings.answer('reload', () => null);
    this.siblings.answer('figures', () => this.registry.getMetricsAsJSON());
  }

  /** It is told what it runs with. */
  begins(): void {
    this.listener.received({ type: 'starts' });
  }

  works(free: number | null = null): void {
    this.joins();
    this.siblings.ready(free);
  }

  hear(message: ToProcess): void {
    this.told.push(message);
    if (!this.isHeld) this.heard(message);
  }

  end(code: number | null, signal: string | null = null): void {
    this.listener.ended({ code, signal });
  }
}

function rig(count: number) {
  const clock = new ManualClock();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(String(JSON.parse(line).msg)) });
  const context = createContext({ logLevel: 'info', clock, log });
  const spawned: Played[] = [];
  let replaced = 0;
  let reads = 0;
  const settings: { taken: Config; inFile: Config | null } = { taken: loadConfig({}), inFile: null };
  const group = new ProcessGroup({
    context,
    count,
    databaseUrl: null,
    settings: {
      get current() {
        return { config: settings.taken, secrets: SECRETS };
      },
      reload: () => {
        reads += 1;
        const next = settings.inFile;
        if (next === null) return { told: { kind: 'refused', problems: ['half written'] }, next };
        settings.taken = next;
        return { told: { kind: 'taken', changed: ['carriers'], needsRestart: [] }, next };
      },
    },
    spawn: (task, listener) => {
      const played = new Played(clock, task, listener);
      spawned.push(played);
      return { pid: spawned.length, send: (message) => played.hear(message), kill: () => played.end(null, 'SIGKILL') };
    },
    replaced: () => {
      replaced += 1;
    },
    most: (free) => free,
    endWithinMs: 8_500,
  });
  const numbers = () => spawned.map(({ task }) => task.number);
  const at = (index: number): Played => {
    const found = spawned[index];
    if (!found) throw new Error(`no process ${index} was started`);
    return found;
  };
  const start = async () => {
    const started = group.start();
    at(0).works();
    assert.equal(await started, true);
    for (const played of spawned.slice(1)) played.works();
  };
  return { clock, group, spawned, numbers, at, start, lines, settings, reads: () => reads, replaced: () => replaced };
}

test('the first process starts alone and greets, the others follow', async () => {
  const { group, numbers, at, start, spawned } = rig(3);
  const starting = start();
  assert.deepEqual(numbers(), [1]);
  await starting;
  assert.deepEqual(numbers(), [1, 2, 3]);
  assert.deepEqual(
    spawned.map(({ task }) => task.greets),
    [true, false, false],
  );
  assert.equal(at(2).task.of, 3);
  assert.equal(group.running, 3);
});

test('there are no more than the database has room for, and all say so', async () => {
  const { group, numbers, at, lines } = rig(5);
  const started = group.start();
  at(0).works(3);
  await started;
  assert.deepEqual(numbers(), [1, 2, 3]);
  assert.equal(at(2).task.of, 3);
  assert.equal((await at(0).siblings.ask('readiness')).of, 3);
  assert.match(String((await at(0).siblings.ask('figures')).answers[0]), /^trunkline_processes_wanted 3$/m);
  assert.ok(lines.some((line) => /connections for fewer processes/.test(line)));
});

test('a start whose first process ends has failed, and starts no other', async () => {
  const { group, at, numbers } = rig(3);
  const started = group.start();
  at(0).end(1);
  assert.equal(await started, false);
  assert.deepEqual(numbers(), [1]);
  await group.end('it failed');
});

test('a process that dies is started again under its number, later each time it dies young', async () => {
  const { clock, group, at, start, numbers, lines } = rig(2);
  await start();
  at(1).end(null, 'SIGKILL');
  assert.equal(group.running, 1);
  await clock.advance(124);
  assert.deepEqual(numbers(), [1, 2], 'not at once');
  await clock.advance(126);
  assert.deepEqual(numbers(), [1, 2, 2]);
  assert.equal(at(2).task.greets, false);
  at(2).end(1);
  await clock.advance(249);
  assert.deepEqual(numbers(), [1, 2, 2], 'twice as long');
  await clock.advance(251);
  assert.deepEqual(numbers(), [1, 2, 2, 2]);
  at(3).works();
  await clock.advance(60_001);
  at(3).end(null, 'SIGSEGV');
  await clock.advance(250);
  assert.deepEqual(numbers(), [1, 2, 2, 2, 2], 'it had been well');
  assert.equal(lines.filter((line) => /has died; it is started again/.test(line)).length, 3);
});

test('when it ends, all are told and waited for, and one that does not end is killed', async () => {
  const { clock, group, at, start, numbers } = rig(3);
  await start();
  at(1).end(null, 'SIGKILL');
  at(2).isHeld = true;
  let isOver = false;
  const ended = group.end('SIGTERM').then((byThemselves) => {
    isOver = true;
    return byThemselves;
  });
  assert.deepEqual(at(0).told.at(-1), { type: 'end', why: 'SIGTERM' });
  await clock.advance(8_499);
  assert.equal(isOver, false);
  await clock.advance(1);
  assert.equal(await ended, false);
  assert.deepEqual(numbers(), [1, 2, 3], 'nothing is started again');
  assert.equal(clock.pending, 0);
});

test('one that still starts is told to end as soon as it hears', async () => {
  const { group, at } = rig(3);
  const started = group.start();
  at(0).works();
  await started;
  at(1).joins();
  const ended = group.end('SIGTERM');
  assert.deepEqual(at(2).told, [], 'it would be lost');
  at(2).joins();
  const end = { type: 'end', why: 'SIGTERM' };
  assert.deepEqual([at(0).told.at(-1), at(1).told.at(-1), at(2).told.at(-1)], [end, end, end]);
  assert.equal(await ended, true);
  const failed = rig(2);
  void failed.group.start();
  const early = failed.group.end('SIGTERM');
  failed.at(0).joins();
  assert.equal(await early, true, 'the first one, too');
});

/** Which settings it was told to take, by their port. */
const portsOf = ({ told }: Played) =>
  told.flatMap((message) =>
    message.type === 'question' && message.question === 'reload' ? [(message.body as Config | null)?.http.port] : [],
  );

const withPort = (port: number): Config => loadConfig({ PORT: String(port) });

test('one that still starts misses no change of settings or of an account', async () => {
  const { group, at, settings } = rig(3);
  const started = group.start();
  at(0).works();
  await started;
  at(1).begins();
  settings.inFile = withPort(1111);
  await group.reload();
  assert.deepEqual([at(0), at(1)].map(portsOf), [[1111], []]);
  at(1).works();
  assert.deepEqual(portsOf(at(1)), [1111]);
  at(2).joins();
  settings.inFile = withPort(2222);
  await at(0).siblings.ask('reload');
  await at(0).siblings.ask('account', 'an account');
  assert.deepEqual(
    at(2).told.map((message) => message.type === 'question' && message.body),
    ['an account'],
  );
  at(2).works();
  assert.deepEqual([at(0), at(1), at(2)].map(portsOf), [[1111, 2222], [1111, 2222], [2222]]);
});

test('one that is started again runs with what the others run with, and the files are not read for it', async () => {
  const { clock, at, start, settings, reads } = rig(2);
  settings.inFile = withPort(1111);
  await start();
  await at(0).siblings.ask('reload');
  settings.inFile = null;
  at(1).end(null, 'SIGKILL');
  await clock.advance(250);
  at(2).begins();
  assert.deepEqual(at(2).told, [{ type: 'runs_with', config: withPort(1111), secrets: SECRETS }]);
  at(2).works();
  assert.deepEqual(portsOf(at(2)), [], 'it is not behind');
  assert.equal(reads(), 1);
});

test('settings are read once for all, and whoever asked is told what became of them', async () => {
  const { at, start, settings, reads } = rig(2);
  await start();
  settings.inFile = withPort(1111);
  const both = await Promise.all([at(0).siblings.ask('reload'), at(1).siblings.ask('reload')]);
  const taken = { kind: 'taken', changed: ['carriers'], needsRestart: [] };
  assert.deepEqual(
    both.map(({ answers }) => answers),
    [[taken], [taken]],
  );
  assert.equal(reads(), 2);
  settings.inFile = null;
  const { answers } = await at(1).siblings.ask('reload');
  assert.deepEqual(answers, [{ kind: 'refused', problems: ['half written'] }]);
  assert.deepEqual([at(0), at(1)].map(portsOf), [
    [1111, 1111, undefined],
    [1111, 1111, undefined],
  ]);
});

test('a question goes to the others, and one that stands still is not waited for', async () => {
  const { clock, group, at, start } = rig(3);
  await start();
  for (const index of [0, 1, 2]) at(index).siblings.answer('link', (secret) => `${index} ${String(secret)}`);
  assert.deepEqual(await at(1).siblings.ask('link', 'x'), { answers: ['0 x', '2 x'], running: 3, of: 3 });
  at(2).isHeld = true;
  const asked = at(1).siblings.ask('link', 'y');
  await eventually('the first has answered', () => at(0).told.length === 2);
  await clock.advance(1_000);
  assert.deepEqual((await asked).answers, ['0 y']);
  const again = at(1).siblings.ask('link', 'z');
  await eventually('all were asked', () => at(2).told.length === 3);
  at(2).end(null, 'SIGKILL');
  assert.deepEqual((await again).answers, ['0 z'], 'one that dies is not waited for');
  assert.equal(group.running, 2);
});

test('one that stands still does not count, and holds up nobody, until it speaks', async () => {
  const { clock, group, at, start, lines } = rig(2);
  await start();
  const told = (what: RegExp) => lines.filter((line) => what.test(line)).length;
  at(1).isHeld = true;
  for (const seconds of [5, 10]) {
    await clock.advance(5_000);
    await eventually(`it was asked after ${seconds} s`, () => at(1).told.length >= seconds / 5);
    await clock.advance(1_000);
  }
  assert.equal(group.running, 1);
  assert.deepEqual(await at(0).siblings.ask('readiness'), { answers: [], running: 1, of: 2 });
  assert.match(String((await at(0).siblings.ask('figures')).answers[0]), /^trunkline_processes 1$/m);
  await clock.advance(5_000);
  await eventually('it is told', () => told(/gives no answer; the others do its work/) === 1);
  at(1).isHeld = false;
  at(1).siblings.ready(null);
  assert.equal(group.running, 2);
  await clock.advance(5_000);
  await eventually('that is told as well', () => told(/answers again/) === 1);
  assert.equal(told(/gives no answer/), 1);
});

test('one whose node starts over is away until it is ready, and misses no settings', async () => {
  const { group, at, start, settings } = rig(2);
  await start();
  at(1).siblings.startsOver();
  assert.equal(group.running, 1);
  settings.inFile = withPort(1111);
  await group.reload();
  assert.deepEqual(portsOf(at(1)), []);
  at(1).siblings.ready(null);
  assert.equal(group.running, 2);
  assert.deepEqual(portsOf(at(1)), [1111]);
});

test('figures are those of all processes, and what counts up never falls when one dies', async () => {
  const { clock, at, start } = rig(2);
  await start();
  const counters = [0, 1].map((index) => figuresOf(at(index).registry));
  counters[0]?.sent.inc(3);
  counters[1]?.sent.inc(4);
  for (const [index, each] of counters.entries()) {
    each.up.set({ carrier: 'smsc' }, index);
    each.took.observe(index);
  }
  const figures = async () => {
    await clock.advance(1_001);
    return String((await at(0).siblings.ask('figures')).answers[0]);
  };
  const before = await figures();
  assert.match(before, /^sent_total 7$/m);
  assert.match(before, /^up\{carrier="smsc"\} 1$/m);
  assert.match(before, /^took_seconds_count 2$/m);
  assert.match(before, /^took_seconds_bucket\{le="0.5"\} 1$/m);
  assert.match(before, /^trunkline_processes 2$/m);
  at(1).end(null, 'SIGKILL');
  const after = await figures();
  assert.match(after, /^sent_total 7$/m, 'it had counted four when it was last asked');
  assert.match(after, /^up\{carrier="smsc"\} 0$/m, 'a gauge is of those that live');
  assert.match(after, /^took_seconds_count 2$/m);
  assert.match(after, /^trunkline_processes 1$/m);
  assert.match(after, /^trunkline_processes_wanted 2$/m);
  at(2).works();
  figuresOf(at(2).registry).sent.inc(5);
  const again = await figures();
  assert.match(again, /^sent_total 12$/m);
  assert.match(again, /^trunkline_processes_started_again_total 1$/m);
});

function figuresOf(registry: Registry) {
  const registers = [registry];
  return {
    sent: new Counter({ name: 'sent_total', help: 'Sent', registers }),
    up: new Gauge({ name: 'up', help: 'Up', labelNames: ['carrier'], aggregator: 'max', registers }),
    took: new Histogram({ name: 'took_seconds', help: 'Took', buckets: [0.5], registers }),
  };
}

test('a process whose node runs elsewhere ends the gateway', async () => {
  const { at, start, replaced } = rig(2);
  await start();
  at(1).siblings.replaced();
  assert.equal(replaced(), 1);
});
