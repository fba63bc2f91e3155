/**
 * What statements read whose plan is kept: by a few keys a few rows, whatever the server knew when it made the plan, and
 * however far the keys lie apart (kept-plans.ts of the support says what is counted).
 */
import assert from 'node:assert/strict';
import { newMessage } from '../../test/support/engine/messages.ts';
import { storedVerification } from '../../test/support/engine/verifications.ts';
import { storedSession } from '../../test/support/masking/stored-session.ts';
import { type Sends, testKeptPlans } from '../../test/support/postgres/kept-plans.ts';
import { begin } from '../engine/message/begin.ts';
import { attemptIdOf, bucketOf, lowestIdAt } from '../lib/ids.ts';
import { claimCallbacks, endpointsOwed, releaseCallbacks } from './callbacks/callback-claims.ts';
import { settleCallbacks } from './callbacks/callback-results.ts';
import type { Transaction } from './database.ts';
import { findFates, lockDueTexts, putOffTexts } from './masking/interactions.ts';
import { findSession, lockDueSessions, lockSessions, nextSessionEnd, updateSessions } from './masking/sessions.ts';
import { findAttempts, findCancelled } from './messages/attempts.ts';
import {
  completeCall,
  countWrongTry,
  findCall,
  findSealedCode,
  forgetCodes,
  lockCall,
  useCode,
} from './messages/calls.ts';
import { liftHolds, removeHolds } from './messages/holds.ts';
import { owedLines } from './messages/inbound-lines.ts';
import { claimInbox, finishInbox, nextInputAt, openInputsAmong } from './messages/inbox.ts';
import { findMeetings } from './messages/meetings.ts';
import { lockQueuedMessages, nextDueAt } from './messages/message-queue.ts';
import {
  findMessage,
  findMessages,
  lockDueMessages,
  lockMessages,
  updateAttempts,
  updateMessages,
} from './messages/messages.ts';
import { pollStore } from './poll.ts';
import { recentIds } from './sql/id-range.ts';
import {
  findDueVerifications,
  findVerification,
  lockDueVerifications,
  lockVerification,
  nextVerificationAt,
  putOffVerification,
  tellVerifications,
  updateVerifications,
} from './verifications/verifications.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const COUNT = 2_000;
/** The first digits of ids of the moment. */
const IDS = lowestIdAt(NOW).slice(0, -12);
/** The oldest and the newest are among them. */
const KEYS = [1, 2, 3, COUNT - 1, COUNT];
const idOf = (n: number): string => IDS + n.toString(16).padStart(12, '0');
const ids = KEYS.map(idOf);
const [FIRST = ''] = ids;
const ROWS_A_KEY = 4;

const ONE_LANE = { count: 1, laneOf: () => 0, bucketsOf: () => null };
const OWNER = { node: 'n', epoch: 1 };
const KEYED = ids.map((messageId) => ({ messageId, seq: 1 }));
const TEXTS = ids.map((id) => ({ sessionId: id, id }));

const MESSAGES = ids.map((id) => {
  const { message } = begin(newMessage(id), { at: NOW, optedOut: false, canWithdraw: () => false });
  return { message, queue: null, owner: null, version: 1, heldUntil: null };
});
const ATTEMPTS = MESSAGES.flatMap(({ message }) =>
  message.attempts.slice(0, 1).map((attempt) => ({
    messageId: message.id,
    before: { ...attempt, updatedAt: NOW },
    attempt: { ...attempt, updatedAt: NOW + 1 },
  })),
);
const SETTLED = KEYED.map((key) => ({
  ...key,
  state: 'delivered' as const,
  dueAt: null,
  tries: 1,
  status: 200,
  error: null,
}));

/** What is due or waits, of all days. */
const BY_THEIR_TIME: Sends = {
  'the store is polled': (tx) => pollStore(tx, null, recentIds(NOW)),
  'messages that are due are locked': (tx) =>
    lockDueMessages(tx, { now: NOW, limit: KEYS.length, buckets: null, span: recentIds(NOW) }),
  'messages that wait for a carrier are claimed': (tx) => lockQueuedMessages(tx, 'smsc', KEYS.length, null),
  'the endpoints that are owed something are found': (tx) =>
    endpointsOwed(tx, '', 5, { buckets: null, fromMs: NOW, toMs: NOW }),
  'input is claimed': (tx) =>
    claimInbox(tx, { owner: OWNER, now: NOW, leasedUntil: NOW, limit: KEYS.length, buckets: null }),
};

