import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromField, toField } from './local-time.ts';

test('an instant goes into the field and back, whatever the zone, in winter and in summer', () => {
  for (const instant of ['2026-01-15T12:30:00Z', '2026-07-15T12:30:00Z'])
    assert.equal(fromField(toField(instant)), instant);
  for (const odd of ['', 'tomorrow']) assert.deepEqual([toField(odd), fromField(odd)], ['', ''], odd);
});
