import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiverUrlOf } from './http-servers.ts';

test('the receiver of the sandbox has an address where callbacks find it at every start', () => {
  const at = (host: string, port: number) => receiverUrlOf({ host, port, tls: null });
  assert.equal(at('127.0.0.1', 8080), 'http://127.0.0.1:8080/sandbox/receivers/callbacks');
  assert.equal(at('0.0.0.0', 80), 'http://127.0.0.1:80/sandbox/receivers/callbacks');
  assert.equal(at('::', 8080), 'http://[::1]:8080/sandbox/receivers/callbacks');
  assert.equal(at('localhost', 8080), 'http://localhost:8080/sandbox/receivers/callbacks');
  for (const [host, port] of [
    ['127.0.0.1', 0],
    ['127.0.0.1', 81],
    ['192.0.2.1', 8080],
  ] as const) {
    assert.equal(at(host, port), null, `${host} ${port}`);
  }
  assert.equal(receiverUrlOf({ host: '127.0.0.1', port: 8080, tls: { certificate: 'a', key: 'b' } as never }), null);
});
