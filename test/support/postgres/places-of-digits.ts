/** Where in a whole database a number stands, also inside of raw bytes and of base64 in them. */
import type { Database } from '../../../src/store/database.ts';

/** `table.column` of every place, each once, in the order of the alphabet. */
export async function placesOfDigits(db: Database, digits: string): Promise<string[]> {
  const places = new Set<string>();
  for (const name of await tablesOf(db)) {
    const { rows } = await db.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from ${name} t`);
    for (const { row } of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (plain(value).includes(digits)) places.add(`${name}.${column}`);
      }
    }
  }
  return [...places].sort();
}

/** All but partitions, in order. */
export async function tablesOf(db: Database): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  return rows.map(({ name }) => name);
}

function plain(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (!text.startsWith('\\x')) return text;
  const bytes = Buffer.from(text.slice(2), 'hex').toString('latin1');
  const inside = bytes.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? [];
  return bytes + inside.map((each) => Buffer.from(each, 'base64').toString('latin1')).join();
}
