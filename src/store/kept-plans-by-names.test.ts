/**
 * What statements read whose plan is kept, and which find rows by a name or a number, or by the id of what is not kept by
 * the day: a few rows for a few names, whatever the server knew when it made the plan (kept-plans.ts of the support).
 */
import { type Sends, testKeptPlans } from '../../test/support/postgres/kept-plans.ts';
import { hash12, lowestIdAt } from '../lib/ids.ts';
import { findCodesInRow } from './accounts/code-pauses.ts';
import { giveBackToCounter, usedOfCounter } from './accounts/counters.ts';
import { findNumberBlock } from './accounts/number-blocks.ts';
import { holdersOf, lastWriter } from './accounts/sender-names.ts';
import { findStandings } from './accounts/standing.ts';
import { isVerifiedNumber } from './accounts/verified-numbers.ts';
import { type Batch, claimBatch, findHeldBack, moveBatch, nextBatchAt } from './batches/batches.ts';
import { openInSlices, writeInSlices } from './batches/slices.ts';
import type { Transaction } from './database.ts';
import { findLegs, legsTakenOf, moveLegs } from './masking/legs.ts';
import { maskingBlockedAt, readMaskingBlocks } from './masking/masking-blocks.ts';
import { findMasks } from './masking/masks.ts';
import { findBlocks } from './messages/blocks.ts';
import { moveLines } from './messages/inbound-lines.ts';
import { findContactRecords, findDeactivations } from './phone-id/imported-rows.ts';
import { findPorts, findSwap, lockNetworks } from './phone-id/observations.ts';
import { findIdempotencyKey } from './requests/idempotency.ts';
import { idempotencyBucket } from './requests/idempotency-claims.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const AT = new Date(NOW).toISOString();
const COUNT = 2_000;
/** The first digits of ids of the moment. */
const IDS = lowestIdAt(NOW).slice(0, -12);
/** The oldest and the newest are among them. */
const KEYS = [1, 2, 3, COUNT - 1, COUNT];
const ROWS_A_KEY = 4;
const idOf = (n: number): string => IDS + n.toString(16).padStart(12, '0');
const numberOf = (n: number): string => `49${n}`;
const ids = KEYS.map(idOf);
const numbers = KEYS.map(numberOf);
const [id = ''] = ids;
const [number = ''] = numbers;
const ACCOUNT = 'A';
const aliasOf = (of: string): string => `erased-${of}`;
const LEGS = numbers.map((party) => ({ party, mask: '3' }));
const COUNTER = { accountId: ACCOUNT, name: number, windowStart: NOW, windowMs: 1_000 };

const BATCH: Pick<Batch, 'id' | 'state' | 'nextPlace' | 'sweepPlace' | 'endedAt' | 'dueAt'> = {
  id,
  state: 'in_progress',
  nextPlace: 0,
  sweepPlace: null,
  endedAt: null,
  dueAt: NOW,
};

const BY_THEIR_TIME: Sends = {
  'a batch is claimed': (tx) => claimBatch(tx, NOW, NOW, null),
  'the next batch is found': (tx) => nextBatchAt(tx),
};

const BY_THEIR_KEYS: Sends = {
  'blocks are found': (tx) =>
    findBlocks(
      tx,
      numbers.map((recipient) => ({ accountId: ACCOUNT, recipient, senders: ['1'] })),
      aliasOf,
    ),
  'a block of a number is found': (tx) => findNumberBlock(tx, ACCOUNT, number, aliasOf),
  'what stands of accounts is found': (tx) => findStandings(tx, numbers),
  'who has a sender is found': (tx) => holdersOf(tx, numbers),
  'who wrote last is found': (tx) => lastWriter(tx, number, ['1']),
  'a verified number is found': (tx) => isVerifiedNumber(tx, ACCOUNT, number),
  'codes in a row are found': (tx) => findCodesInRow(tx, { accountId: ACCOUNT, number }),
  'a counter is read': (tx) => usedOfCounter(tx, COUNTER),
  'a counter is given back to': (tx) => giveBackToCounter(tx, COUNTER, 0),
  'an idempotency key is found': (tx) => findIdempotencyKey(tx, { accountId: ACCOUNT, key: number, path: '/' }),
  'legs are found': (tx) => findLegs(tx, LEGS),
  'legs that are taken are found': (tx) => legsTakenOf(tx, numbers, NOW - 1),
  'legs are moved': (tx) => moveLegs(tx, id, LEGS.slice(0, 1), { endsAt: NOW, freeAt: NOW }),
  'masks are found': (tx) => findMasks(tx, numbers),
  'masking blocks are found': (tx) => readMaskingBlocks(tx, numbers, aliasOf),
  'a masking block is found': (tx) => maskingBlockedAt(tx, { accountId: ACCOUNT, number }, aliasOf),
  'lines are moved': (tx) =>
    moveLines(
      tx,
      KEYS.map((n) => ({ accountId: ACCOUNT, person: numberOf(n), lineId: idOf(n), seq: 1 })),
      NOW,
      null,
    ),
  'networks are locked': (tx) => lockNetworks(tx, numbers, null),
  'changes of network are found': (tx) => findPorts(tx, number, 5),
  'a swap is found': (tx) => findSwap(tx, number),
  'records of contacts are found': (tx) => findContactRecords(tx, ['set'], number),
  'deactivations are found': (tx) => findDeactivations(tx, ['set'], number),
  'batches that are held back are found': (tx) => findHeldBack(tx, ids),
  'a batch is moved': (tx) => moveBatch(tx, BATCH as Batch, { ...BATCH, keepsBody: true }),
  'recipients of a batch are found': (tx) => openInSlices(tx, id, 0, 40),
  'recipients of a batch are written': (tx) =>
    writeInSlices(tx, id, [{ place: 0, messageId: null, code: null, reason: null }]),
};

