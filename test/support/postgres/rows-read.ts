/**
 * How many rows statements read when they run by a plan that is kept (statement.ts), whatever the plan looks like.
 */
import { PLAN_BY } from '../../../src/store/connection/statement.ts';
import type { Transaction } from '../../../src/store/database.ts';

interface Node {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Node[];
}

/** Rows of tables, with those that were read and not taken. */
function readBy(node: Node): number {
  const below = (node.Plans ?? []).reduce((sum, each) => sum + readBy(each), 0);
  if (node['Relation Name'] === undefined) return below;
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = node;
  return below + (node['Actual Rows'] + filtered + rechecked) * node['Actual Loops'];
}

/**
 * Of the statements that `send` sends through what it is given, each with the rows that it reads. They run twice. Those
 * with bytes among their values are left out: they come with the rows that others have found.
 */
export async function rowsRead(
  tx: Transaction,
  send: (noting: Transaction) => Promise<unknown>,
): Promise<Array<{ readonly text: string; readonly rows: number }>> {
  const sent: Array<{ readonly text: string; readonly values: readonly unknown[] }> = [];
  const noting: Transaction = {
    commitBehind: () => tx.commitBehind(),
    query: (text, values = [], planning) => {
      sent.push({ text, values });
      return tx.query(text, values, planning);
    },
  };
  await send(noting);
  const read: Array<{ text: string; rows: number }> = [];
  for (const { text, values } of sent) {
    if (values.some((value) => value instanceof Uint8Array)) continue;
    await tx.query(PLAN_BY.kept);
    await tx.query(`prepare noted as ${text}`);
    const { rows } = await tx.query<{ 'QUERY PLAN': ReadonlyArray<{ Plan: Node }> }>(
      `explain (analyze, format json) execute noted (${values.map(literal).join(', ')})`,
    );
    await tx.query(`deallocate noted; ${PLAN_BY.anew}`);
    read.push({ text, rows: (rows[0]?.['QUERY PLAN'] ?? []).reduce((sum, { Plan }) => sum + readBy(Plan), 0) });
  }
  return read;
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? `'{${value.join(',')}}'` : `'${String(value)}'`;
}
