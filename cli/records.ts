/**
 * The commands that list what accounts have done: look-ups, calls, masked sessions, verifications.
 */
import type { Command } from 'commander';
import type { GatewayAnswer } from './client.ts';
import { gatewayCommand, type Listing, list, type Page, pathOf, run, withFull, withPages } from './command.ts';
import { CALLBACK_COLUMNS } from './messages.ts';
import { printFields, printHeading, printTable, type Row } from './print.ts';

interface RecordFlags extends Page {
  readonly account?: string;
  readonly number?: string;
  readonly externalId?: string;
  readonly state?: string;
  readonly status?: string;
  readonly code?: string;
  readonly from?: string;
  readonly to?: string;
  readonly full?: true;
}

interface RecordList extends Listing {
  /** What the gateway calls the number. */
  readonly number: 'number' | 'recipient';
  readonly columns: readonly string[];
}

const LOOK_UPS: RecordList = {
  path: '/look-ups',
  name: 'look_ups',
  number: 'number',
  columns: ['reference_id', 'customer_id', 'external_id', 'number', 'status', 'add_ons', 'created_on'],
};
const CALLS: RecordList = {
  path: '/calls',
  name: 'calls',
  number: 'recipient',
  columns: ['reference_id', 'customer_id', 'external_id', 'recipient', 'status', 'completed_on', 'created_on'],
};
const SESSIONS: RecordList = {
  path: '/masking-sessions',
  name: 'sessions',
  number: 'number',
  columns: ['session_id', 'customer_id', 'external_id', 'state', 'number_1', 'number_2', 'opened_on', 'ends_on'],
};
const VERIFICATIONS: RecordList = {
  path: '/verifications',
  name: 'verifications',
  number: 'recipient',
  columns: ['reference_id', 'customer_id', 'external_id', 'recipient', 'state', 'methods', 'created_on'],
};

/** Below `lookup`. */
export function addLookUpList(lookup: Command): void {
  recordList(lookup, 'look-ups', LOOK_UPS).option('--status <code>', '300 or 301');
}

/** Below `call`. */
export function addCallList(call: Command): void {
  recordList(call, 'verification calls', CALLS).option('--code <code>', 'only with this status code, such as 101');
}

export function addRecordCommands(program: Command): void {
  const session = program.command('masking-session').alias('session').description('masked sessions of accounts');
  recordList(session, 'masked sessions', SESSIONS).option(
    '--state <state>',
    'open, in_progress, stopped, expired or closed; live: one of the first three',
  );
  addSessionCommands(session);
  const verification = program.command('verification').description('verifications with several methods');
  recordList(verification, 'verifications', VERIFICATIONS).option(
    '--state <state>',
    'CREATED, ONGOING, REJECTED, FAILED, VERIFIED or CANCELED',
  );
  const shown = gatewayCommand(verification, 'show <reference_id>', 'a verification with its methods and callbacks');
  withFull(shown).action((reference: string, { full }: RecordFlags, command: Command) =>
    run(command, (client) => client.get(pathOf('verifications', reference), { full }), printVerification),
  );
}

function printVerification(answer: GatewayAnswer): void {
  printFields(answer, ['methods', 'callbacks']);
  printHeading('methods');
  const columns = ['method', 'state', 'description', 'tried_on', 'message.reference_id', 'message.status'];
  printTable(answer.methods as readonly Row[], columns, '  ');
  printHeading('callbacks');
  printTable(answer.callbacks as readonly Row[], CALLBACK_COLUMNS, '  ');
}

function addSessionCommands(session: Command): void {
  withFull(gatewayCommand(session, 'show <session_id>', 'a masked session')).action(
    (id: string, { full }: RecordFlags, command: Command) =>
      run(
        command,
        (client) => client.get(pathOf('masking-sessions', id), { full }),
        (answer) => printFields(answer),
      ),
  );
  gatewayCommand(session, 'close <session_id>', 'end a masked session at once, as its caller can').action(
    (id: string, _: unknown, command: Command) =>
      run(
        command,
        (client) => client.ask('POST', pathOf('masking-sessions', id, 'close')),
        (answer) => printFields(answer),
      ),
  );
  const texts = gatewayCommand(session, 'texts <session_id>', 'the texts that met a session, oldest first');
  withFull(withPages(texts), 'what was written').action(
    (id: string, { full, limit, after }: RecordFlags, command: Command) =>
      list(
        command,
        { path: pathOf('masking-sessions', id, 'interactions'), name: 'interactions' },
        { full, limit, after },
        ['received_on', 'from', 'result', 'reply', 'text', 'delivery.status'],
      ),
  );
}

function recordList(group: Command, what: string, { number: numberName, columns, ...listing }: RecordList): Command {
  return withFull(withPages(gatewayCommand(group, 'list', `${what}, newest first`)))
    .option('--account <customer_id>', 'only of this account')
    .option('--number <number>', 'only with this number')
    .option('--external-id <id>', "only with this id of the caller's own")
    .option('--from <time>', 'made at this time or later, such as 2026-01-31 or 2026-01-31T12:00:00Z')
    .option('--to <time>', 'made before this time')
    .action((flags: RecordFlags, command: Command) => {
      const { account, number, externalId, state, status, code, from, to, full, limit, after } = flags;
      const query = { customer_id: account, [numberName]: number, external_id: externalId, state, status, code };
      return list(command, listing, { ...query, from, to, full, limit, after }, columns);
    });
}
