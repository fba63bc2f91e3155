/**
 * `trunkline watch`, or `tail`: prints what changes, as it happens, with how each thing stands.
 *
 * 1. A hint says which thing has changed; what is printed of it is asked for. Of what cannot be shown by itself the hint is
 *    all there is.
 * 2. A stream that ends is opened again, until the command is told to end or the gateway refuses it.
 */
import { type Command, Option } from 'commander';
import { type Client, CommandError, type GatewayAnswer } from './client.ts';
import { clientOf, gatewayCommand, pathOf } from './command.ts';

interface Hint {
  readonly topic: string;
  readonly id: string | null;
  readonly customer_id?: string;
  readonly more?: number;
}

/** Where a thing of a topic is asked for. */
const PLACES: Readonly<Record<string, string>> = {
  messages: 'messages',
  calls: 'calls',
  look_ups: 'look-ups',
  accounts: 'accounts',
};

const COME_AGAIN_MS = 2_000;
/** Of one answer of the stream. What is more is printed as a hint. */
const MOST_ASKED = 10;

export function addWatchCommand(program: Command): void {
  gatewayCommand(program, 'watch', 'what changes, as it happens, until it is told to end (Ctrl-C)')
    .alias('tail')
    .addOption(
      new Option(
        '--topics <list>',
        'of messages, calls, callbacks, sessions, look_ups, inbound, carriers, nodes, accounts, batches, handsets, verifications, imports, erasures, audit; separated by commas',
      ),
    )
    .option('--customer <customer_id>', 'only of this account, and what is of none')
    .action(async ({ topics, customer }: { topics?: string; customer?: string }, command: Command) => {
      const end = new AbortController();
      process.once('SIGINT', () => end.abort());
      process.once('SIGTERM', () => end.abort());
      const isJson = command.opts<{ json?: true }>().json === true;
      await watch(await clientOf(command), { topics, customer_id: customer }, { signal: end.signal, isJson });
    });
}

interface WatchOptions {
  readonly signal: AbortSignal;
  readonly isJson: boolean;
}

async function watch(
  client: Client,
  query: Readonly<Record<string, string | undefined>>,
  { signal, isJson }: WatchOptions,
): Promise<void> {
  let printing = Promise.resolve();
  let hasBegun = false;
  while (!signal.aborted) {
    let unread = '';
    const piece = (text: string) => {
      hasBegun = true;
      const events = (unread + text).split('\n\n');
      unread = events.pop() ?? '';
      for (const event of events) printing = printing.then(() => print(client, event, isJson));
    };
    try {
      await client.stream('/hints', query, { signal, piece });
    } catch (error) {
      // Rule 2.
      const status = error instanceof CommandError ? error.status : null;
      const isForGood = status !== null && status !== 429 && status < 500;
      if (!signal.aborted && (isForGood || !hasBegun)) throw error;
    }
    await printing;
    if (!signal.aborted) await pause(signal);
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, COME_AGAIN_MS);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      resolve();
    }
  });
}

async function print(client: Client, text: string, isJson: boolean): Promise<void> {
  const event = /^event: (.*)$/m.exec(text)?.[1];
  const data = /^data: (.*)$/m.exec(text)?.[1];
  if (event === undefined || data === undefined) return;
  if (isJson) return line(`{"event":"${event}","data":${data}}`);
  const { hints = [] } = JSON.parse(data) as { hints?: readonly Hint[] };
  if (event === 'anew') return line('-- what happened before is not shown --');
  for (const [index, hint] of hints.entries()) {
    const shown = index < MOST_ASKED ? await ask(client, hint) : null;
    line(
      [hint.topic, hint.id ?? `(${hint.more ?? 'many'})`, hint.customer_id, shown && standing(shown)]
        .filter(Boolean)
        .join('  '),
    );
  }
}

/** Rule 1. What has gone meanwhile, or may not be seen, is a hint all the same. */
async function ask(client: Client, { topic, id }: Hint): Promise<GatewayAnswer | null> {
  const place = PLACES[topic];
  return place === undefined || id === null ? null : client.get(pathOf(place, id)).catch(() => null);
}

function standing({ status, state, recipient }: GatewayAnswer): string {
  const { code, description } = (typeof status === 'object' && status !== null ? status : {}) as GatewayAnswer;
  return [recipient, code, description, code === undefined ? state : undefined]
    .filter((each) => each !== undefined)
    .join(' ');
}

function line(text: string): void {
  process.stdout.write(`${text}\n`);
}
