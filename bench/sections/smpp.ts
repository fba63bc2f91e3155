/**
 * How many submits a second leave over one bind at window 100, against npm `smpp` 0.5.1, both to the same sink (a process
 * of its own) in the same run, in turns.
 *
 * 1. Wall-clock rates share the machine with the sink and with whatever else runs; CPU time for each submit does not, so
 *    both are shown.
 */
import { connect } from 'smpp';
import type { Outcome } from '../../src/carriers/carrier.ts';
import { encodeText } from '../../src/carriers/smpp/alphabet.ts';
import { createSmppCarrier } from '../../src/carriers/smpp/carrier.ts';
import type { ShortMessagePdu } from '../../src/carriers/smpp/pdus/pdu.ts';
import { SmppSession } from '../../src/carriers/smpp/session.ts';
import { parseSmppSettings } from '../../src/carriers/smpp/settings.ts';
import { dial } from '../../src/carriers/smpp/socket.ts';
import { createContext } from '../../src/context.ts';
import { TEXT } from '../lib/rig.ts';
import { against, type Figure, pause, type Run, type Section } from '../lib/section.ts';
import { figure, median } from '../lib/statistics.ts';
import { startTool } from '../lib/tool.ts';
import type { SmppSinkHandlers } from '../tools/smpp-sink.ts';

const WINDOW = 100;
const ROUNDS = 3;
const LEAST_TIMES = 5;
const SENDER = '12345';
const RECIPIENT = '4915112345678';

/** Calls `answered` for each answer, keeps the window full until told to stop. */
interface Contender {
  readonly name: string;
  run(port: number, answered: () => void, going: () => boolean): Promise<void>;
}

interface Rate {
  readonly perSecond: number;
  readonly cpuMicroseconds: number;
}

const npmSmpp: Contender = {
  name: 'npm smpp 0.5.1',
  run: (port, answered, going) =>
    new Promise((resolve, reject) => {
      let open = 0;
      const session = connect({ host: '127.0.0.1', port }, () => {
        session.bind_transceiver({ system_id: 'bench', password: 'bench' }, () => {
          for (let count = 0; count < WINDOW; count += 1) submit();
        });
      });
      session.on('error', reject);
      const submit = () => {
        open += 1;
        const fields = {
          source_addr: SENDER,
          destination_addr: RECIPIENT,
          short_message: TEXT,
          registered_delivery: 1,
        };
        session.submit_sm(fields, () => {
          open -= 1;
          answered();
          if (going()) submit();
          else if (open === 0) session.close(resolve);
        });
      };
    }),
};

const ourSession: Contender = {
  name: 'Trunkline codec and session',
  run: (port, answered, going) =>
    new Promise((resolve) => {
      const { clock } = createContext({ logLevel: 'silent' });
      const settings = parseSmppSettings({ host: '127.0.0.1', port, system_id: 'bench', password: 'bench' });
      const wire = dial(clock, settings, {
        connected: () => session.bind(bindRequest()),
        received: (chunk) => session.received(chunk),
        drained: () => session.drained(),
        closed: (why) => {
          session.wireClosed(why);
          resolve();
        },
      });
      const session = new SmppSession(
        clock,
        wire,
        { responseTimeoutMs: 10_000, enquireLinkMs: 30_000 },
        {
          bindAnswered: () => {
            for (let count = 0; count < WINDOW; count += 1) submit();
          },
          inbound: () => {},
          room: () => {},
          notice: () => {},
          ended: () => {},
        },
      );
      const submit = () => session.submit(submitSm(), onAnswer);
      const onAnswer = () => {
        answered();
        if (going()) submit();
        else if (session.outstanding === 0) session.unbind();
      };
    }),
};

