import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { checkListening } from './listening.ts';

test('a port that is taken is named with who has it, and the variable that chooses another', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const http = { host: '127.0.0.1', port: 0, tls: null };
  const operators = { host: '127.0.0.1', port: 0 };

  await checkListening({ ...http, operators });
  const holder = process.platform === 'linux' ? `\\S.* \\(process ${process.pid}\\)` : '.*';
  await assert.rejects(checkListening({ ...http, port, operators: { ...operators, port: 'same' } }), {
    message: new RegExp(
      `^port ${port} at 127\\.0\\.0\\.1 is taken by ${holder}: end that .* PORT=${port + 1} npm start$`,
    ),
  });
  await assert.rejects(checkListening({ ...http, operators: { ...operators, port } }), {
    message: new RegExp(`^port of operators ${port} .* TRUNKLINE_OPERATORS_PORT=${port + 1} npm start$`),
  });
  await assert.rejects(checkListening({ ...http, host: '192.0.2.1', operators }), {
    message: /^port 0 at 192\.0\.2\.1 cannot be listened on \(EADDRNOTAVAIL\): HOST and PORT choose another address$/,
  });
});

test('a certificate that cannot be used stops a start before anything else is done', async () => {
  const http = { host: '127.0.0.1', port: 0, operators: { host: '127.0.0.1', port: 0 } };
  const tls = { certificateFile: '/nowhere/tls.crt', keyFile: '/nowhere/tls.key' };
  await assert.rejects(checkListening({ ...http, tls }), {
    message: 'http.tls: the file /nowhere/tls.crt cannot be read (ENOENT)',
  });
});
