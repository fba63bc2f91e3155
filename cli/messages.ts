/**
 * The commands on messages and their callbacks.
 */
import type { Command } from 'commander';
import type { GatewayAnswer, Query } from './client.ts';
import { gatewayCommand, list, type Page, pathOf, run, withFull, withPages } from './command.ts';
import { printFields, printHeading, printTable, type Row } from './print.ts';

interface MessageFlags extends Page {
  readonly account?: string;
  readonly state?: string;
  readonly type?: string;
  readonly recipient?: string;
  readonly externalId?: string;
  readonly channel?: string;
  readonly carrier?: string;
  readonly code?: string;
  readonly from?: string;
  readonly to?: string;
  readonly full?: true;
}

interface CallbackFlags extends MessageFlags {
  readonly message?: string;
  readonly endpoint?: string;
  readonly count?: true;
}

export const CALLBACK_COLUMNS = ['id', 'seq', 'state', 'tries', 'last_status', 'last_error', 'due_on', 'url'];

export function addMessageCommands(program: Command): void {
  const message = program.command('message').description('messages');

  withFull(
    gatewayCommand(message, 'show <reference_id>', 'a message, or one of its channels, with attempts and callbacks'),
  ).action((reference: string, { full }: MessageFlags, command: Command) =>
    run(command, (client) => client.get(pathOf('messages', reference), { full }), printMessage),
  );

  gatewayCommand(message, 'history <reference_id>', 'what became of a message, one thing after the other').action(
    (reference: string, _: unknown, command: Command) =>
      run(
        command,
        (client) => client.get(pathOf('messages', reference, 'history'), {}),
        (answer) => {
          printFields(answer, ['history']);
          printTable(answer.history as readonly Row[], ['at', 'kind', 'text']);
        },
      ),
  );

  withFull(gatewayCommand(message, 'contents <reference_id>', 'what a message says on each channel')).action(
    (reference: string, { full }: MessageFlags, command: Command) =>
      run(
        command,
        (client) => client.get(pathOf('messages', reference, 'contents'), { full }),
        (answer) => {
          printFields(answer, ['contents']);
          printTable(answer.contents as readonly Row[], ['channel', 'sender', 'type', 'characters', 'content']);
        },
      ),
  );

  gatewayCommand(message, 'take-back <reference_id>', 'take a message back, as its caller can').action(
    (reference: string, _: unknown, command: Command) =>
      run(
        command,
        (client) => client.ask('POST', pathOf('messages', reference, 'take-back')),
        (answer) => printFields(answer),
      ),
  );

  withFull(withPages(gatewayCommand(message, 'list', 'messages, newest first')))
    .option('--account <customer_id>', 'only of this account')
    .option('--state <state>', 'open, delivered or failed')
    .option('--type <type>', 'OTP, ARN or MKT')
    .option('--recipient <number>', 'only to this number')
    .option('--external-id <id>', "only with this id of the caller's own")
    .option('--channel <channel>', 'only those that were tried last on rcs, sms or voice')
    .option('--carrier <name>', 'only those of which a channel went to this carrier')
    .option('--code <code>', 'only with this status code, such as 3003')
    .option('--from <time>', 'created at this time or later, such as 2026-01-31 or 2026-01-31T12:00:00Z')
    .option('--to <time>', 'created before this time')
    .action(({ account, type, externalId, ...same }: MessageFlags, command: Command) => {
      const query = { ...asked(same), customer_id: account, message_type: type, external_id: externalId };
      return list(command, { path: '/messages', name: 'messages' }, query, [
        'reference_id',
        'customer_id',
        'message_type',
        'recipient',
        'status',
        'last_channel',
        'created_on',
      ]);
    });
}

/** Options that the gateway knows under the same names; those of every command stay out. */
function asked({ state, recipient, channel, carrier, code, from, to, full, limit, after }: MessageFlags): Query {
  return { state, recipient, channel, carrier, code, from, to, full, limit, after };
}

const ENDPOINT_COLUMNS = [
  'endpoint',
  'customer_id',
  'pending',
  'failing',
  'oldest_on',
  'next_try_on',
  'most_tries',
  'last_status',
  'last_error',
];