const ourCarrier: Contender = {
  name: 'Trunkline carrier',
  run: async (port, answered, going) => {
    const context = createContext({ logLevel: 'silent' });
    const settings = parseSmppSettings({ host: '127.0.0.1', port, system_id: 'bench', window: WINDOW });
    const carrier = createSmppCarrier(context, 'bench', settings);
    const content = { type: 'sms_text', text: TEXT } as const;
    let failed: Outcome | undefined;
    // Ids are the engine's work.
    const ids = Array.from({ length: 1024 }, () => context.ids.next());
    let next = 0;
    const onAnswer = (_part: number, outcome: Outcome) => {
      if (outcome.kind !== 'accepted') failed = outcome;
      answered();
      if (going()) fill();
    };
    const fill = () => {
      for (let slot = carrier.reserve(1); slot; slot = carrier.reserve(1)) {
        const job = {
          attemptId: ids[next++ % ids.length] ?? '',
          recipient: RECIPIENT,
          sender: SENDER,
          messageType: 'OTP',
          content,
          validUntil: context.clock.now() + 60_000,
          parts: [0],
          stillMine: () => true,
        } as const;
        carrier.submit(job, slot, onAnswer);
      }
    };
    await carrier.start({ received: async () => {}, changed: () => (going() ? fill() : undefined) });
    while (going()) await new Promise((resolve) => setTimeout(resolve, 20));
    await carrier.drain();
    await carrier.stop();
    if (failed) throw new Error(`a submit failed: ${JSON.stringify(failed)}`);
  },
};

function bindRequest() {
  const empty = { systemType: '', addrTon: 0, addrNpi: 0, addressRange: '' };
  return {
    command: 'bind_transceiver',
    systemId: 'bench',
    password: 'bench',
    interfaceVersion: 0x34,
    ...empty,
  } as const;
}

function submitSm(): ShortMessagePdu {
  return {
    command: 'submit_sm',
    status: 0,
    sequence: 0,
    serviceType: '',
    source: { ton: 3, npi: 0, address: SENDER },
    destination: { ton: 1, npi: 1, address: RECIPIENT },
    esmClass: 0,
    protocolId: 0,
    priorityFlag: 0,
    scheduleDeliveryTime: '',
    validityPeriod: '',
    registeredDelivery: 1,
    replaceIfPresent: 0,
    dataCoding: 0,
    smDefaultMsgId: 0,
    shortMessage: encodeText(TEXT, 'gsm7') ?? Buffer.alloc(0),
    tlvs: [],
  };
}

/** Answers counted between the end of the warm-up and the end of the round. */
async function measure(run: Run, contender: Contender, port: number): Promise<Rate> {
  let going = true;
  let answers = 0;
  const running = contender.run(
    port,
    () => {
      answers += 1;
    },
    () => going,
  );
  await pause(run.quick ? 100 : 500);
  const from = { answers, at: performance.now(), cpu: process.cpuUsage() };
  await pause(run.quick ? 200 : 1_500);
  const count = answers - from.answers;
  const { user, system } = process.cpuUsage(from.cpu);
  const rate = { perSecond: (count * 1000) / (performance.now() - from.at), cpuMicroseconds: (user + system) / count };
  going = false;
  await running;
  return rate;
}

export const smpp: Section = {
  name: 'smpp',
  title: `SMPP codec and session over one bind, window ${WINDOW}`,
  async run(run) {
    const sink = startTool<SmppSinkHandlers>('smpp-sink');
    try {
      const port = await sink.call.listen(undefined);
      const contenders = [npmSmpp, ourSession, ourCarrier];
      const rates = new Map<Contender, Rate[]>(contenders.map((contender) => [contender, []]));
      for (let round = 0; round < (run.quick ? 1 : ROUNDS); round += 1) {
        for (const contender of contenders) rates.get(contender)?.push(await measure(run, contender, port));
      }
      return contenders.map((contender) => figureOf(contender, rates));
    } finally {
      await sink.stop();
    }
  },
};

function figureOf(contender: Contender, rates: ReadonlyMap<Contender, readonly Rate[]>): Figure {
  const own = rates.get(contender) ?? [];
  const base = rates.get(npmSmpp) ?? [];
  const rate = median(own.map(({ perSecond }) => perSecond));
  const cpu = median(own.map(({ cpuMicroseconds }) => cpuMicroseconds));
  const value = `${figure(rate)}/s, ${figure(cpu)} µs of CPU each`;
  if (contender === npmSmpp) return { what: contender.name, value };
  const times = median(own.map(({ perSecond }, round) => perSecond / (base[round]?.perSecond ?? Number.NaN)));
  const compared = `${value}, ${figure(times)} times the rate`;
  if (contender !== ourSession) return { what: contender.name, value: compared };
  return against(contender.name, compared, `≥ ${LEAST_TIMES} times`, times >= LEAST_TIMES);
}
