/**
 * An SMPP carrier on the system's clock, against an SMSC that nobody here wrote.
 */
import type { Carrier, Inbound, Outcome, RawInbound } from '../../../src/carriers/carrier.ts';
import { createSmppCarrier } from '../../../src/carriers/smpp/carrier.ts';
import { parseSmppSettings } from '../../../src/carriers/smpp/settings.ts';
import { createContext } from '../../../src/context.ts';
import { eventually } from '../cluster/eventually.ts';

export interface LiveSmpp {
  readonly carrier: Carrier;
  /** Everything that came in, interpreted, oldest first. */
  inbound(): Inbound[];
  /** Sends a text and waits until every part is answered. */
  send(text: string, recipient?: string): Promise<Outcome[]>;
}

export async function liveSmpp(port: number, settings: Record<string, unknown> = {}): Promise<LiveSmpp> {
  const context = createContext({ logLevel: 'silent' });
  const all = { host: '127.0.0.1', port, system_id: 'gateway', password: 'secret', ...settings };
  const carrier = createSmppCarrier(context, 'live', parseSmppSettings(all));
  const received: RawInbound[] = [];
  await carrier.start({
    received: async (items) => {
      received.push(...items);
    },
    changed: () => {},
  });
  await eventually('bound', () => carrier.state() === 'up');
  return {
    carrier,
    inbound: () => received.map((raw) => carrier.interpret(raw)),
    send: async (text, recipient = '4915112345678') => {
      const content = { type: 'sms_text', text } as const;
      const parts = Array.from({ length: carrier.countParts(content) }, (_, part) => part);
      const slot = await eventually('room', () => carrier.reserve(parts.length));
      const outcomes: Outcome[] = [];
      const job = {
        attemptId: context.ids.next(),
        recipient,
        sender: '12345',
        messageType: 'ARN',
        content,
        validUntil: context.clock.now() + 300_000,
        parts,
        stillMine: () => true,
      } as const;
      let open = parts.length;
      carrier.submit(job, slot, (part, outcome) => {
        outcomes[part] = outcome;
        open -= 1;
      });
      await eventually('every part is answered', () => open === 0);
      return outcomes;
    },
  };
}
