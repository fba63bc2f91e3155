/**
 * The commands on accounts and their keys.
 */
import { type Command, InvalidArgumentError } from 'commander';
import type { Client, GatewayAnswer } from './client.ts';
import { gatewayCommand, list, type Page, pathOf, run, several, withFull, withPages, wordsOf } from './command.ts';
import { addMasterKeyCommand } from './master-key.ts';
import { printFields, printHeading, printTable, type Row } from './print.ts';
import { secretIfAny } from './secret.ts';

interface AccountFlags {
  readonly name?: string;
  readonly kind?: string;
  readonly products?: string[];
  readonly addons?: string[];
  readonly countries?: string[];
  readonly setting?: Row;
  readonly sender?: Sender[];
  readonly sharedSender?: Sender[];
  readonly verifiedNumber?: string[];
}

interface ListFlags {
  readonly state?: string;
  readonly kind?: string;
  readonly search?: string;
}

interface ChangeFlags extends AccountFlags {
  readonly removeSender?: string[];
  readonly removeVerifiedNumber?: string[];
}

interface Sender {
  readonly sender: string;
  readonly default_for: string[];
  readonly shared?: true;
}

const KEY_NOTE = 'Keep the API key: it is not shown again.\n';

export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('accounts of those who call the API');

  withFields(gatewayCommand(account, 'create <name>', 'make an account and its first key, which is shown this once'))
    .option('--customer-id <id>', 'its Customer ID; absent, one is made')
    .option(
      '--key <file>',
      'an API key that it brings along, plain base64 of 16 to 128 bytes: @FILE or - for standard input; absent, one is made',
    )
    .action(async (name: string, flags: AccountFlags & { customerId?: string; key?: string }, command: Command) => {
      const body = {
        ...bodyOf({ ...flags, name }),
        customer_id: flags.customerId,
        senders: sendersIn(flags),
        verified_numbers: flags.verifiedNumber,
        api_key: await secretIfAny('--key', flags.key),
      };
      return run(
        command,
        (client) => client.ask('POST', '/accounts', body),
        (answer) => {
          printAccount(answer);
          if (answer.api_key !== undefined) process.stderr.write(KEY_NOTE);
        },
      );
    });

  withFull(
    gatewayCommand(account, 'show <customer_id>', 'an account with its keys, senders and verified numbers'),
  ).action((id: string, { full }: { full?: true }, command: Command) =>
    run(command, (client) => client.get(pathOf('accounts', id), { full }), printAccount),
  );

  withPages(gatewayCommand(account, 'list', 'accounts in the order of their Customer IDs'))
    .option('--state <state>', 'active or suspended')
    .option('--kind <kind>', 'full_service or trial')
    .option('--search <text>', 'part of the name or of the Customer ID')
    .action(({ state, kind, search, limit, after }: Page & ListFlags, command: Command) =>
      list(command, { path: '/accounts', name: 'accounts' }, { state, kind, search, limit, after }, [
        'customer_id',
        'name',
        'kind',
        'state',
        'products',
        'created_on',
      ]),
    );

  withFields(gatewayCommand(account, 'set <customer_id>', 'change an account; what is not given stays as it is'))
    .option('--name <name>', 'how people know it')
    .option('--remove-sender <sender>', 'may be given several times', several)
    .option('--remove-verified-number <number>', 'may be given several times', several)
    .action((id: string, flags: ChangeFlags, command: Command) =>
      run(command, (client) => change(client, id, flags), printAccount),
    );

  for (const [name, description] of [
    ['suspend', 'refuse whatever an account asks for'],
    ['activate', 'let a suspended account work again'],
  ] as const) {
    gatewayCommand(account, `${name} <customer_id>`, description).action((id: string, _: unknown, command: Command) =>
      run(
        command,
        (client) => client.ask('POST', pathOf('accounts', id, name)),
        (answer) => printFields(answer),
      ),
    );
  }
}

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys of an account, and the master key');
  addMasterKeyCommand(key);
  addCallbackSecretsCommand(key);

  gatewayCommand(key, 'create <customer_id>', 'make one more key, which is shown this once')
    .option('--key <file>', 'a key that the account brings along, plain base64 of 16 to 128 bytes: @FILE or -')
    .action((id: string, flags: { key?: string }, command: Command) =>
      run(
        command,
        async (client) =>
          client.ask('POST', pathOf('accounts', id, 'keys'), {
            api_key: await secretIfAny('--key', flags.key),
          }),
        (answer) => {
          printFields(answer);
          if (answer.api_key !== undefined) process.stderr.write(KEY_NOTE);
        },
      ),
    );

  gatewayCommand(
    key,
    'list <customer_id>',
    'keys, newest first; the hint is the beginning of the SHA-256 of a key',
  ).action((id: string, _: unknown, command: Command) =>
    list(command, { path: pathOf('accounts', id, 'keys'), name: 'keys' }, {}, KEY_COLUMNS),
  );

  gatewayCommand(key, 'revoke <customer_id> <key_id>', 'stop a key: within 5 s it works nowhere any more').action(
    (id: string, keyId: string, _: unknown, command: Command) =>
      run(
        command,
        (client) => client.ask('DELETE', pathOf('accounts', id, 'keys', keyId)),
        (answer) => printFields(answer),
      ),
  );
}

