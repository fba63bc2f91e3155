/**
 * One transaction of the door: it loads what its changes are about, decides what each of them comes to, and writes that.
 * door.ts says which changes share one, and runs what follows after the commit.
 *
 * 1. Nothing outside of the database happens before the commit but taking slots at carriers, which `undo` gives back.
 * 2. The whole can run again with the same changes: the ids of messages were made when the changes were.
 * 3. Where all that is written is new, COMMIT leaves behind the last statement, without waiting for the answers. What
 *    changes rows waits for them: they say whether the rows are still as they were read (`StaleCopy`).
 */
import { type Transaction, together } from '../../store/database.ts';
import { finishInbox } from '../../store/messages/inbox.ts';
import type { StoredMessage } from '../../store/messages/message-rows.ts';
import { writeMessages } from '../../store/messages/message-writes.ts';
import { noteNode } from '../history/history.ts';
import { advance } from '../message/advance.ts';
import type { Event } from '../message/message.ts';
import { momentAt } from './advance-recent.ts';
import type { ChangeBatch, ChangeResult } from './change.ts';
import { apply, type Decided, decide, place } from './decide.ts';
import { findHindrances, unfinished } from './hindrances.ts';
import { type Loaded, load, type Scope } from './load.ts';
import { startWork, type Work } from './work.ts';

/** Throws `StaleCopy` when something in `recent` is behind what is stored. */
export async function perform(batch: ChangeBatch): Promise<ChangeResult[]> {
  const loaded = await load(batch);
  const decided = decide(batch, loaded);
  await write(batch, loaded, decided);
  return decided.results;
}

async function write(batch: ChangeBatch, { creates, events }: Loaded, { met }: Decided): Promise<void> {
  const { tx, buckets, options, works, commitBehind } = batch;
  const inputs = creates.flatMap(({ fresh }) => fresh.inputs ?? []);
  const handled = [...new Set([...events.flatMap(({ inbox }) => inbox), ...met])];
  const results = [
    ...handled.map((id) => ({ id, result: 'recorded', dueAt: null })),
    // What people wrote is kept for longer than a receipt (code-texts.ts).
    ...inputs.map((id) => ({ id, result: 'relayed', dueAt: null })),
  ];
  const written = [...writeMessages(tx, works, buckets, options.lanes), finishInbox(tx, results, options.lanes)];
  if (works.every(({ stored }) => stored === null)) commitBehind?.();
  await together(written);
}

const DUE: Event = { type: 'due' };

/** Messages that are due: locked, and all of one lane. */
export interface DueBatch extends Pick<ChangeBatch, 'buckets' | 'options' | 'works'> {
  readonly tx: Transaction;
  readonly due: ReadonlyMap<string, StoredMessage>;
}

/** Runs the event `due` on each of them, and places what is ready. */
export async function performDue({ tx, due, buckets, options, works }: DueBatch): Promise<void> {
  const at = options.context.clock.now();
  const scope: Scope = { at, hindrances: await findHindrances(tx, unfinished(due), at, options), options };
  for (const stored of due.values()) {
    const work = startWork(stored);
    works.push(work);
    const moment = momentAt(at, options, scope.hindrances.get(work.message.id));
    noteNode(work, options);
    apply(work, DUE, advance(work.message, DUE, moment), options);
    // Its lease has run out, or it waited long enough: it is placed anew.
    work.owner = null;
    work.queue = null;
    work.changed = true;
    work.mustWriteRow = true;
    place(work, scope);
    neverSpin(work, scope);
  }
  await together(writeMessages(tx, works, buckets, options.lanes));
}

/** Whatever is wrong with a row, it is not due again at once. */
function neverSpin({ message }: Work, { at, options }: Scope): void {
  if (message.dueAt === null || message.dueAt > at) return;
  options.context.log.error({ message: message.id }, 'a message was due and nothing followed');
  message.dueAt = at + 60_000;
}
