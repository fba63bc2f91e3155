import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTraceparent } from './traces.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

test('a traceparent is read, sampled or not', () => {
  const ids = { traceId: TRACE, spanId: SPAN };
  assert.deepEqual(parseTraceparent(`00-${TRACE}-${SPAN}-01`), { ...ids, isSampled: true });
  assert.deepEqual(parseTraceparent(`00-${TRACE}-${SPAN}-00`), { ...ids, isSampled: false });
  assert.deepEqual(parseTraceparent(`00-${TRACE}-${SPAN}-03`), { ...ids, isSampled: true });
});

test('a later version may say more', () => {
  assert.equal(parseTraceparent(`cc-${TRACE}-${SPAN}-01-what-comes-later`)?.traceId, TRACE);
  assert.equal(parseTraceparent(`00-${TRACE}-${SPAN}-01-what-comes-later`), null);
});

test('what is no traceparent is none', () => {
  const zeros = '0'.repeat(32);
  for (const header of [
    '',
    'nonsense',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${zeros}-${SPAN}-01`,
    `00-${TRACE}-${zeros.slice(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}x-${SPAN}-01`,
  ]) {
    assert.equal(parseTraceparent(header), null, header);
  }
});