/** The same of tables that have no days, and what is asked for until then. */
const BY_THEIR_END: Sends = {
  'sessions that end are locked': (tx) => lockDueSessions(tx, NOW, KEYS.length, null),
  'the next end of a session is found': (tx) => nextSessionEnd(tx),
  'verifications that are due are found': (tx) => findDueVerifications(tx, NOW, KEYS.length, null),
  'the next verification is found': (tx) => nextVerificationAt(tx),
  'texts that are to be removed are locked': (tx) => lockDueTexts(tx, NOW, KEYS.length, null),
  'the next message is found': (tx) => nextDueAt(tx, recentIds(NOW)),
  'the next input is found': (tx) => nextInputAt(tx, recentIds(NOW)),
};

const BY_THEIR_KEYS: Sends = {
  'messages and attempts are locked': (tx) => lockMessages(tx, ids, null),
  'messages and attempts are found': (tx) => findMessages(tx, ids),
  'a message is found': (tx) => findMessage(tx, FIRST),
  'a session is found': (tx) => findSession(tx, FIRST),
  'a verification is found': (tx) => findVerification(tx, FIRST),
  'a verification is locked': (tx) => lockVerification(tx, FIRST),
  'attempts are found by their ids': (tx) =>
    findAttempts(
      tx,
      ids.map((id) => attemptIdOf(id, 1)),
    ),
  'cancelled attempts are found': (tx) =>
    findCancelled(
      tx,
      ids.map((id) => attemptIdOf(id, 1)),
    ),
  'messages are changed': (tx) => updateMessages(tx, MESSAGES, null),
  'attempts are changed': (tx) => updateAttempts(tx, ATTEMPTS, null),
  'a call is found': (tx) => findCall(tx, FIRST),
  'a call is locked': (tx) => lockCall(tx, FIRST),
  'a sealed code is found': (tx) => findSealedCode(tx, FIRST),
  'a code is used': (tx) => useCode(tx, FIRST, NOW),
  'a wrong try is counted': (tx) => countWrongTry(tx, FIRST),
  'a call is completed': (tx) => completeCall(tx, FIRST, NOW),
  'codes are forgotten': (tx) => forgetCodes(tx, ids, null),
  'callbacks are claimed': (tx) =>
    claimCallbacks(
      tx,
      { endpoint: 'https://a.example', owner: OWNER, now: NOW, leasedUntil: NOW + 1_000, limit: KEYS.length },
      { buckets: null, fromMs: NOW, toMs: NOW },
    ),
  'callbacks are settled': (tx) => settleCallbacks(tx, SETTLED, { owner: OWNER, buckets: null, now: NOW }),
  'callbacks are given back': (tx) => releaseCallbacks(tx, KEYED, { owner: OWNER, dueAt: NOW, buckets: null }),
  'lines that go on are found': (tx) =>
    owedLines(
      tx,
      ids.map((lineId) => ({ accountId: 'A', person: '49', lineId, seq: 1 })),
      null,
    ),
  'input that is open is found': (tx) => openInputsAmong(tx, ids, null),
  'input is dealt with': (tx) =>
    finishInbox(
      tx,
      ids.map((id) => ({ id, result: 'done', dueAt: null })),
      ONE_LANE,
    ),
  'meetings are found': (tx) =>
    findMeetings(
      tx,
      KEYS.map((n) => ({ carrier: 'smsc', remoteId: String(n) })),
    ),
  'fates are found': (tx) => findFates(tx, TEXTS),
  'texts are put off': (tx) => putOffTexts(tx, TEXTS, null, null),
  'verifications that are due are locked': (tx) => lockDueVerifications(tx, ids, NOW, null),
  'verifications are told': (tx) => tellVerifications(tx, ids, NOW, null),
  'a verification is put off': (tx) => putOffVerification(tx, FIRST, NOW),
  'verifications are changed': (tx) =>
    updateVerifications(
      tx,
      ids.map((id) => storedVerification(id, NOW).verification),
      null,
    ),
  'sessions are locked': (tx) => lockSessions(tx, ids, null),
  'sessions are changed': (tx) =>
    updateSessions(
      tx,
      ids.map((id) => storedSession(id, NOW)),
      null,
    ),
  'holds are removed': (tx) =>
    removeHolds(
      tx,
      ids.map((id) => ({ until: NOW, id, bucket: bucketOf(id) })),
      ONE_LANE,
    ),
  'holds are lifted': async (tx) => {
    await tx.query(
      `insert into holds select $1::timestamptz, id, 0, kind, 'n', 1, $2::uuid[]
         from unnest($2::uuid[], '{messages, callbacks}'::text[]) as r(id, kind) where kind is not null`,
      [new Date(0).toISOString(), ids],
    );
    assert.equal(await liftHolds(tx, NOW, 2, null), 2);
  },
};

