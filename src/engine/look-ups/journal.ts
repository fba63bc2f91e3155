/**
 * The journal: what our own look-ups saw of a number, written down when a source says it, so that a change is noticed by
 * whoever asks next.
 *
 * 1. Nobody waits for it. What is seen while the database is away or too slow is not written down: a later look sees it.
 * 2. A network is another one when MCC and MNC differ; by its name only where neither has these and both names come from
 *    one source, since sources name networks in their own ways.
 * 3. A change is dated when it was first seen. It happened between then and the look before.
 */
import type { Context } from '../../context.ts';
import { createGroupCommit } from '../../lib/group-commit.ts';
import { hash12 } from '../../lib/ids.ts';
import type { Facts } from '../../sources/source.ts';
import type { Database } from '../../store/database.ts';
import {
  lockNetworks,
  noteSwap,
  type ObservedNetwork,
  type ObservedPort,
  writeNetworks,
  writePorts,
} from '../../store/phone-id/observations.ts';
import type { Lanes } from '../../store/sql/lanes.ts';

export interface Journal {
  /** `source` said it just now. */
  observe(number: string, facts: Facts, source: string): void;
  /** Resolves when everything that was seen has been written down, or cannot be. */
  settled(): Promise<void>;
}

export interface JournalOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
}

interface Seen {
  readonly number: string;
  readonly network: ObservedNetwork | null;
  readonly swappedAt: number | null;
}

const MOST_WAITING = 5_000;

export function createJournal(options: JournalOptions): Journal {
  const { context, db, lanes } = options;
  const commits = createGroupCommit<Seen>((batch, lane) => write(options, batch, lane));
  return {
    observe(number, facts, source) {
      const seen = seenIn(number, facts, source, context.clock.now());
      if (seen === null || !db.isUp() || commits.depth() >= MOST_WAITING) return;
      commits.add(lanes.laneOf(hash12(number).toString(16).padStart(3, '0')), seen);
    },
    settled: () => commits.idle(),
  };
}

function seenIn(number: string, facts: Facts, source: string, now: number): Seen | null {
  if (facts.about === 'porting_status') {
    const { mcc, mnc, name } = facts.current;
    if (mcc === null && mnc === null && name === null) return null;
    return { number, network: { number, mcc, mnc, name, source, seenAt: now }, swappedAt: null };
  }
  if (facts.about === 'sim_swap' && facts.swappedAt !== null)
    return { number, network: null, swappedAt: facts.swappedAt };
  return null;
}

/** Never rejects. */
async function write({ context, db, lanes }: JournalOptions, batch: readonly Seen[], lane: number): Promise<void> {
  const networks = batch.flatMap(({ network }) => network ?? []);
  try {
    for (const { number, swappedAt } of batch) {
      if (swappedAt !== null) await noteSwap(db, number, swappedAt, context.clock.now());
    }
    if (networks.length === 0) return;
    await db.transaction(async (tx) => {
      const numbers = [...new Set(networks.map(({ number }) => number))].sort();
      const known = new Map(
        (await lockNetworks(tx, numbers, lanes.bucketsOf(lane))).map((each) => [each.number, each]),
      );
      const ports: ObservedPort[] = [];
      for (const network of networks) {
        const before = known.get(network.number);
        if (before && isOther(before, network)) {
          ports.push({ number: network.number, seenAt: network.seenAt, from: before, to: network });
        }
        known.set(network.number, before && !isOther(before, network) ? together(before, network) : network);
      }
      await writeNetworks(tx, [...known.values()]);
      await writePorts(tx, ports);
    });
  } catch (error) {
    context.log.warn({ err: error, observations: batch.length }, 'what was seen of numbers could not be written down');
  }
}

/** Rule 2. */
function isOther(before: ObservedNetwork, now: ObservedNetwork): boolean {
  if (before.mcc !== null && before.mnc !== null && now.mcc !== null && now.mnc !== null) {
    return before.mcc !== now.mcc || Number(before.mnc) !== Number(now.mnc);
  }
  if (before.mnc !== null || now.mnc !== null || before.source !== now.source) return false;
  return before.name !== null && now.name !== null && before.name !== now.name;
}

/** What this look did not say is still as it was. */
function together(before: ObservedNetwork, now: ObservedNetwork): ObservedNetwork {
  return { ...now, mcc: now.mcc ?? before.mcc, mnc: now.mnc ?? before.mnc, name: now.name ?? before.name };
}
