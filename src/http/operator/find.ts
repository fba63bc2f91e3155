/**
 * Finds what an id is of: any id that this gateway has given out, and those that carriers gave to what they took.
 *
 * 1. Each question goes by key and bucket: an id says where its row lies, whatever it is of. One that is of days to come
 *    is none of ours, and no table is named after its day. A callback is asked for last: it lies in the table of its
 *    message's day, which its own id does not say.
 * 2. Ids that are worked out of each other lead to one thing: that of a channel to its message, that of a piece of input
 *    to the text that was relayed of it.
 * 3. A carrier's id is read in every form under which a receipt may name it, and is known for as long as a receipt is
 *    awaited. Of one that was given to several messages each is found.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { MOST_ATTEMPTS } from '../../carriers/channels.ts';
import { idKeys } from '../../carriers/smpp/message-id.ts';
import { RELAY_NUMBER } from '../../engine/masking/relay-options.ts';
import type { Message } from '../../engine/message/message.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { attemptIdOf, messageIdOf, timeOf as timeOfId, toReference } from '../../lib/ids.ts';
import { strict } from '../../lib/schemas.ts';
import { findAccounts } from '../../store/accounts/accounts.ts';
import { findBatch } from '../../store/batches/batches.ts';
import { findCallback } from '../../store/callbacks/callback-lists.ts';
import { type Queryable, together } from '../../store/database.ts';
import { findErasure } from '../../store/keeping/erasures.ts';
import { findSession } from '../../store/masking/sessions.ts';
import { findInboundText } from '../../store/messages/arrival-lists.ts';
import { findMeetingsUnder } from '../../store/messages/meetings.ts';
import { findMessages } from '../../store/messages/messages.ts';
import { findImport } from '../../store/phone-id/imports.ts';
import { findLookUp } from '../../store/phone-id/look-ups.ts';
import { findVerification } from '../../store/verifications/verifications.ts';
import type { OperatorOptions } from './options.ts';
import { idOf, queryOf } from './request.ts';
import { timeOf } from './shapes.ts';

const LONGEST_ID = 128;

const FindQuery = Type.Object({ id: Type.String({ minLength: 1, maxLength: LONGEST_ID }) }, strict);

interface Found {
  readonly kind: string;
  /** As the path of its own route has it. */
  readonly id: string;
  readonly customer_id: string | null;
  readonly created_on: string;
  /** Whose id was asked for. */
  readonly by: 'own_id' | 'channel' | 'input' | 'carrier_id';
  /** That gave out the id. */
  readonly carrier: string | null;
}

export function findRoutes(app: FastifyInstance, { db, context }: OperatorOptions): void {
  app.get('/find', async (request) => {
    const asked = queryOf(FindQuery, request).id.trim();
    const id = idOf(asked);
    const isOurs = id !== null && timeOfId(id) < context.clock.now() + DAY_MS;
    const [ours, carriers, accounts] = await together([
      isOurs ? ofOurs(db, id) : Promise.resolve<Found[]>([]),
      ofCarriers(db, asked),
      ofAccounts(db, asked),
    ]);
    return { found: [...ours, ...accounts, ...carriers] };
  });
}

async function ofOurs(db: Queryable, id: string): Promise<Found[]> {
  const reference = toReference(id);
  const [messages, verification, session, lookUp, batch, text, erasure, fresh] = await together([
    ofMessages(db, id),
    findVerification(db, id),
    findSession(db, id),
    findLookUp(db, id),
    findBatch(db, id),
    findInboundText(db, id),
    findErasure(db, id),
    findImport(db, id),
  ]);
  const found = [
    ...messages,
    ...(verification ? [own('verification', reference, verification.verification)] : []),
    ...(session ? [own('masking_session', reference, { ...session, createdAt: session.openedAt })] : []),
    ...(lookUp ? [own('look_up', reference, lookUp)] : []),
    ...(batch ? [own('batch', reference, batch)] : []),
    ...(text ? [own('inbound_text', id, { ...text, createdAt: text.receivedAt })] : []),
    ...(erasure ? [own('erasure', id, { accountId: null, createdAt: erasure.askedAt })] : []),
    ...(fresh ? [own('import', id, { accountId: null, createdAt: fresh.startedAt })] : []),
  ];
  if (found.length > 0) return found;
  const callback = await findCallback(db, id);
  return callback ? [own('callback', id, callback)] : [];
}

interface Owned {
  readonly accountId: string | null;
  readonly createdAt: number;
}

function own(kind: string, id: string, { accountId, createdAt }: Owned): Found {
  // A text to a number of nobody has no account, or ''.
  return { kind, id, customer_id: accountId || null, created_on: timeOf(createdAt), by: 'own_id', carrier: null };
}

/** Rule 2. All of these ids are of one day and bucket. */
async function ofMessages(db: Queryable, id: string): Promise<Found[]> {
  const owners = Array.from({ length: MOST_ATTEMPTS }, (_, index) => messageIdOf(id, index + 1));
  const relayed = attemptIdOf(id, RELAY_NUMBER);
  const messages = await findMessages(db, [id, ...owners, relayed]);
  const [itself, input] = [messages.get(id), messages.get(relayed)];
  const channel = owners.map((each) => messages.get(each)).find((each) => each?.attempts.some((one) => one.id === id));
  return [
    ...(itself ? [message(itself, 'own_id')] : []),
    ...(channel ? [message(channel, 'channel')] : []),
    ...(input ? [message(input, 'input')] : []),
  ];
}

function message(found: Message, by: Found['by'], carrier: string | null = null): Found {
  return { ...own('message', toReference(found.id), found), by, carrier };
}

/** Rule 3. */
async function ofCarriers(db: Queryable, asked: string): Promise<Found[]> {
  const meetings = await findMeetingsUnder(db, [...new Set([asked, ...idKeys(asked, 'auto')])]);
  const given = meetings.flatMap(({ carrier, attempts }) => attempts.map((each) => ({ carrier, id: each.message })));
  if (given.length === 0) return [];
  const messages = await findMessages(db, [...new Set(given.map(({ id }) => id))]);
  const found = new Map<string, Found>();
  for (const { carrier, id } of given) {
    const each = messages.get(id);
    if (each) found.set(`${carrier} ${id}`, message(each, 'carrier_id', carrier));
  }
  return [...found.values()];
}

async function ofAccounts(db: Queryable, asked: string): Promise<Found[]> {
  const accounts = await findAccounts(db, [...new Set([asked, asked.toUpperCase()])]);
  return [...accounts.values()].map(({ id, createdAt }) => own('account', id, { accountId: id, createdAt }));
}
