/**
 * Writes down every statement that the tests of a process send to PostgreSQL, for test/tooling/statements.test.ts.
 * scripts/test.mjs loads it into each of them, and names the folder in TRUNKLINE_TEST_STATEMENTS.
 *
 * 1. What is kept is the text, once, with nothing of its values.
 * 2. What leaves together (src/store/connection/exchange.ts) is one query to the driver: its texts are seen where the
 *    server is given each to read.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const folder = process.env.TRUNKLINE_TEST_STATEMENTS;
const texts = new Set<string>();

/** A statement as the driver takes it: as text, or as a query of its own making. */
type Send = (this: unknown, statement: unknown, ...rest: unknown[]) => unknown;

if (folder !== undefined) {
  const prototype = pg.Client.prototype as unknown as { query: Send };
  const send = prototype.query;
  prototype.query = function (statement, ...rest) {
    const { text } = typeof statement === 'string' ? { text: statement } : (statement as { text?: unknown });
    if (typeof text === 'string') texts.add(text);
    return send.call(this, statement, ...rest);
  };
  // Rule 2.
  const connection = pg.Connection.prototype as unknown as { parse: Send };
  const parse = connection.parse;
  connection.parse = function (statement, ...rest) {
    const { text } = statement as { text?: unknown };
    if (typeof text === 'string') texts.add(text);
    return parse.call(this, statement, ...rest);
  };
  process.on('exit', () => {
    if (texts.size > 0) writeFileSync(join(folder, `${process.pid}-${randomUUID()}.json`), JSON.stringify([...texts]));
  });
}
