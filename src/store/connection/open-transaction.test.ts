import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from 'pg';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { settle } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { together } from '../database.ts';
import type { Exchange } from './exchange.ts';
import { OpenTransaction } from './open-transaction.ts';

/** A connection whose server answers when it is told to. `sent`: what left together, text by text. */
function slowConnection() {
  const sent: string[][] = [];
  const answers: Array<() => void> = [];
  function exchanged(exchange: Exchange): void {
    const texts: string[] = [];
    const stream = { cork() {}, uncork() {} };
    const noted = {
      stream,
      parse: ({ text }: { text: string }) => texts.push(text),
      bind() {},
      describe() {},
      execute() {},
    };
    exchange.submit({ ...noted, sync: () => sent.push(texts) });
    answers.push(() => {
      for (const text of texts) exchange.handleCommandComplete({ text: text.toUpperCase() });
      exchange.handleReadyForQuery();
    });
  }
  function asked(text: string): Promise<unknown> {
    sent.push([text]);
    return new Promise((resolve) => {
      answers.push(() => resolve({ rows: [], rowCount: 0, command: text.toUpperCase() }));
    });
  }
  const query = (question: string | Exchange) => (typeof question === 'string' ? asked(question) : exchanged(question));
  const client = { query } as unknown as Client;
  return {
    connection: { client, keepsPlans: false, kept: new Map(), planning: null, leaving: null },
    sent,
    answer: () => {
      for (const each of answers.splice(0)) each();
    },
  };
}

describe('a transaction', () => {
  test('begins with its first statement, and is none without one', async () => {
    const { connection, sent, answer } = slowConnection();
    const none = new OpenTransaction(connection);
    assert.equal(none.close(), false);
    await none.rollBack();
    assert.deepEqual(sent, []);

    const tx = new OpenTransaction(connection);
    const asked = tx.query('select 1', []);
    await settle();
    assert.deepEqual(sent, [['begin', 'select 1']]);
    answer();
    await asked;
    assert.equal(tx.close(), true);
    const committed = tx.commit();
    await settle();
    answer();
    assert.equal(await committed, 'COMMIT');
    await assert.rejects(tx.query('select 2'), /has ended/);
    assert.deepEqual(sent, [['begin', 'select 1'], ['commit']]);
  });

  test('sends COMMIT with the last statements when their answers change nothing, and only once', async () => {
    const { connection, sent, answer } = slowConnection();
    const tx = new OpenTransaction(connection);
    const statements = together([tx.query('insert one', []), tx.query('insert two', [])]);
    tx.commitBehind();
    await settle();
    assert.deepEqual(sent, [['begin', 'insert one', 'insert two', 'commit']]);
    await assert.rejects(tx.query('select 1'), /has ended/);
    answer();
    await statements;
    assert.equal(await tx.commit(), 'COMMIT');
    await tx.rollBack();
    assert.equal(sent.length, 1);
  });

  test('sends what is several statements alone, in its turn', async () => {
    const { connection, sent, answer } = slowConnection();
    const tx = new OpenTransaction(connection);
    const statements = together([tx.query('insert one', []), tx.query('two; three'), tx.query('insert four', [])]);
    await settle();
    assert.deepEqual(sent, [['begin', 'insert one'], ['two; three'], ['insert four']]);
    answer();
    await statements;
  });

  test('of which a statement fails writes nothing, though COMMIT was sent with it', async (t) => {
    const { db } = await testDatabase(t);
    await db.query('create table things (n int constraint "n is small" check (n < 5))');
    const adding = (...numbers: readonly number[]) =>
      db.transaction(async (tx) => {
        const added = numbers.map((n) => tx.query('insert into things values ($1)', [n]));
        tx.commitBehind();
        await together(added);
        return 'added';
      });
    await assert.rejects(adding(1, 7, 2), /n is small/);
    assert.deepEqual((await db.query('select n from things')).rows, []);
    assert.equal(await adding(3, 4), 'added');
    assert.deepEqual((await db.query('select n from things order by n')).rows, [{ n: 3 }, { n: 4 }]);
  });

  test('whose COMMIT fails is over, and the connection goes on', async (t) => {
    const { db } = await testDatabase(t);
    await db.query('create table things (n int constraint "n is one of its own" unique deferrable initially deferred)');
    for (const isBehind of [false, true]) {
      const twice = db.transaction(async (tx) => {
        const added = [1, 1].map((n) => tx.query('insert into things values ($1)', [n]));
        if (isBehind) tx.commitBehind();
        await together(added);
      });
      await assert.rejects(twice, /n is one of its own/);
      assert.equal(db.isUp(), true);
      assert.deepEqual((await db.query('select n from things')).rows, []);
    }
  });

  test('that loses its connection behind COMMIT is in doubt', async (t) => {
    const { db } = await testDatabase(t);
    const lost = db.transaction(async (tx) => {
      const ending = tx.query('select pg_terminate_backend(pg_backend_pid())');
      tx.commitBehind();
      await ending;
    });
    await assert.rejects(lost, { name: 'StoreDown' });
    await eventually('it is found again', () => db.isUp());
  });
});
