import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { type SmppRig, smppRig } from '../../../test/support/smpp/rig.ts';
import { SmscPeer } from '../../../test/support/smpp/smsc-peer.ts';

const file = (name: string) => fileURLToPath(new URL(`../../../test/support/tls/${name}`, import.meta.url));
const SERVER = { cert: readFileSync(file('smsc.pem')), key: readFileSync(file('smsc-key.pem')) };
const TRUSTING = { ca_file: file('ca.pem'), server_name: 'smsc.test' };

async function fails(tls: object, peer = new SmscPeer(SERVER)): Promise<string> {
  const rig = await smppRig({ peer, unbound: true, settings: { tls } });
  const why = await eventually('an error', () => rig.carrier.describe().last_error);
  assert.equal(peer.count('bind_transceiver'), 0);
  await rig.close();
  return String(why);
}

async function sends(rig: SmppRig): Promise<void> {
  const outcomes = rig.submit();
  await eventually('accepted', () => outcomes[0]?.kind === 'accepted');
  await rig.close();
}

test('a text goes over TLS, with the name sent and checked', async () => {
  let asked: string | undefined;
  const peer = new SmscPeer({
    ...SERVER,
    SNICallback: (name, done) => {
      asked = name;
      done(null);
    },
  });
  await sends(await smppRig({ peer, settings: { tls: TRUSTING } }));
  assert.equal(asked, 'smsc.test');
});

test('a certificate of an unknown authority is refused before anything is said', async () => {
  assert.match(
    await fails({ server_name: 'smsc.test' }),
    /unable to verify|UNABLE_TO_VERIFY|self.signed|local issuer/i,
  );
});

test('a certificate for another name is refused, also when the name is an address', async () => {
  assert.match(await fails({ ca_file: file('ca.pem'), server_name: 'other.test' }), /other\.test/);
  assert.match(await fails({ ca_file: file('ca.pem') }), /127\.0\.0\.1/);
});

test('verify: false takes any certificate', async () => {
  await sends(await smppRig({ peer: new SmscPeer(SERVER), settings: { tls: { verify: false } } }));
});

test('a client certificate is shown to an SMSC that wants one', async () => {
  const wanting = { ...SERVER, ca: readFileSync(file('ca.pem')), requestCert: true, rejectUnauthorized: true };
  const shown = { ...TRUSTING, cert_file: file('client.pem'), key_file: file('client-key.pem') };
  await sends(await smppRig({ peer: new SmscPeer(wanting), settings: { tls: shown } }));
  assert.match(await fails(TRUSTING, new SmscPeer(wanting)), /certificate required|closed|reset/i);
});

test('a certificate file that is not there is an error of the connection, not of the process', async () => {
  assert.match(await fails({ ca_file: '/no/such/file.pem' }), /ENOENT/);
});
