/**
 * The template with the partitions of some days, made by whoever asks first for those days in a run.
 *
 * 1. It is seen under its name once it is whole: what is being made has another.
 * 2. One is made at a time on a server, by whichever process; the others wait and find it.
 */
import { DAY_MS } from '../../../src/lib/durations.ts';
import { openDatabase } from '../../../src/store/connection/pool.ts';
import type { Queryable } from '../../../src/store/database.ts';
import { ensurePartitions } from '../../../src/store/schema/partitions.ts';
import { quietContext, TEMPLATE, urlOf } from './postgres.ts';

/** From the day of the first moment to that of the second, as for ensurePartitions. */
export type Days = readonly [fromMs: number, toMs: number];

/** Of advisory locks; nobody else takes one in the maintenance database. */
const MAKING = 1;

const known = new Map<string, Promise<string>>();

/** The name of the template, on the server with that maintenance database. */
export function templateWith(server: string, [fromMs, toMs]: Days): Promise<string> {
  const first = Math.floor(fromMs / DAY_MS);
  const last = Math.floor(toMs / DAY_MS);
  const name = `${TEMPLATE}_${first}_${last}`;
  const made = known.get(name) ?? make(server, name, [first * DAY_MS, last * DAY_MS]);
  known.set(name, made);
  return made;
}

async function make(server: string, name: string, days: Days): Promise<string> {
  // One connection: it holds the lock, outside of a transaction, until it is closed.
  const admin = await openDatabase(quietContext(), { url: server, poolSize: 1, queryTimeoutMs: 0 });
  try {
    await admin.query('select pg_advisory_lock($1)', [MAKING]);
    if (!(await exists(admin, name))) await makeWhole(admin, server, name, days);
  } finally {
    await admin.close();
  }
  return name;
}

async function exists(admin: Queryable, name: string): Promise<boolean> {
  const { rows } = await admin.query('select from pg_database where datname = $1', [name]);
  return rows.length > 0;
}

async function makeWhole(admin: Queryable, server: string, name: string, [fromMs, toMs]: Days): Promise<void> {
  const unfinished = `${name}_unfinished`;
  // Of a process that was ended while it made it.
  await admin.query(`drop database if exists ${unfinished} with (force)`);
  await admin.query(`create database ${unfinished} template ${TEMPLATE} strategy file_copy`);
  const db = await openDatabase(quietContext(), { url: urlOf(server, unfinished), poolSize: 1 });
  try {
    await ensurePartitions(db, fromMs, toMs);
  } finally {
    await db.close();
  }
  await admin.query(`alter database ${unfinished} rename to ${name}`);
}
