/** What the proofs with several nodes have in common. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Cluster, type ClusterOptions, createCluster } from './cluster.ts';
import { type KillableDatabase, startClusterDatabase } from './database.ts';
import type { Account } from './load.ts';

export interface TestCluster {
  readonly cluster: Cluster;
  readonly database: KillableDatabase;
}

/** Two nodes unless said otherwise, ready; stopped when the test ends. */
export async function startCluster(t: TestContext, options: Partial<ClusterOptions> = {}): Promise<TestCluster> {
  const database = await startClusterDatabase();
  const cluster = await createCluster({ database, nodes: 2, ...options });
  t.after(() => cluster.stop());
  await cluster.start();
  return { cluster, database };
}

/** Nothing is lost, nothing arrives twice but by policy, and everything was called back. */
export function assertKept(t: TestContext, account: Account): void {
  const { complaints, ...figures } = account;
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(complaints.slice(0, 5), []);
}
