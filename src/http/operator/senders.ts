/**
 * The senders of an account, and the numbers that a trial account may reach.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { strict } from '../../lib/schemas.ts';
import { addVerifiedNumber, lockAccount, removeVerifiedNumber } from '../../store/accounts/accounts-write.ts';
import type { Transaction } from '../../store/database.ts';
import type { OperatorOptions } from './options.ts';
import { bodyOf, notFound, paramOf, phoneNumberOf } from './request.ts';
import { DEFAULT_FOR, readSender, registerSender, SHARED, unregisterSender } from './sender-body.ts';

const SenderBody = Type.Object({ default_for: Type.Optional(DEFAULT_FOR), shared: Type.Optional(SHARED) }, strict);

export function senderRoutes(app: FastifyInstance, { db, context }: OperatorOptions): void {
  const { clock } = context;

  function withAccount(id: string, work: (tx: Transaction) => Promise<void>): Promise<void> {
    return db.transaction(async (tx) => {
      if (!(await lockAccount(tx, id))) throw notFound('Account');
      await work(tx);
    });
  }

  app.put('/accounts/:id/senders/:sender', async (request) => {
    const fresh = readSender('', {
      sender: paramOf(request, 'sender'),
      ...bodyOf(SenderBody, request),
    });
    const id = paramOf(request, 'id');
    let shared = false;
    await withAccount(id, async (tx) => {
      shared = await registerSender(tx, id, fresh, { prefix: '', now: clock.now() });
    });
    return { sender: fresh.sender, default_for: fresh.defaultFor, shared };
  });

  app.delete('/accounts/:id/senders/:sender', async (request) => {
    const sender = paramOf(request, 'sender');
    const id = paramOf(request, 'id');
    if (!(await db.transaction((tx) => unregisterSender(tx, id, sender)))) throw notFound('Sender');
    return { sender, removed: true };
  });

  app.put('/accounts/:id/verified-numbers/:number', async (request) => {
    const number = phoneNumberOf('number', paramOf(request, 'number'));
    const id = paramOf(request, 'id');
    await withAccount(id, (tx) => addVerifiedNumber(tx, id, number, clock.now()));
    return { number };
  });

  app.delete('/accounts/:id/verified-numbers/:number', async (request) => {
    const number = phoneNumberOf('number', paramOf(request, 'number'));
    if (!(await removeVerifiedNumber(db, paramOf(request, 'id'), number))) throw notFound('Number');
    return { number, removed: true };
  });
}
