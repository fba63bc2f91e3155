/** A receipt for an id that a gateway was never given, as the sandbox's SMSC would have sent it. */
import { randomBytes } from 'node:crypto';
import { packInbound } from '../../../src/carriers/smpp/inbound.ts';
import { encodePdu } from '../../../src/carriers/smpp/pdus/encode.ts';
import { createIds } from '../../../src/lib/ids.ts';
import { appendInbox } from '../../../src/store/messages/inbox.ts';
import type { TestGateway } from '../gateway/gateway.ts';
import { shortMessage } from '../smpp/samples.ts';

/** Resolves when operators can see it. */
export async function receiveStrayReceipt(service: TestGateway, number: string): Promise<void> {
  const { db } = service.gateway;
  const frame = encodePdu(
    shortMessage({
      source: { ton: 1, npi: 1, address: number },
      destination: { ton: 1, npi: 1, address: '491579000000' },
      esmClass: 4,
      shortMessage: Buffer.from(
        'id:4cd1b0d4 sub:001 dlvrd:001 submit date:2601011200 done date:2601011200 stat:DELIVRD err:000 text:',
      ),
    }),
  );
  const now = service.clock.now();
  const id = createIds(() => now, randomBytes).next();
  const row = {
    id,
    carrier: 'sandbox-sms',
    kind: 'deliver_sm',
    body: packInbound({ v: 1, bind: '1-transceiver' }, frame),
    receivedAt: now,
    tries: 0,
  };
  await appendInbox(db, [row], { node: 'gone', epoch: 1 }, now);
  await service.until('it was looked at', async () => {
    const { body } = await service.operate('GET', '/unmatched-receipts');
    return JSON.stringify(body).includes('4cd1b0d4');
  });
}
