import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CallbackRow } from '../../store/callbacks/callback-rows.ts';
import { Endpoint, type Receiver } from './endpoint.ts';

let lastId = 0;

function add(endpoint: Endpoint, path: string, count: number): Receiver {
  const url = `${endpoint.name}${path}`;
  const receiver = endpoint.receiver(url);
  for (let index = 0; index < count; index += 1) {
    lastId += 1;
    endpoint.add(receiver, { id: String(lastId), messageId: String(lastId), seq: 1, url } as CallbackRow);
  }
  return receiver;
}

/** Begins all that may begin; the paths in the order in which they did. */
function begin(endpoint: Endpoint, now: number): string[] {
  const paths: string[] = [];
  for (let next = endpoint.next(now); next; next = endpoint.next(now)) {
    next.receiver.breaker.underWay += 1;
    endpoint.breaker.underWay += 1;
    paths.push(new URL(next.receiver.url).pathname);
  }
  return paths;
}

describe('an endpoint', () => {
  test('lets its receivers take turns, each with its share at most', () => {
    const endpoint = new Endpoint('https://a.example', { perEndpoint: 10, perUrl: 4, perSwiftUrl: 4 });
    add(endpoint, '/slow', 100);
    add(endpoint, '/well', 2);
    assert.deepEqual(begin(endpoint, 0), ['/slow', '/well', '/slow', '/well', '/slow', '/slow']);
    assert.equal(endpoint.waitingCount, 96);
  });

  test('never has more than its own share under way', () => {
    const endpoint = new Endpoint('https://a.example', { perEndpoint: 10, perUrl: 4, perSwiftUrl: 4 });
    for (let index = 0; index < 5; index += 1) add(endpoint, `/${index}`, 5);
    assert.equal(begin(endpoint, 0).length, 10);
  });

  test('pauses one receiver and goes on with the others', () => {
    const endpoint = new Endpoint('https://a.example', { perEndpoint: 10, perUrl: 4, perSwiftUrl: 4 });
    const dead = add(endpoint, '/dead', 5);
    for (let count = 0; count < 5; count += 1) dead.breaker.failed(0);
    add(endpoint, '/well', 1);
    assert.deepEqual(begin(endpoint, 0), ['/well']);
    assert.equal(endpoint.resumesAt(0, false), 1_000);
    assert.deepEqual(begin(endpoint, 1_000), ['/dead'], 'a probe');
  });

  test('pauses as a whole when it cannot be connected to, as long as somebody waits', () => {
    const endpoint = new Endpoint('https://a.example', { perEndpoint: 10, perUrl: 4, perSwiftUrl: 4 });
    for (let count = 0; count < 5; count += 1) endpoint.breaker.failed(0);
    assert.equal(endpoint.resumesAt(0, false), null);
    assert.equal(endpoint.resumesAt(0, true), 1_000);
    add(endpoint, '/hook', 1);
    assert.equal(endpoint.resumesAt(0, false), 1_000);
    assert.deepEqual(begin(endpoint, 0), []);
  });

  test('forgets receivers that it need not remember, however many there are', () => {
    const endpoint = new Endpoint('https://a.example', { perEndpoint: 10, perUrl: 4, perSwiftUrl: 4 });
    const idle = add(endpoint, '/idle', 0);
    endpoint.forget(idle);
    assert.equal(endpoint.isIdle, true);
    for (let index = 0; index < 2_000; index += 1) {
      const { breaker } = add(endpoint, `/unwell/${index}`, 0);
      for (let count = 0; count < 5; count += 1) breaker.failed(0);
    }
    const kept = endpoint.receiver(`${endpoint.name}/unwell/1999`);
    assert.equal(kept.breaker.isUnwell, true);
    assert.equal(endpoint.receiver(`${endpoint.name}/unwell/0`).breaker.isUnwell, false);
  });

  test('hands back what waits for a receiver', () => {
    const endpoint = new Endpoint('https://a.example', { perEndpoint: 10, perUrl: 4, perSwiftUrl: 4 });
    const receiver = add(endpoint, '/gone', 3);
    add(endpoint, '/well', 1);
    assert.equal(endpoint.empty(receiver).length, 3);
    assert.equal(endpoint.waitingCount, 1);
    assert.deepEqual(begin(endpoint, 0), ['/well']);
  });
});