/** Whoever is done with is; most of these tables know nothing of it. */
async function put(tx: Transaction, isOpen: boolean, from = 1, to = COUNT): Promise<void> {
  const due = isOpen ? 'at' : 'null';
  const over = isOpen ? 'null' : 'at';
  const rows: Readonly<Record<string, string>> = {
    'opt_outs (recipient, account_id, sender, bucket, source, created_at)': `number, 'A', '', bucket, '', at`,
    'accounts (id, name, kind, created_at, updated_at)': `number, '', 'trial', at, at`,
    'senders (account_id, sender, bucket, created_at)': `'A', number, bucket_of_account, at`,
    'sender_writers (recipient, sender, bucket, account_id, wrote_at)': `number, '1', bucket, 'A', at`,
    'verified_numbers (account_id, number, bucket, created_at)': `'A', number, bucket_of_account, at`,
    'code_pauses (number, account_id, bucket, codes, last_at)': `number, 'A', bucket, 1, at`,
    'counters (name, account_id, window_start, bucket, expires_at)': `number, 'A', at, bucket_of_account, at`,
    'idempotency_keys (key, account_id, path, bucket, fingerprint, status, body, created_at)': `number, 'A', '/', bucket_of_key, '', 200, '', at`,
    'seats (party, mask, bucket, session_id, other, taken_at, ends_at, free_at)': `number, '3', bucket, id, '', at, at, at`,
    'masks (number, bucket, account_id, country, created_at)': `number, bucket, 'A', 'DE', at`,
    'masking_blocks (number, bucket, account_id, created_at)': `number, bucket, 'A', at`,
    'inbound_lines (person, account_id, bucket, line_id, seq, used_on)': `number, 'A', bucket, id, 1, at`,
    'observed_networks (number, bucket, source, seen_at)': `number, bucket, '', at`,
    'observed_ports (number, seen_at, bucket)': `number, at, bucket`,
    'observed_sims (number, bucket, since, seen_at)': `number, bucket, at, at`,
    'contact_records (set_name, number, bucket, details, imported_at)': `'set', number, bucket, '{}', at`,
    'deactivations (set_name, number, bucket, deactivated_on)': `'set', number, bucket, at`,
    'batches (id, bucket, account_id, message_type, priority, state, client_address, total, next_place, created_at, ended_at, due_at, slices_over)': `id, n % 4096, 'A', 'ARN', 1, 'in_progress', '', 1, 0, at, ${over}, ${due}, ${!isOpen}`,
    'batch_slices (batch_id, place, bucket, recipients)': `id, 0, n % 4096, '[["49"]]'`,
  };
  const ns = Array.from({ length: to - from + 1 }, (_, place) => from + place);
  const values = [
    ns,
    ns.map(idOf),
    ns.map(numberOf),
    ns.map((n) => hash12(numberOf(n))),
    ns.map((n) => idempotencyBucket(ACCOUNT, numberOf(n))),
    hash12(ACCOUNT),
    AT,
  ];
  for (const [table, columns] of Object.entries(rows)) {
    await tx.query(
      `insert into ${table} select ${columns}
         from (select r.*, $6::smallint as bucket_of_account, $7::timestamptz as at
                 from unnest($1::int[], $2::uuid[], $3::text[], $4::smallint[], $5::smallint[])
                   as r(n, id, number, bucket, bucket_of_key)) as each`,
      values,
    );
  }
}

testKeptPlans({
  now: NOW,
  count: COUNT,
  put,
  mostRows: KEYS.length * ROWS_A_KEY,
  byTheirTime: BY_THEIR_TIME,
  byTheirKeys: BY_THEIR_KEYS,
  byOtherIndexes: [
    'who has a sender is found',
    'a block of a number is found',
    'a masking block is found',
    // As long as a sample says that there is one account: then both are as good.
    'masking blocks are found',
  ],
});
