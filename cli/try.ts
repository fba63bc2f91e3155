/**
 * Short ways to try things in the sandbox: `send` a text, `trigger` the story of a number, `listen` to callbacks.
 *
 * 1. `listen` passes callbacks on as they came, with their headers, so that a receiver on this machine checks the
 *    signatures as it would in production. What it answers is printed and changes nothing: the sandbox has answered.
 */
import { type Command, InvalidArgumentError } from 'commander';
import { request } from 'undici';
import { type Client, CommandError } from './client.ts';
import { clientOf, gatewayCommand, pathOf, run } from './command.ts';
import { printJson } from './print.ts';

const NUMBER_BEGINS = '4915112345';
const DEFAULT_RECEIVER = 'callbacks';
const LOOK_EVERY_MS = 500;
const ANSWER_WITHIN_MS = 15_000;
/** Of one connection, not of a callback. */
const NOT_PASSED_ON = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

interface Received {
  readonly n: number;
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

export function addTryCommands(program: Command): void {
  gatewayCommand(program, 'send <number> <text>', 'send a text from the account of the sandbox')
    .option('--rcs', 'by RCS where that reaches the phone, as a text after 10 s where not')
    .action((number: string, text: string, { rcs }: { rcs?: true }, command: Command) =>
      sendAs(command, rcs ? omnichannel(number, text) : messaging(number, text)),
    );

  gatewayCommand(
    program,
    'trigger <story>',
    'have the story of a number happen: its last three digits (sandbox stories)',
  )
    .option('--number <number>', `which number; absent: ${NUMBER_BEGINS} and the story`)
    .action((story: string, { number }: { number?: string }, command: Command) =>
      sendAs(command, requestOf(storyOf(story), number ?? `${NUMBER_BEGINS}${story}`)),
    );

  gatewayCommand(program, 'listen', "pass on what comes to the sandbox's receiver of callbacks, until Ctrl-C")
    .argument('[receiver]', `which one; absent: ${DEFAULT_RECEIVER}`)
    .requiredOption('--forward <url>', 'where to, such as http://127.0.0.1:9000/callbacks', urlOf)
    .action(async (receiver: string | undefined, { forward }: { forward: string }, command: Command) => {
      const end = new AbortController();
      process.once('SIGINT', () => end.abort());
      process.once('SIGTERM', () => end.abort());
      await listen(await clientOf(command), { receiver: receiver ?? DEFAULT_RECEIVER, forward, signal: end.signal });
    });
}

interface Sendable {
  readonly operation: string;
  readonly body: object;
}

function sendAs(command: Command, sent: Sendable): Promise<void> {
  return run(command, (client) => client.ask('POST', '/sandbox/send', sent), printJson);
}

function messaging(number: string, text: string): Sendable {
  return { operation: 'messaging', body: { phone_number: number, message: text, message_type: 'ARN' } };
}

function omnichannel(number: string, text: string): Sendable {
  const channels = [{ channel: 'rcs', fallback_time: 10 }, { channel: 'sms' }];
  const message = { default: { template: 'text', parameters: { text } } };
  return { operation: 'omnichannel', body: { phone_number: number, message_type: 'ARN', channels, message } };
}

/** What a story is about decides what is asked for (docs/sandbox.md). */
function requestOf(story: number, number: string): Sendable {
  if (story >= 921 && story <= 938) {
    return { operation: 'verify_call', body: { phone_number: number, verify_code: '12345' } };
  }
  if (story >= 940 && story <= 964) {
    const addons = { sim_swap: {}, porting_status: {}, contact: {}, number_deactivation: {}, breached_data: {} };
    return { operation: 'phoneid', body: { phone_number: number, addons } };
  }
  return omnichannel(number, `This is story ${story}.`);
}

function storyOf(text: string): number {
  if (/^\d{3}$/.test(text)) return Number(text);
  throw new CommandError(
    `trigger: ${text} is no story: three digits are allowed; trunkline sandbox stories lists them`,
  );
}

interface Listening {
  readonly receiver: string;
  readonly forward: string;
  readonly signal: AbortSignal;
}

/** What came before is left alone. */
async function listen(client: Client, { receiver, forward, signal }: Listening): Promise<void> {
  const path = pathOf('sandbox', 'receivers', receiver, 'requests');
  const requestsAfter = async (after?: number) => (await client.get(path, { after })).requests as readonly Received[];
  let after = (await requestsAfter().catch(noneYet)).at(-1)?.n ?? 0;
  process.stderr.write(`Callbacks to the receiver ${receiver} go to ${forward}\n`);
  while (!signal.aborted) {
    for (const received of await requestsAfter(after).catch(noneYet)) {
      process.stdout.write(`${received.n}  ${await passOn(received, forward)}\n`);
      after = received.n;
    }
    await pause(signal);
  }
}

/** A receiver is there from the first request on. */
function noneYet(error: unknown): readonly Received[] {
  if (error instanceof CommandError && error.status === 404) return [];
  throw error;
}

/** Rule 1. */
async function passOn({ headers, body }: Received, forward: string): Promise<string> {
  if (body === null) throw new CommandError('listen: the right full is needed, which shows the bodies of callbacks');
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.has(name.toLowerCase())));
  try {
    const timeouts = { headersTimeout: ANSWER_WITHIN_MS, bodyTimeout: ANSWER_WITHIN_MS };
    const answer = await request(forward, { method: 'POST', headers: kept, body, ...timeouts });
    await answer.body.dump();
    return `answered ${answer.statusCode}`;
  } catch (error) {
    return `not taken (${error instanceof Error && 'code' in error ? String(error.code) : 'no answer'})`;
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, LOOK_EVERY_MS);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}

function urlOf(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text;
  throw new InvalidArgumentError('an http or https URL is allowed');
}
