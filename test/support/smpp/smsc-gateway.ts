/**
 * A whole gateway whose SMS carriers bind to scripted SMSCs, for what only an SMSC of one's own can do: write addresses
 * in its own way, give a receipt on another bind.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { stringify } from 'yaml';
import type { Address, ShortMessagePdu } from '../../../src/carriers/smpp/pdus/pdu.ts';
import { asJsonObject, type JsonObject } from '../../../src/lib/json.ts';
import { startGateway, type TestGateway } from '../gateway/gateway.ts';
import { shortMessage } from './samples.ts';
import { SmscPeer } from './smsc-peer.ts';

export interface SmscGateway {
  readonly service: TestGateway;
  /** By the name of their carrier. */
  readonly peer: (carrier: string) => SmscPeer;
  /** Where its SMSC is and who it is there, for a carrier that binds there, too. */
  readonly placeOf: (carrier: string) => object;
  stop(): Promise<void>;
}

/**
 * `carriers`: settings by name, beside those that say where the SMSC is; `at`: it is that of another one. `settings`: of
 * the gateway, beside its carriers.
 */
export async function startSmscGateway(
  carriers: Readonly<Record<string, { readonly at?: string; readonly [setting: string]: unknown }>>,
  settings: object = {},
): Promise<SmscGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-smsc-'));
  const peers = new Map<string, SmscPeer>();
  const configured: object[] = [];
  const ports = new Map<SmscPeer, number>();
  for (const [name, { at, ...own }] of Object.entries(carriers)) {
    const peer = (at === undefined ? undefined : peers.get(at)) ?? new SmscPeer();
    peers.set(name, peer);
    const port = ports.get(peer) ?? (await peer.listen());
    ports.set(peer, port);
    configured.push({
      ...{ name, kind: 'smpp', host: '127.0.0.1', port, system_id: 'gateway' },
      ...own,
    });
  }
  const config = join(folder, 'trunkline.yaml');
  await writeFile(config, stringify({ ...settings, carriers: configured }));
  const service = await startGateway({ TRUNKLINE_CONFIG: config });
  service.atEnd(async () => {
    for (const peer of ports.keys()) await peer.close();
    await rm(folder, { recursive: true, force: true });
  });
  const peerOf = (carrier: string) => {
    const peer = peers.get(carrier);
    if (!peer) throw new Error(`there is no carrier ${carrier}`);
    return peer;
  };
  const bound = [...peers.values()].map((peer, _, all) => ({
    peer,
    binds: all.filter((each) => each === peer).length,
  }));
  await service.until('all are bound', () => bound.every(({ peer, binds }) => peer.links.length >= binds));
  return {
    service,
    peer: peerOf,
    placeOf: (carrier) => ({ host: '127.0.0.1', port: ports.get(peerOf(carrier)), system_id: 'gateway' }),
    stop: () => service.stop(),
  };
}

let sequence = 1;

/** A text from a handset, in the words of the SMSC. */
export function textFrom(peer: SmscPeer, source: Address, to: string, text: string): void {
  sequence += 1;
  const change: Partial<ShortMessagePdu> = {
    source,
    destination: { ton: 1, npi: 1, address: to },
    shortMessage: Buffer.from(text, 'latin1'),
    sequence,
  };
  peer.receiver().send(shortMessage(change));
}

/** A receipt for the message with this id. */
export function receiptFor(
  peer: SmscPeer,
  id: string,
  recipient: Address,
  sender: string,
  link = peer.receiver(),
): void {
  sequence += 1;
  link.send(
    shortMessage({
      source: recipient,
      destination: { ton: 1, npi: 1, address: sender },
      esmClass: 4,
      shortMessage: Buffer.from(
        `id:${id} sub:001 dlvrd:001 submit date:2601010100 done date:2601010101 stat:DELIVRD err:000 text:`,
        'latin1',
      ),
      sequence,
    }),
  );
}

/** An account of its own, and what calls as it. */
export async function newAccount(service: TestGateway, body: object): Promise<{ id: string; call: AccountCall }> {
  const made = await service.operate('POST', '/accounts', body);
  if (made.status !== 201) throw new Error(`not made: ${JSON.stringify(made.body)}`);
  const { customer_id: id, api_key: key } = made.body as { customer_id: string; api_key: string };
  const authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
  const call: AccountCall = async (method, path, json) => {
    const answer = await request(`${service.url}${path}`, {
      method,
      headers: { authorization, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const object = asJsonObject(JSON.parse(await answer.body.text()));
    if (!object) throw new Error('the answer is no object');
    return { status: answer.statusCode, body: object };
  };
  return { id, call };
}

export type AccountCall = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  json?: object,
) => Promise<{ readonly status: number; readonly body: JsonObject }>;
