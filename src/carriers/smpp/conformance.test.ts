/** The peer is npm `smpp` as the SMSC, so that both sides of the protocol are not our own codec. */
import type { AddressInfo, Server } from 'node:net';
import smpp, { type Pdu, type Session } from 'smpp';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { shortMessage } from '../../../test/support/smpp/samples.ts';
import { createContext } from '../../context.ts';
import { carrierConformance } from '../conformance.ts';
import type { ConformancePeer, ConformanceRig, PeerManner } from '../conformance-bench.ts';
import { createSmppCarrier } from './carrier.ts';
import { packInbound } from './inbound.ts';
import { encodePdu } from './pdus/encode.ts';
import { parseSmppSettings } from './settings.ts';

const STATUS = { accept: 0, refuse: 0x0b, throttle: 0x58 } as const;
const RECEIPT = 'id:7 sub:001 dlvrd:001 submit date:2601010100 done date:2601010101 stat:DELIVRD err:000 text:';

class NpmSmsc implements ConformancePeer {
  port = 0;
  private server: Server | null = null;
  private readonly sessions = new Set<Session>();
  private manner: PeerManner = 'accept';
  private submits = 0;

  behave(manner: PeerManner): void {
    this.manner = manner;
  }

  arrived(): number {
    return this.submits;
  }

  deliver(): Promise<'acknowledged' | 'send_again'> {
    return new Promise((resolve) => {
      const receipt = { source_addr: '4915112345900', destination_addr: '12345', esm_class: 4, short_message: RECEIPT };
      [...this.sessions]
        .at(-1)
        ?.deliver_sm(receipt, (answer) => resolve(answer.command_status === 0 ? 'acknowledged' : 'send_again'));
    });
  }

  async comeBack(): Promise<void> {
    const server = smpp.createServer((session) => {
      this.sessions.add(session);
      session.on('error', () => {});
      session.on('close', () => this.sessions.delete(session));
      session.on('pdu', (pdu: Pdu) => this.serve(session, pdu));
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
  }

  async goAway(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = null;
    for (const session of this.sessions) session.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  private serve(session: Session, pdu: Pdu): void {
    if (pdu.command !== 'submit_sm') {
      if (!pdu.command.endsWith('_resp')) session.send(pdu.response());
      return;
    }
    this.submits += 1;
    if (this.manner === 'cut') session.destroy();
    else if (this.manner !== 'stay_silent') {
      session.send(pdu.response({ command_status: STATUS[this.manner], message_id: String(this.submits) }));
    }
  }
}

async function make(): Promise<ConformanceRig> {
  const clock = new ManualClock();
  const peer = new NpmSmsc();
  await peer.comeBack();
  const settings = { host: '127.0.0.1', port: peer.port, system_id: 'gateway', password: 'hush-123', window: 20 };
  const context = createContext({ logLevel: 'silent', clock });
  const carrier = createSmppCarrier(context, 'smsc', parseSmppSettings(settings));
  const pack = (change: Parameters<typeof shortMessage>[0]) => ({
    kind: 'deliver_sm',
    body: packInbound({ v: 1, bind: 'trx1' }, encodePdu(shortMessage(change))),
  });
  return {
    carrier,
    peer,
    contents: [
      { type: 'sms_text', text: 'Your code is 123456' },
      { type: 'sms_text', text: 'Ж'.repeat(150) },
    ],
    secrets: ['hush-123'],
    samples: [
      pack({ esmClass: 4, shortMessage: Buffer.from(RECEIPT) }),
      pack({ shortMessage: Buffer.from('STOP') }),
      pack({ esmClass: 0x40, dataCoding: 8, shortMessage: Buffer.from('0500030702010416041604160416', 'hex') }),
    ],
    now: () => clock.now(),
    passTime: (ms) => clock.advance(ms),
    close: () => peer.goAway(),
  };
}

carrierConformance('SMPP', { answersSay: 'taken', roomIsFor: 'parts', hasInput: true, takesBack: 'nothing' }, make);