function addCallbackSecretsCommand(key: Command): void {
  const command = gatewayCommand(
    key,
    'callback-secrets <customer_id>',
    'the secrets that sign callbacks at present, newest first',
  );
  withFull(command, 'the secrets').action((id: string, { full }: { full?: true }, given: Command) =>
    list(given, { path: pathOf('accounts', id, 'callback-secrets'), name: 'secrets' }, { full }, [
      'id',
      'secret',
      'created_on',
      'expires_on',
    ]),
  );
}

const KEY_COLUMNS = ['id', 'hint', 'created_on', 'revoked_on'];

function withFields(command: Command): Command {
  return command
    .option('--kind <kind>', 'full_service or trial')
    .option('--products <list>', 'of rcs, masking, voice; separated by commas', wordsOf)
    .option('--addons <list>', 'names of Phone ID add-ons; separated by commas', wordsOf)
    .option(
      '--countries <list>',
      'where it may send, such as DE,AT; "*" for everywhere; a new account needs it',
      wordsOf,
    )
    .option(
      '--setting <name=value>',
      'such as callback_url=https://… or requests_per_second.verify=5; null takes a setting back; several times',
      settingOf,
    )
    .option(
      '--sender <sender[:countries]>',
      'with the countries whose default it is, such as 491579000000:DE,AT, or * for all others; several times',
      senderOf,
    )
    .option(
      '--shared-sender <sender[:countries]>',
      'as --sender, and other accounts may have it, too: what people write goes to the one that wrote to them last',
      senderOf,
    )
    .option('--verified-number <number>', 'a number that a trial account may reach; several times', several);
}

function bodyOf({ name, kind, products, addons, countries, setting }: AccountFlags): Row {
  const settings = countries === undefined ? setting : { ...setting, allowed_countries: countries };
  return { name, kind, products, addons, settings };
}

/** What was given, one request after the other, and the account as it is then. */
async function change(client: Client, id: string, flags: ChangeFlags): Promise<GatewayAnswer> {
  const body = bodyOf(flags);
  if (Object.values(body).some((value) => value !== undefined)) await client.ask('PATCH', pathOf('accounts', id), body);
  for (const { sender, ...rest } of sendersIn(flags) ?? []) {
    await client.ask('PUT', pathOf('accounts', id, 'senders', sender), rest);
  }
  for (const sender of flags.removeSender ?? []) await client.ask('DELETE', pathOf('accounts', id, 'senders', sender));
  for (const number of flags.verifiedNumber ?? []) {
    await client.ask('PUT', pathOf('accounts', id, 'verified-numbers', number));
  }
  for (const number of flags.removeVerifiedNumber ?? []) {
    await client.ask('DELETE', pathOf('accounts', id, 'verified-numbers', number));
  }
  return client.get(pathOf('accounts', id));
}

/** The value is JSON where it is JSON, else text; a point leads into a setting. */
function settingOf(text: string, before: Row = {}): Row {
  const [, path = '', value = ''] = /^([a-z_.]+)=(.*)$/s.exec(text) ?? [];
  if (path === '') throw new InvalidArgumentError('name=value is allowed');
  const [name = '', inner] = path.split('.');
  if (inner === undefined) return { ...before, [name]: jsonOrText(value) };
  return { ...before, [name]: { ...(before[name] as Row | undefined), [inner]: jsonOrText(value) } };
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function senderOf(text: string, before: readonly Sender[] = []): Sender[] {
  const [sender = '', countries = ''] = text.split(':');
  return [...before, { sender, default_for: wordsOf(countries) }];
}

function sendersIn({ sender, sharedSender }: AccountFlags): Sender[] | undefined {
  if (sender === undefined && sharedSender === undefined) return undefined;
  return [...(sender ?? []), ...(sharedSender ?? []).map((each) => ({ ...each, shared: true }) as const)];
}

function printAccount(answer: GatewayAnswer): void {
  printFields(answer, ['keys', 'senders', 'settings', 'notes']);
  for (const note of answer.notes as readonly string[]) process.stderr.write(`Note: ${note}.\n`);
  printHeading('settings');
  const settings = Object.entries(answer.settings as Row).map(([setting, value]) => ({ setting, value }));
  printTable(settings, ['setting', 'value'], '  ');
  printHeading('senders');
  printTable(answer.senders as readonly Row[], ['sender', 'default_for', 'shared'], '  ');
  printHeading('keys');
  printTable(answer.keys as readonly Row[], KEY_COLUMNS, '  ');
}
