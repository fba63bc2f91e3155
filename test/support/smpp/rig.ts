/**
 * An SMPP carrier against a scripted SMSC, on a clock that the test moves.
 */
import { Writable } from 'node:stream';
import type { Carrier, Inbound, Outcome, RawInbound, SubmitJob } from '../../../src/carriers/carrier.ts';
import { createSmppCarrier } from '../../../src/carriers/smpp/carrier.ts';
import { parseSmppSettings } from '../../../src/carriers/smpp/settings.ts';
import { createContext } from '../../../src/context.ts';
import { createLog } from '../../../src/lib/log.ts';
import { eventually } from '../cluster/eventually.ts';
import { endedOn, ManualClock } from '../manual-clock.ts';
import { SmscPeer } from './smsc-peer.ts';

export interface SmppRig {
  readonly clock: ManualClock;
  readonly peer: SmscPeer;
  readonly carrier: Carrier;
  readonly received: RawInbound[];
  /** What the sink does with input; a test may make it reject. */
  store: (items: readonly RawInbound[]) => Promise<void>;
  readonly lines: string[];
  changes: number;
  /** Submits one job of the text and answers a view of its outcomes, which fill in as they come. */
  submit(text?: string, change?: Partial<SubmitJob>): (Outcome | undefined)[];
  interpreted(): Inbound[];
  close(): Promise<void>;
}

export interface RigOptions {
  readonly settings?: Record<string, unknown>;
  readonly peer?: SmscPeer;
  /** Leaves the carrier unbound. */
  readonly unbound?: boolean;
}

export async function smppRig(options: RigOptions = {}): Promise<SmppRig> {
  const clock = new ManualClock();
  const peer = options.peer ?? new SmscPeer();
  const port = await peer.listen();
  const lines: string[] = [];
  const log = createLog(
    'debug',
    new Writable({ decodeStrings: false, write: (line, _, done) => done(void lines.push(String(line))) }),
  );
  const context = createContext({ logLevel: 'debug', clock, log });
  const settings = parseSmppSettings({ host: '127.0.0.1', port, system_id: 'gateway', ...options.settings });
  const carrier = createSmppCarrier(context, 'test', settings);
  const received: RawInbound[] = [];
  const rig: SmppRig = {
    clock,
    peer,
    carrier,
    received,
    store: async () => {},
    lines,
    changes: 0,
    submit: (text = 'hello', change = {}) => submit(carrier, clock, text, change),
    interpreted: () => received.map((raw) => carrier.interpret(raw)),
    close: async () => {
      await endedOn(clock, carrier.stop());
      await peer.close();
    },
  };
  await carrier.start({
    received: async (items) => {
      await rig.store(items);
      received.push(...items);
    },
    changed: () => {
      rig.changes += 1;
    },
  });
  const wanted = settings.binds * (settings.bind === 'transceiver' ? 1 : 2);
  if (!options.unbound)
    await eventually('bound', () => String(carrier.describe().bound).split(' ').filter(Boolean).length === wanted);
  return rig;
}

let attempts = 0;

function submit(
  carrier: Carrier,
  clock: ManualClock,
  text: string,
  change: Partial<SubmitJob>,
): (Outcome | undefined)[] {
  const content = { type: 'sms_text', text } as const;
  const parts = Array.from({ length: carrier.countParts(change.content ?? content) }, (_, part) => part);
  attempts += 1;
  const job: SubmitJob = {
    attemptId: `019b0000-0000-7000-8000-${attempts.toString(16).padStart(12, '0')}`,
    recipient: '4915112345678',
    sender: '12345',
    messageType: 'ARN',
    content,
    validUntil: clock.now() + 300_000,
    parts,
    stillMine: () => true,
    ...change,
  };
  const slot = carrier.reserve(job.parts.length);
  if (!slot) throw new Error('the carrier has no room');
  const outcomes: (Outcome | undefined)[] = job.parts.map(() => undefined);
  carrier.submit(job, slot, (part, outcome) => {
    const index = job.parts.indexOf(part);
    if (index < 0) throw new Error(`part ${part} was not asked for`);
    if (outcomes[index]) throw new Error(`part ${part} was answered twice`);
    outcomes[index] = outcome;
  });
  return outcomes;
}

/** Runs with a rig that is closed afterwards, whatever happens. */
export async function withRig(settings: Record<string, unknown>, run: (rig: SmppRig) => Promise<void>): Promise<void> {
  const rig = await smppRig({ settings });
  try {
    await run(rig);
  } finally {
    await rig.close();
  }
}

export function answered(outcomes: readonly (Outcome | undefined)[]): Promise<Outcome[]> {
  return eventually('every part is answered', () => outcomes.every((outcome) => outcome) && (outcomes as Outcome[]));
}
