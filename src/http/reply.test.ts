import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createContext } from '../context.ts';
import { ERRORS, Refusal } from '../errors.ts';
import { createLog } from '../lib/log.ts';
import { failureAnswer } from './reply.ts';

test('a case without a row in the product is a fault of ours: 500, and in the log', () => {
  const logged: string[] = [];
  const log = createLog('info', { write: (line) => void logged.push(line) });
  const context = createContext({ logLevel: 'info', log });
  const answer = failureAnswer(context, 'verify', new Refusal('nodes_differ', { nodes: 'a' }), 0);
  assert.equal(answer.status, 500);
  assert.equal(JSON.parse(answer.body).errors[0].code, -90001);
  assert.equal(logged.length, 1);
  assert.match(
    logged[0] ?? '',
    /a refusal cannot be said.*verify has no row for the case nodes_differ|verify has no row.*a refusal cannot be said/,
  );
});

test('every 401 says how to show who one is, in the way of its product', () => {
  const context = createContext({ logLevel: 'silent' });
  const rows = ERRORS.filter(({ http }) => http === 401);
  assert.ok(
    rows.some((row) => row.case === 'product_not_enabled') && rows.some(({ product }) => product === 'operator'),
  );
  for (const row of rows) {
    const { headers } = failureAnswer(context, row.product, new Refusal(row.case), 0);
    const scheme = row.product === 'operator' ? /^Bearer realm=/ : /^Basic realm=/;
    assert.match(headers?.['www-authenticate'] ?? '', scheme, `${row.product} ${row.case}`);
  }
});
