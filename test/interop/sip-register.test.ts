/**
 * Registration with a trunk that is Debian's SIPp: asked for a password, told for how long, taken back at the end.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { eventually } from '../support/cluster/eventually.ts';
import { mediaSocket, sipRig } from '../support/sip/rig.ts';
import { answer, expect, requireSipp, sipp } from './peers/sipp.ts';

before(() => requireSipp());

const CHALLENGE = ['WWW-Authenticate: Digest realm="sipp.example", nonce="n0nce", algorithm=MD5, qop="auth"'];
const REGISTER = `<recv request="REGISTER"><action>
<ereg regexp=".*" search_in="hdr" header="From:" assign_to="caller"/>
<ereg regexp=".*" search_in="hdr" header="To:" assign_to="callee"/>
<ereg regexp=".*" search_in="hdr" header="Via:" assign_to="via"/>
<ereg regexp=".*" search_in="hdr" header="CSeq:" assign_to="cseq"/>
</action></recv>`;

test('we register with a password, and take it back when we stop', async (t) => {
  const asked = answer('401 Unauthorized', { headers: CHALLENGE });
  const granted = answer('200 OK', { headers: ['Expires: 600'] });
  const trunk = await sipp(t, [
    REGISTER,
    asked,
    expect('REGISTER'),
    granted,
    expect('REGISTER'),
    asked,
    expect('REGISTER'),
    granted,
  ]);
  const settings = {
    name: 'trunk',
    host: '127.0.0.1',
    port: trunk.port,
    register: true,
    username: 'acme',
    password: 'x',
  };
  const { agent } = await sipRig(t, { trunks: [settings] });
  await eventually('the trunk is up', () => agent.trunks()[0]?.state === 'up');
  await agent.stop();
  await trunk.finished();
  const expires = [...trunk.messages().matchAll(/^Expires: (\d+)\r?$/gm)].map(([, seconds]) => seconds);
  assert.deepEqual(expires, ['3600', '3600', '600', '0', '0', '600']);
  assert.match(trunk.messages(), /^To: <sip:acme@127\.0\.0\.1>/m);
  assert.match(trunk.messages(), /^Authorization: Digest username="acme"/m);
});

test('our address at the trunk need not be the name that the password is of', async (t) => {
  const steps = [
    REGISTER,
    answer('401 Unauthorized', { headers: CHALLENGE }),
    expect('REGISTER'),
    answer('200 OK', { headers: ['Expires: 600'] }),
  ];
  // The second time it is taken back.
  const trunk = await sipp(t, [...steps, expect('REGISTER'), ...steps.slice(1)]);
  const settings = {
    ...{ name: 'trunk', host: '127.0.0.1', port: trunk.port, register: true },
    ...{ username: 'auth-4711', password: 'x', address_user: '+4989123450' },
  };
  const { agent } = await sipRig(t, { trunks: [settings] });
  await eventually('the trunk is up', () => agent.trunks()[0]?.state === 'up');
  await agent.stop();
  await trunk.finished();
  assert.match(trunk.messages(), /^From: <sip:\+4989123450@127\.0\.0\.1>;tag=/m);
  assert.match(trunk.messages(), /^To: <sip:\+4989123450@127\.0\.0\.1>/m);
  assert.match(trunk.messages(), /^Authorization: Digest username="auth-4711"/m);
});

test('a trunk that refuses our registration is down', async (t) => {
  const trunk = await sipp(t, [REGISTER, answer('403 Forbidden')]);
  const settings = { name: 'trunk', host: '127.0.0.1', port: trunk.port, register: true, username: 'acme' };
  const { agent } = await sipRig(t, { trunks: [settings] });
  await eventually('the trunk is down', () => agent.trunks()[0]?.state === 'down');
  assert.match(agent.trunks()[0]?.lastError ?? '', /403 to REGISTER/);
  await trunk.finished();
});

test('where the first addresses of a trunk are silent or overloaded, we register at the next one', async (t) => {
  const silent = await mediaSocket(t);
  const overloaded = await sipp(t, [REGISTER, answer('503 Service Unavailable')]);
  const granted = answer('200 OK', { headers: ['Expires: 600'] });
  const third = await sipp(t, [REGISTER, granted, expect('REGISTER'), granted]);
  const names = {
    addresses: async () => ['127.0.0.1'],
    services: async () =>
      [silent.port, overloaded.port, third.port].map((port, priority) => ({ name: 'x', port, priority, weight: 1 })),
  };
  const settings = { name: 'trunk', host: 'sip.example', register: true, username: 'acme', first_answer_ms: 500 };
  const { agent } = await sipRig(t, { trunks: [settings] }, { names });
  await eventually('the trunk is up', () => agent.trunks()[0]?.state === 'up');
  await overloaded.finished();
  await agent.stop();
  await third.finished();
  const expires = [...third.messages().matchAll(/^Expires: (\d+)\r?$/gm)].map(([, seconds]) => seconds);
  assert.deepEqual(expires, ['3600', '600', '0', '600']);
});
