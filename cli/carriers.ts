/**
 * The commands on carriers, blocks, what arrived, and nodes.
 */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { CommandError } from './client.ts';
import { gatewayCommand, list, type Page, pathOf, run, withFull, withPages } from './command.ts';
import { CALLBACK_COLUMNS } from './messages.ts';
import { printFields, printHeading, printTable, type Row } from './print.ts';
import { addCarrierList, addNodeList } from './seats.ts';
import { addCarrierTraffic } from './traffic.ts';

interface Flags extends Page {
  readonly account?: string;
  readonly allAccounts?: true;
  readonly recipient?: string;
  readonly sender?: string;
  readonly state?: string;
  readonly carrier?: string;
  readonly meaning?: string;
  readonly full?: true;
}

export function addCarrierCommands(program: Command): void {
  const carrier = program.command('carrier').description('carriers: the ways out');

  addCarrierList(carrier);
  addCarrierTraffic(carrier);
  addAddressCommands(carrier);

  for (const [name, description] of [
    ['drain', 'give a carrier nothing new, on all nodes and over restarts; what it was given is still answered'],
    ['resume', 'use a drained carrier again'],
  ] as const) {
    gatewayCommand(carrier, `${name} <name>`, description).action((which: string, _: unknown, command: Command) =>
      run(
        command,
        (client) => client.ask('POST', pathOf('carriers', which, name)),
        ({ details, ...answer }) => printFields({ ...answer, ...(details as Row) }),
      ),
    );
  }
}

/** What is made of addresses that come in. */
function addAddressCommands(carrier: Command): void {
  withFull(
    gatewayCommand(
      carrier,
      'addresses <name>',
      'what was made of addresses that came in on this node: the newest of each kind, where anything was',
    ),
  ).action((name: string, { full }: Flags, command: Command) =>
    list(command, { path: pathOf('carriers', name, 'addresses'), name: 'addresses' }, { full }, [
      'last_on',
      'ton',
      'npi',
      'as_came',
      'kind',
      'number',
      'country',
    ]),
  );

  gatewayCommand(carrier, 'read-address <name> <address>', 'what would be made of an address that comes in')
    .option('--ton <ton>', 'its type of number: 0 unknown, 1 international, 2 national', byteOf)
    .option('--npi <npi>', 'its numbering plan: 1 telephone numbers, 8 national', byteOf)
    .action((name: string, address: string, { ton, npi }: { ton?: number; npi?: number }, command: Command) =>
      run(
        command,
        (client) => client.ask('POST', pathOf('carriers', name, 'addresses'), { address, ton, npi }),
        (answer) => printFields(answer),
      ),
    );
}

function byteOf(text: string): number {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : 256;
  if (value <= 255) return value;
  throw new InvalidArgumentError('a number from 0 to 255 is allowed');
}

export function addOptOutCommands(program: Command): void {
  const optOut = program.command('optout').description('recipients who do not want to hear from a sender');

  withFull(withPages(gatewayCommand(optOut, 'list', 'blocks in the order of the recipients; - stands for all')))
    .option('--account <customer_id>', 'only of this account')
    .option('--recipient <number>', 'only of this number')
    .action(({ account, recipient, full, limit, after }: Flags, command: Command) =>
      list(command, { path: '/opt-outs', name: 'opt_outs' }, { customer_id: account, recipient, full, limit, after }, [
        'recipient',
        'customer_id',
        'sender',
        'source',
        'created_on',
      ]),
    );

  for (const [name, path, description] of [
    ['add', '/opt-outs', 'block a recipient'],
    ['lift', '/opt-outs/lift', 'lift exactly this block'],
  ] as const) {
    gatewayCommand(optOut, `${name} <recipient>`, description)
      .option('--account <customer_id>', 'for this account')
      .addOption(new Option('--all-accounts', 'for every account').conflicts('account'))
      .option('--sender <sender>', 'for this sender; absent: for every sender')
      .action((recipient: string, { account, allAccounts, sender }: Flags, command: Command) => {
        if (account === undefined && !allAccounts) throw new CommandError('give --account or --all-accounts');
        const body = { recipient, customer_id: account, sender };
        return run(
          command,
          (client) => client.ask('POST', path, body),
          (answer) => printFields(answer),
        );
      });
  }
}

export function addArrivalCommands(program: Command): void {
  const receipt = program.command('receipt').description('receipts that match nothing');
  withFull(withPages(gatewayCommand(receipt, 'list', 'receipts that match nothing, newest first')))
    .option('--state <state>', 'waiting (looked at again for 72 h) or given_up')
    .option('--carrier <name>', 'only of this carrier')
    .action(({ state, carrier, full, limit, after }: Flags, command: Command) =>
      list(command, { path: '/unmatched-receipts', name: 'receipts' }, { state, carrier, full, limit, after }, [
        'received_on',
        'carrier',
        'result',
        'tries',
        'report.state',
        'report.to',
        'report.remote_ids',
        'fits.carrier',
        'fits.reference_id',
      ]),
    );

  const text = program.command('text').description('texts that people sent');
  withFull(withPages(gatewayCommand(text, 'list', 'texts, newest first')), 'phone numbers and texts')
    .option('--account <customer_id>', 'only of this account')
    .option('--meaning <meaning>', 'stop, start, help, other or incomplete')
    .action(({ account, meaning, full, limit, after }: Flags, command: Command) => {
      const query = { customer_id: account, meaning, full, limit, after };
      const columns = ['received_on', 'carrier', 'customer_id', 'from', 'to', 'meaning', full ? 'text' : 'characters'];
      return list(command, { path: '/inbound-texts', name: 'texts' }, query, columns);
    });

  withFull(gatewayCommand(text, 'show <id>', 'what somebody sent'), 'phone numbers and what it says').action(
    (id: string, { full }: Flags, command: Command) =>
      run(
        command,
        (client) => client.get(pathOf('inbound-texts', id), { full }),
        (answer) => {
          printFields(answer, ['callbacks']);
          printHeading('callbacks');
          printTable(answer.callbacks as readonly Row[], CALLBACK_COLUMNS, '  ');
        },
      ),
  );

  addNodeList(program.command('node').description('nodes of the gateway'));
}