/** Rows `from` to `to` of each table; done with, or open and due. */
async function put(tx: Transaction, isOpen: boolean, from = 1, to = COUNT): Promise<void> {
  const due = isOpen ? 'at' : 'null';
  const over = isOpen ? 'null' : 'at';
  const rows: Readonly<Record<string, string>> = {
    'messages (id, bucket, account_id, kind, recipient, message_type, priority, plan, opt_out_applies, created_at, step, status, last_channel, updated_at, final_at, due_at, queue)': `id, bucket, 'A', 'omnichannel', '49' || n, 'ARN', 1, '[]', false, at, 0, 3000, 'sms', at, ${over}, ${due}, case when ${isOpen} then 'smsc' end`,
    'attempts (message_id, n, bucket, id, channel, state, code, updated_at)': `id, 1, bucket, id, 'sms', 'ready', 1, at`,
    'calls (message_id, bucket, account_id, number, code_hash)': `id, bucket, 'A', '49', ''`,
    'callbacks (id, bucket, message_id, seq, account_id, url, method, endpoint, body, created_at, state, due_at, lease_node, lease_epoch)': `id, bucket, id, 1, 'A', 'https://a.example/', 'POST', 'https://a.example', '{}', at, case when ${isOpen} then 'pending' else 'delivered' end, ${due}, 'n', 1`,
    'inbox (id, bucket, carrier, kind, body, received_at, due_at)': `id, bucket, 'smsc', 'receipt', '', at, ${due}`,
    'meetings (remote_id, carrier, bucket, seen_at)': `n::text, 'smsc', bucket, at`,
    'interactions (session_id, id, bucket, account_id, party, fate, received_at, text_due_at)': `id, id, bucket, 'A', 1, 'relayed', at, ${due}`,
    'verifications (id, bucket, account_id, recipient, language, opt_out_applies, code_hash, created_at, ends_at, state, methods, updated_at, final_at, due_at)': `id, bucket, 'A', '49', 'en', false, '', at, at, 'ONGOING', '[]', at, ${over}, ${due}`,
    'sessions (id, bucket, account_id, number_1, number_2, masked_1, masked_2, code, validity, unit, opened_at, ends_at, state, over_at, due_at)': `id, bucket, 'A', '1', '2', '3', '4', 1, 1, 'days', at, at, 'open', ${over}, ${due}`,
    'holds (until, id, bucket, kind, node, epoch, messages)': `at + make_interval(secs => n), id, bucket, 'messages', 'n', 1, '{}'`,
  };
  for (const [table, values] of Object.entries(rows)) {
    await tx.query(
      `insert into ${table} select ${values}
         from (select n, (n % 4096)::smallint as bucket, ($1 || lpad(to_hex(n), 12, '0'))::uuid as id,
                      $2::timestamptz as at from generate_series($3::int, $4::int) as n) as each`,
      [IDS, new Date(NOW).toISOString(), from, to],
    );
  }
}

testKeptPlans({
  now: NOW,
  count: COUNT,
  put,
  mostRows: KEYS.length * ROWS_A_KEY,
  byTheirTime: { ...BY_THEIR_TIME, ...BY_THEIR_END },
  byTheirKeys: BY_THEIR_KEYS,
});
