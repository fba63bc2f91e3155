/**
 * The commands on the sandbox: what is sent as its account, its handsets, and what a person does with one.
 */
import { writeFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { CommandError, type GatewayAnswer } from './client.ts';
import { clientOf, gatewayCommand, list, type Page, pathOf, run, withPages } from './command.ts';
import { printFields, printHeading, printJson, printTable, type Row } from './print.ts';
import { textFrom } from './secret.ts';

const HANDSET_COLUMNS = ['phone_number', 'last_on', 'messages', 'sent', 'calls', 'calls_under_way', 'ending'];
const MESSAGE_COLUMNS = ['received_on', 'channel', 'from', 'content', 'message.reference_id', 'withdrawn'];
const SENT_COLUMNS = ['sent_on', 'channel', 'to', 'kind', 'content'];
const CALL_COLUMNS = ['id', 'started_on', 'from', 'state', 'keys', 'pressed', 'message.reference_id'];

export function addSandboxCommands(program: Command): void {
  const sandbox = program.command('sandbox').description('handsets of the sandbox, and what is sent to them');
  addSending(sandbox);
  addLooking(sandbox);
  addPerson(sandbox);
  addCalls(sandbox);
}

function addSending(sandbox: Command): void {
  gatewayCommand(sandbox, 'send <operation>', 'send what callers send, as the account of the sandbox')
    .requiredOption('--body <json>', 'the body of the request, @FILE or - for standard input')
    .option('--dry-run', 'only say what would be done')
    .action((operation: string, { body, dryRun }: { body: string; dryRun?: true }, command: Command) =>
      run(
        command,
        (client) =>
          client.ask('POST', '/sandbox/send', {
            operation,
            body: objectOf(textFrom('--body', body)),
            dry_run: dryRun,
          }),
        printJson,
      ),
    );
}

function addLooking(sandbox: Command): void {
  withPages(gatewayCommand(sandbox, 'handsets', 'handsets in use, newest first')).action(
    ({ limit, after }: Page, command: Command) =>
      list(command, { path: '/sandbox/handsets', name: 'handsets' }, { limit, after }, HANDSET_COLUMNS),
  );
  gatewayCommand(sandbox, 'show <number>', 'what a handset got and sent, and its calls').action(
    (number: string, _: unknown, command: Command) =>
      run(command, (client) => client.get(pathOf('sandbox', 'handsets', number)), printHandset),
  );
  gatewayCommand(sandbox, 'stories', 'what numbers do, by their last three digits').action(
    (_: unknown, command: Command) =>
      list(command, { path: '/sandbox/stories', name: 'stories' }, {}, ['ending', 'about', 'says']),
  );
}

function addPerson(sandbox: Command): void {
  const act = (usage: string, description: string) => gatewayCommand(sandbox, `${usage} <number>`, description);
  act('reply', 'send a text from a handset')
    .requiredOption('--to <sender>', 'from whom it got a message: a number, or the RCS agent')
    .requiredOption('--text <text>', 'what it says; STOP is a text as any other')
    .action((number: string, { to, text }: { to: string; text: string }, command: Command) =>
      does(command, 'POST', pathOf('sandbox', 'handsets', number, 'reply'), { to, text }),
    );
  act('tap', 'press a button; without an option the first one of the newest card')
    .option('--reference <reference_id>', 'of its message')
    .option('--index <number>', 'from 0: those of the cards, then the suggestions', countOf)
    .option('--text <text>', 'what stands on it')
    .option('--payload <payload>', 'what it sends')
    .action((number: string, { reference, index, text, payload }: Tapped, command: Command) => {
      const body = { reference_id: reference, index, text, payload };
      return does(command, 'POST', pathOf('sandbox', 'handsets', number, 'tap'), body);
    });
  act('file', 'send a file from a handset to the RCS agent')
    .requiredOption('--to <agent>', 'the RCS agent')
    .requiredOption('--uri <uri>', 'where it is')
    .option('--name <name>', 'how it is called')
    .action((number: string, body: { to: string; uri: string; name?: string }, command: Command) => {
      const { to, uri, name } = body;
      return does(command, 'POST', pathOf('sandbox', 'handsets', number, 'file'), { to, uri, name });
    });
  act('location', 'send a place from a handset to the RCS agent')
    .requiredOption('--to <agent>', 'the RCS agent')
    .requiredOption('--latitude <degrees>', '-90 to 90', degreesOf)
    .requiredOption('--longitude <degrees>', '-180 to 180', degreesOf)
    .action((number: string, { to, latitude, longitude }: Placed, command: Command) =>
      does(command, 'POST', pathOf('sandbox', 'handsets', number, 'location'), { to, latitude, longitude }),
    );
}

interface Tapped {
  readonly reference?: string;
  readonly index?: number;
  readonly text?: string;
  readonly payload?: string;
}

interface Placed {
  readonly to: string;
  readonly latitude: number;
  readonly longitude: number;
}

function addCalls(sandbox: Command): void {
  gatewayCommand(sandbox, 'waits <number>', 'let calls ring until somebody takes them in hand')
    .option('--off', 'let them go as the number says')
    .action((number: string, { off }: { off?: true }, command: Command) =>
      does(command, 'PUT', pathOf('sandbox', 'handsets', number, 'waits'), { waits: off !== true }),
    );
  for (const [name, what] of [
    ['answer', 'answer a call that rings'],
    ['decline', 'decline a call that rings'],
    ['hang-up', 'hang up a call that was answered'],
  ] as const) {
    gatewayCommand(sandbox, `${name} <number> <call_id>`, what).action(
      (number: string, call: string, _: unknown, command: Command) =>
        does(command, 'POST', pathOf('sandbox', 'handsets', number, 'calls', call, name)),
    );
  }
  gatewayCommand(sandbox, 'keys <number> <call_id>', 'press keys in a call that was answered')
    .requiredOption('--keys <keys>', '1 to 32 of 0 to 9, *, # and A to D')
    .action((number: string, call: string, { keys }: { keys: string }, command: Command) =>
      does(command, 'POST', pathOf('sandbox', 'handsets', number, 'calls', call, 'keys'), { keys }),
    );
  gatewayCommand(sandbox, 'sound <number> <call_id>', 'keep what a telephone heard as a WAV file')
    .requiredOption('--out <file>', 'where it is kept')
    .action(async (number: string, call: string, { out }: { out: string }, command: Command) => {
      const path = pathOf('sandbox', 'handsets', number, 'calls', `${call}.wav`);
      writeFileSync(out, await (await clientOf(command)).getBytes(path));
    });
}

function does(command: Command, method: 'POST' | 'PUT', path: string, body?: object): Promise<void> {
  return run(
    command,
    (client) => client.ask(method, path, body),
    (answer) => printFields(answer),
  );
}

function printHandset(answer: GatewayAnswer): void {
  printFields(answer, ['messages', 'sent', 'calls']);
  for (const [name, columns] of Object.entries({
    messages: MESSAGE_COLUMNS,
    sent: SENT_COLUMNS,
    calls: CALL_COLUMNS,
  })) {
    printHeading(name);
    printTable(answer[name] as readonly Row[], columns);
  }
}

function objectOf(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Said below.
  }
  throw new CommandError('--body: a JSON object is allowed');
}

function countOf(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('a whole number from 0 is allowed');
  return Number(text);
}

function degreesOf(text: string): number {
  if (!/^-?\d{1,3}(\.\d+)?$/.test(text)) throw new InvalidArgumentError('a number of degrees is allowed');
  return Number(text);
}
