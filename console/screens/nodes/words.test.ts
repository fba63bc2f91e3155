import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canSendText, nodeFigures, ofDatabase, ofNode, releasesOf, stopped } from './words.ts';

const seat = { carrier: 'smsc-1', seat: 1, since: '2026-01-01T00:00:00Z' };
const running = { state: 'running' as const, release: '1.2.0', seats: [seat] };

test('nodes that stopped are no trouble, silent ones are, and so are two releases', () => {
  const said = (nodes: Parameters<typeof nodeFigures>[0]) =>
    nodeFigures(nodes, { leaseText: '10 s' }).map(({ name, value, tone }) => [name, value, tone]);
  assert.deepEqual(said([running, { ...running, state: 'stopped', release: '1.1.0', seats: [] }]), [
    ['Running', '1 of 1', undefined],
    ['Release', '1.2.0', undefined],
    ['Seats held', '1', undefined],
    ['Lease', '10 s', undefined],
  ]);
  assert.deepEqual(said([running, { ...running, state: 'silent', release: null }]).slice(0, 3), [
    ['Running', '1 of 2', 'bad'],
    ['Releases', '1.2.0, unknown', 'warn'],
    ['Seats held', '2', undefined],
  ]);
});

test('what stopped last comes first', () => {
  const ended = (id: string, day: string) =>
    ({ id, state: 'stopped', stopped_on: `2026-01-${day}T00:00:00Z` }) as const;
  const nodes = [ended('a', '01'), { id: 'b', state: 'running', stopped_on: null } as const, ended('c', '03')];
  assert.deepEqual(
    stopped(nodes).map(({ id }) => id),
    ['c', 'a'],
  );
});

test('carriers by which it can send are counted of those that it knows', () => {
  const carrier = { carrier: 'a', can_send: true, is_resting: false, in_hand: null, room: null };
  assert.equal(canSendText({ can_send_by: ['a'], carriers: [carrier, { ...carrier, carrier: 'b' }] }), '1 of 2');
  assert.equal(canSendText({ can_send_by: [], carriers: [] }), '–');
  assert.deepEqual(releasesOf([]), []);
});

test('what is said of the database is told apart from what is of the node', () => {
  const checks = [{ name: 'database' }, { name: 'database: clock' }, { name: 'disk' }, { name: 'databases of others' }];
  assert.deepEqual(
    ofDatabase(checks).map(({ name }) => name),
    ['database', 'database: clock'],
  );
  assert.equal(ofNode(checks).length, 2);
});
