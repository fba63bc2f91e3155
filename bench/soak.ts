/**
 * `npm run soak`: random faults from a seed over two nodes under load, and the account of what became of every message
 * that was accepted. bench/README.md says how to read it.
 *
 *   npm run soak -- --seed 7 --kills 50
 *   npm run soak -- --seed 7 --minutes 60
 *
 * Exits 1 when a message or a final callback was lost, a message arrived twice that the policy does not account for, or
 * the gateway gave no answer about one.
 */
import { setTimeout as passes } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Cluster, createCluster, LEASE_MS } from '../test/support/cluster/cluster.ts';
import { type KillableDatabase, startClusterDatabase } from '../test/support/cluster/database.ts';
import { type Account, Load } from '../test/support/cluster/load.ts';
import { describeFault, type Fault, isKill, planSoak, type Step } from './soak-plan.ts';

const NODES = 2;
const PER_SECOND = 40;
const PROGRESS_EVERY_MS = 5_000;
/** A fault waits for the load at most so long: while nothing works, the next one comes all the same. */
const LONGEST_WAIT_MS = 15_000;
const SETTLES_WITHIN_MS = 240_000;

interface Options {
  readonly seed: number;
  readonly kills: number;
  readonly minutes: number;
}

interface Tally {
  kills: number;
  faults: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: { seed: { type: 'string' }, kills: { type: 'string' }, minutes: { type: 'string' } },
  });
  const { seed, kills, minutes } = values;
  if (kills !== undefined && minutes !== undefined) throw new Error('--kills and --minutes: one of the two is allowed');
  return {
    seed: wholeNumber('--seed', seed ?? '1'),
    kills: minutes === undefined ? wholeNumber('--kills', kills ?? '50') : Number.POSITIVE_INFINITY,
    minutes: minutes === undefined ? Number.POSITIVE_INFINITY : wholeNumber('--minutes', minutes),
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) throw new Error(`${name}: allowed: a whole number from 1 on`);
  return Number(text);
}

/** Does it, waits, and undoes it. */
async function run(cluster: Cluster, database: KillableDatabase, fault: Fault): Promise<void> {
  switch (fault.kind) {
    case 'kill_node':
      await cluster.node(fault.node).kill();
      await passes(fault.forMs);
      cluster.node(fault.node).start();
      return;
    case 'kill_database':
      database.kill();
      return;
    case 'stall_node':
      cluster.node(fault.node).stall();
      await passes(fault.forMs);
      cluster.node(fault.node).goOn();
      return;
    case 'cut':
      return cutFor(linksOf(cluster, fault), fault.how, fault.forMs);
    case 'restart_carrier':
      return cutFor(
        cluster.nodes.map(({ links }) => links[fault.carrier]),
        'refused',
        fault.forMs,
      );
  }
}

function linksOf(cluster: Cluster, { link, node }: Extract<Fault, { kind: 'cut' }>) {
  const { links } = cluster.node(node);
  return link === 'database' ? links.database : [links[link]];
}

async function cutFor(
  links: Cluster['nodes'][number]['links']['database'],
  how: 'silent' | 'refused',
  forMs: number,
): Promise<void> {
  for (const link of links) link.cut(how);
  await passes(forMs);
  for (const link of links) link.heal();
}

async function bringFaults(
  { seed, kills, minutes }: Options,
  cluster: Cluster,
  database: KillableDatabase,
  load: Load,
): Promise<Tally> {
  const tally = { kills: 0, faults: 0 };
  const startedAt = performance.now();
  const progress = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    process.stderr.write(
      `${seconds} s: ${tally.kills} kills, ${tally.faults - tally.kills} other faults, ${load.owed.length} accepted\n`,
    );
  }, PROGRESS_EVERY_MS);
  for (const step of planSoak(seed, NODES, LEASE_MS)) {
    if (tally.kills >= kills || performance.now() - startedAt >= minutes * 60_000) break;
    await waitForLoad(load, step);
    process.stderr.write(`${describeFault(step.fault)}\n`);
    await run(cluster, database, step.fault);
    tally.faults += 1;
    if (isKill(step.fault)) tally.kills += 1;
  }
  clearInterval(progress);
  return tally;
}

async function waitForLoad(load: Load, { afterMessages }: Step): Promise<void> {
  const goal = load.owed.length + afterMessages;
  const end = performance.now() + LONGEST_WAIT_MS;
  while (load.owed.length < goal && performance.now() < end) await passes(20);
}

function print(options: Options, tally: Tally, account: Account, seconds: number): void {
  const figures: ReadonlyArray<readonly [string, number]> = [
    ['accepted', account.accepted],
    ['delivered', account.delivered],
    ['given up by policy', account.givenUpByPolicy],
    ['lost', account.lost],
    ['unanswered', account.unanswered],
    ['doubled by policy', account.doubledByPolicy],
    ['doubled otherwise', account.doubledOtherwise],
    ['callbacks lost', account.uncalled],
  ];
  const lines = [
    `seed ${options.seed}: ${tally.kills} kills, ${tally.faults - tally.kills} other faults, ${seconds} s`,
    ...figures.map(([name, figure]) => `  ${name.padEnd(20)}${figure.toLocaleString('en').padStart(9)}`),
    ...account.complaints.map((complaint) => `  ${complaint}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function soak(options: Options): Promise<boolean> {
  const startedAt = performance.now();
  const database = await startClusterDatabase();
  const cluster = await createCluster({ database, nodes: NODES });
  try {
    await cluster.start();
    const load = new Load(cluster, { seed: options.seed, perSecond: PER_SECOND }).start();
    const tally = await bringFaults(options, cluster, database, load);
    await Promise.all(cluster.nodes.map((node) => node.ready()));
    await load.stop();
    const account = await load.account(cluster.node(0), load.owed, SETTLES_WITHIN_MS);
    print(options, tally, account, Math.round((performance.now() - startedAt) / 1_000));
    return account.complaints.length === 0;
  } finally {
    await cluster.stop();
  }
}

try {
  process.exitCode = (await soak(readOptions())) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
