/**
 * One callback URL is dead and one is slow: does that make the others late?
 *
 * 1. The load is the same in both windows; in the second one, two thirds of it name the dead and the slow URL. The slow
 *    one is on the same host as the good one.
 */
import { freePort } from '../../test/support/ports.ts';
import { planOf, type Rig, sendRequest, startRig } from '../lib/rig.ts';
import { against, type Figure, pause, type Run, type Section } from '../lib/section.ts';
import { figure, type Spread, spread } from '../lib/statistics.ts';

const RATE_EACH = 100;
const MOST_TIMES = 1.5;
const MOST_MORE_MS = 20;

export const callbacks: Section = {
  name: 'callbacks',
  title: 'Callbacks beside a dead and a slow URL',
  async run(run) {
    const rig = await startRig(run);
    try {
      await rig.receiver.call.keepLateness(true);
      const dead = `http://127.0.0.1:${await freePort()}/dead`;
      const good = `${rig.receiverUrl}/callbacks`;
      const without = await measure(run, rig, [good, `${rig.receiverUrl}/second`, `${rig.receiverUrl}/third`]);
      const beside = await measure(run, rig, [good, dead, `${rig.receiverUrl}/slow`]);
      return figuresOf(without, beside, (RATE_EACH * windowMs(run)) / 1000);
    } finally {
      await rig.stop();
    }
  },
};

/** Lateness at the first of the URLs. */
async function measure(run: Run, rig: Rig, urls: readonly string[]): Promise<Spread> {
  const { load, receiver, account } = rig;
  const names = urls.map((url, index) => `${index} ${url}`);
  for (const [index, callbackUrl] of urls.entries()) {
    const plan = planOf(rig, {
      connections: 16,
      rate: RATE_EACH,
      first: index * 10_000_000,
      request: sendRequest(rig, account, { callbackUrl }),
    });
    await load.call.start({ name: names[index] ?? '', plan });
  }
  await pause(run.quick ? 1_000 : 10_000);
  await receiver.call.mark(undefined);
  await pause(windowMs(run));
  const window = await receiver.call.mark(undefined);
  for (const name of names) await load.call.stop(name);
  return spread(window.get('/callbacks')?.latenessMs ?? []);
}

function windowMs(run: Run): number {
  return run.quick ? 2_000 : 30_000;
}

/** `expected`: how many callbacks to the good URL are owed in a window. */
function figuresOf(without: Spread, beside: Spread, expected: number): readonly Figure[] {
  const describe = ({ p50, p99, count }: Spread) => `p50 ${figure(p50)} ms, p99 ${figure(p99)} ms (${figure(count)})`;
  return [
    { what: 'lateness, all well', value: describe(without) },
    against(
      'lateness of the good one beside a dead and a slow one',
      describe(beside),
      'the same',
      beside.count >= expected * 0.9 && beside.p99 <= Math.max(without.p99 * MOST_TIMES, without.p99 + MOST_MORE_MS),
    ),
  ];
}
