/** Nodes on one database, each with an engine, carriers and a clock of its own that a test moves. */
import type { TestContext } from 'node:test';
import { createContext } from '../../../src/context.ts';
import { NodeWatch } from '../../../src/engine/nodes/node-watch.ts';
import type { Hints } from '../../../src/lib/hints.ts';
import { createLog } from '../../../src/lib/log.ts';
import type { Database } from '../../../src/store/database.ts';
import { registerNode } from '../../../src/store/nodes/nodes.ts';
import { atEnd } from '../at-end.ts';
import { onManualClock } from '../cluster/eventually.ts';
import { type AwaitedStore, awaited } from '../gateway/answered.ts';
import { endedOn, ManualClock } from '../manual-clock.ts';
import { testDatabase } from '../postgres/database.ts';
import { startEngine, type TestEngine } from './engine.ts';
import type { ScriptedCarrier } from './scripted-carrier.ts';

export const LEASE_MS = 10_000;
export const HEARTBEAT_MS = 2_000;

export interface TestNode {
  readonly name: string;
  readonly clock: ManualClock;
  /** Of its watch. */
  readonly hints: Hints;
  readonly watch: NodeWatch;
  readonly engine: TestEngine;
  readonly isLost: () => boolean;
  readonly answered: AwaitedStore['answered'];
  /** As on SIGTERM. */
  stop(): Promise<void>;
}

export interface TestNodes {
  readonly db: Database;
  start(options: NodeOptions): Promise<TestNode>;
}

export interface NodeOptions {
  readonly name: string;
  readonly carriers: readonly ScriptedCarrier[];
  /** What the node's clock shows; others may show something else. */
  readonly clock?: ManualClock;
  /** The store is its own; false unless given. */
  readonly isAlone?: boolean;
}

/** A database for nodes, all of which are stopped when the test ends. `over`: what they have in its place. */
export async function createNodes(t: TestContext, over: (db: Database) => Database = (db) => db): Promise<TestNodes> {
  const db = over((await testDatabase(t)).db);
  return {
    db,
    async start(options) {
      const node = await startNode(t, awaited(db), options);
      atEnd(t, () => endedOn(node.clock, node.stop(), node.answered));
      return node;
    },
  };
}

async function startNode(
  t: TestContext,
  { db, answered }: AwaitedStore,
  { name, carriers, clock = new ManualClock(), isAlone = false }: NodeOptions,
): Promise<TestNode> {
  const context = createContext({ logLevel: 'silent', clock, log: createLog('silent') });
  const owner = { node: name, epoch: await registerNode(db, name, {}, clock.now()) };
  let isLost = false;
  const lost = () => {
    isLost = true;
  };
  const times = { heartbeatMs: HEARTBEAT_MS, leaseMs: LEASE_MS };
  const watch = new NodeWatch({ context, db, owner, carriers, ...times, isAlone, lost });
  await watch.start();
  const engine = await startEngine(t, carriers, { db, clock, owner, leaseMs: LEASE_MS, peers: watch.peers });
  const takeOver = watch.serviceFor(engine.engine);
  await takeOver.start();
  let stopped: Promise<void> | null = null;
  async function stopAll(): Promise<void> {
    await takeOver.stop();
    await engine.engine.stop();
    await watch.stop();
  }
  const stop = () => {
    stopped ??= stopAll();
    return stopped;
  };
  return { name, clock, hints: context.hints, watch, engine, isLost: () => isLost, answered, stop };
}

/** Moves the clocks of these nodes, and of no others, in small steps, each when the store has answered, until the probe holds. */
export function untilOn<T>(
  nodes: readonly TestNode[],
  what: string,
  probe: () => Promise<T | false | undefined> | T | false | undefined,
): Promise<T> {
  return onManualClock(what, async () => {
    const value = await probe();
    if (value !== false && value !== undefined) return value;
    for (const { answered } of nodes) await answered();
    for (const { clock } of nodes) await clock.advance(100);
    return undefined;
  });
}

/** Moves the clocks by this much in steps; what follows from each has reached the database and come back before the next. */
export async function pass(nodes: readonly TestNode[], ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 250) {
    for (const { clock } of nodes) await clock.advance(250);
    await new Promise((resolve) => setTimeout(resolve, 4));
    for (const { answered } of nodes) await answered();
  }
}