export function addCallbackCommands(program: Command): void {
  const callback = program.command('callback').description('callbacks owed to accounts');

  withPages(gatewayCommand(callback, 'list', 'callbacks, newest first'))
    .option('--account <customer_id>', 'only of this account')
    .option('--message <reference_id>', 'only of this message')
    .option('--state <state>', 'pending, delivered, given_up or not_sent')
    .option('--endpoint <url>', 'of an account: only to this scheme, host and port, or URL')
    .option('--from <time>', 'of an account: only of this time or later')
    .option('--to <time>', 'of an account: only from before this time')
    .action(({ account, message, state, endpoint, from, to, limit, after }: CallbackFlags, command: Command) => {
      const query = { customer_id: account, message, state, endpoint, from, to, limit, after };
      return list(command, { path: '/callbacks', name: 'callbacks' }, query, ['message', ...CALLBACK_COLUMNS]);
    });

  withPages(gatewayCommand(callback, 'endpoints', 'where callbacks wait or fail, by account'))
    .option('--account <customer_id>', 'only of this account')
    .option('--state <state>', 'failing or waiting')
    .action(({ account, state, limit, after }: CallbackFlags, command: Command) =>
      list(
        command,
        { path: '/endpoints', name: 'endpoints' },
        { customer_id: account, state, limit, after },
        ENDPOINT_COLUMNS,
      ),
    );

  withFull(gatewayCommand(callback, 'show <id>', 'a callback, what was sent, and how each try went')).action(
    (id: string, { full }: MessageFlags, command: Command) =>
      run(
        command,
        (client) => client.get(pathOf('callbacks', id), { full }),
        (answer) => {
          printFields(answer, ['history']);
          printHeading('tries');
          printTable(answer.history as readonly Row[], ['at', 'status', 'took_ms', 'error', 'answer'], '  ');
        },
      ),
  );

  gatewayCommand(callback, 'redeliver-range', 'send callbacks of an account once more')
    .requiredOption('--account <customer_id>', 'of this account')
    .requiredOption('--from <time>', 'of this time or later')
    .option('--to <time>', 'from before this time; until now')
    .option('--state <state>', 'given_up, pending or delivered; each of them')
    .option('--endpoint <url>', 'to this scheme, host and port, or URL')
    .option('--count', 'only say how many there are')
    .action(({ account, from, to, state, endpoint, count }: CallbackFlags, command: Command) =>
      run(
        command,
        (client) =>
          client.ask('POST', pathOf('callbacks', 'redeliver'), {
            customer_id: account,
            from,
            ...(to === undefined ? {} : { to }),
            ...(state === undefined ? {} : { state }),
            ...(endpoint === undefined ? {} : { endpoint }),
            ...(count === undefined ? {} : { count_only: true }),
          }),
        (answer) => printFields(answer),
      ),
    );

  gatewayCommand(callback, 'redeliver <id>', 'send a callback once more, whatever became of it').action(
    (id: string, _: unknown, command: Command) =>
      run(
        command,
        (client) => client.ask('POST', pathOf('callbacks', id, 'redeliver')),
        (answer) => printFields(answer),
      ),
  );
}

function printMessage(answer: GatewayAnswer): void {
  printFields(answer, ['attempts', 'callbacks']);
  printHeading('attempts');
  const attempts = answer.attempts as ReadonlyArray<Row & { parts: readonly Row[] }>;
  const columns = ['channel', 'status', 'state', 'carrier', 'sender', 'tries', 'deadline_on', 'reason', 'reference_id'];
  printTable(attempts, columns, '  ');
  const parts = attempts.flatMap(({ channel, parts: own }) => own.map((part) => ({ channel, part: part.n, ...part })));
  if (parts.length > 0) {
    printHeading('parts');
    printTable(parts, ['channel', 'part', 'state', 'in_doubt', 'remote_id'], '  ');
  }
  printHeading('callbacks');
  printTable(answer.callbacks as readonly Row[], CALLBACK_COLUMNS, '  ');
}
