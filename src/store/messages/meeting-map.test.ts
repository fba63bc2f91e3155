import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MeetingMap } from './meeting-map.ts';

test('one id of two carriers is two keys', () => {
  const map = new MeetingMap<number>();
  map.set({ carrier: 'one', remoteId: '7' }, 1);
  map.set({ carrier: 'other', remoteId: '7' }, 2);
  map.set({ carrier: 'one', remoteId: '8' }, 3);
  map.set({ carrier: 'one', remoteId: '7' }, 4);
  const asked = ['one', 'other', 'nobody'].map((carrier) => map.get({ carrier, remoteId: '7' }));
  assert.deepEqual([asked, map.size], [[4, 2, undefined], 3]);
});
