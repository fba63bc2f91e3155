/**
 * The commands on users: who they are, their sessions and their personal tokens.
 */
import { type Command, Option } from 'commander';
import { DEFAULT_URL, gatewayCommand, list, type Page, pathOf, run, withPages, wordsOf } from './command.ts';
import { printFields } from './print.ts';
import { secretFrom, secretIfAny } from './secret.ts';
import { SignedIn } from './signed-in.ts';

interface UserFlags {
  readonly role?: string;
  readonly email?: string;
  readonly password?: string;
}

interface TokenFlags {
  readonly url: string;
  readonly password: string;
  readonly code?: string;
  readonly label: string;
  readonly rights: readonly string[];
  readonly until?: string;
}

interface ChangeFlags extends UserFlags {
  readonly disable?: true;
  readonly enable?: true;
  readonly withoutSecondFactor?: true;
}

const ROLE = 'viewer, support, developer, operator or admin';
const PASSWORD = 'at least 12 characters: @FILE or - for standard input';

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('people who sign in with a browser, their sessions and tokens');

  gatewayCommand(user, 'create <name>', 'make a user')
    .requiredOption('--role <role>', ROLE)
    .option('--email <address>', 'where to reach them')
    .option('--password <file>', `${PASSWORD}; absent: signs in by the provider of identities alone`)
    .action((name: string, { role, email, password }: UserFlags, command: Command) =>
      run(
        command,
        async (client) =>
          client.ask('POST', '/users', { name, role, email, password: await secretIfAny('--password', password) }),
        (answer) => printFields(answer),
      ),
    );

  withPages(gatewayCommand(user, 'list', 'users in the order of their names')).action(
    ({ limit, after }: Page, command: Command) =>
      list(command, { path: '/users', name: 'users' }, { limit, after }, USER_COLUMNS),
  );

  gatewayCommand(user, 'show <name>', 'a user, with role and rights').action(
    (name: string, _: unknown, command: Command) =>
      run(
        command,
        (client) => client.get(pathOf('users', name)),
        (answer) => printFields(answer),
      ),
  );

  gatewayCommand(user, 'set <name>', 'change a user; what is not given stays')
    .option('--role <role>', ROLE)
    .option('--email <address>', 'where to reach them; none takes it away')
    .option('--password <file>', PASSWORD)
    .addOption(new Option('--disable', 'let them in no more, and end their sessions').conflicts('enable'))
    .option('--enable', 'let them in again')
    .option('--without-second-factor', 'take the second factor away, when it is lost')
    .action((name: string, flags: ChangeFlags, command: Command) =>
      run(
        command,
        async (client) => client.ask('PATCH', pathOf('users', name), await changeOf(flags)),
        (answer) => printFields(answer),
      ),
    );

  gatewayCommand(user, 'remove <name>', 'take a user away; the name stays in what was done').action(
    (name: string, _: unknown, command: Command) =>
      run(
        command,
        (client) => client.ask('DELETE', pathOf('users', name)),
        (answer) => printFields(answer),
      ),
  );

  gatewayCommand(user, 'invite <name>', 'make a link by which a user sets a password, once and within 24 hours').action(
    (name: string, _: unknown, command: Command) =>
      run(
        command,
        (client) => client.ask('POST', pathOf('users', name, 'invite')),
        (answer) => {
          const { url } = command.opts<{ url: string }>();
          const { name: user, path, expires_on: until } = answer;
          printFields({ name: user, link: `${url.replace(/\/+$/, '')}${path}`, expires_on: until });
          process.stderr.write('Whoever has the link can set the password: give it to nobody but the user.\n');
        },
      ),
  );

  addHoldings(user);
}

/** What a user has that lets somebody in. */
function addHoldings(user: Command): void {
  withPages(gatewayCommand(user, 'sessions', 'who is signed in with a browser, newest first'))
    .option('--user <name>', 'only of this one')
    .action(({ user: name, limit, after }: Page & { user?: string }, command: Command) =>
      list(command, { path: '/sessions', name: 'sessions' }, { user: name, limit, after }, SESSION_COLUMNS),
    );

  gatewayCommand(user, 'end-session <id>', 'end a session at once').action((id: string, _: unknown, command: Command) =>
    run(
      command,
      (client) => client.ask('DELETE', pathOf('sessions', id)),
      (answer) => printFields(answer),
    ),
  );

  withPages(gatewayCommand(user, 'tokens', 'personal tokens, newest first, those of the past as well'))
    .option('--user <name>', 'only of this one')
    .action(({ user: name, limit, after }: Page & { user?: string }, command: Command) =>
      list(command, { path: '/tokens', name: 'tokens' }, { user: name, limit, after }, TOKEN_COLUMNS),
    );

  user
    .command('create-token <user>')
    .description('sign in as a user, make a personal token, which is shown this once, and sign out')
    .addOption(
      new Option('--url <url>', 'where the gateway has its operators').env('TRUNKLINE_URL').default(DEFAULT_URL),
    )
    .requiredOption('--label <text>', 'what it is for')
    .requiredOption('--rights <list>', 'of those that the user has; separated by commas', wordsOf)
    .requiredOption('--password <file>', 'of the user: @FILE or - for standard input')
    .option('--code <code>', 'of the second factor; a recovery code by @FILE or -')
    .option('--until <time>', 'when it ends, such as 2027-01-31; absent, in 90 days')
    .action(async (name: string, { url, password, code, label, rights, until }: TokenFlags) => {
      const browser = new SignedIn(url);
      const secrets = { password: await secretFrom('--password', password), code: await secondFactorOf(code) };
      await browser.ask('POST', '/session', { user: name, ...secrets });
      try {
        printFields(await browser.ask('POST', '/tokens', { label, rights, expires_on: until }));
        process.stderr.write('Keep the token: it is not shown again.\n');
      } finally {
        await browser.ask('DELETE', '/session');
      }
    });

  gatewayCommand(user, 'revoke-token <id>', 'stop a personal token at once').action(
    (id: string, _: unknown, command: Command) =>
      run(
        command,
        (client) => client.ask('DELETE', pathOf('tokens', id)),
        (answer) => printFields(answer),
      ),
  );
}

async function changeOf(flags: ChangeFlags): Promise<object> {
  const { role, email, password, disable, enable, withoutSecondFactor } = flags;
  return {
    role,
    password: await secretIfAny('--password', password),
    ...(email === undefined ? {} : { email: email === 'none' ? null : email }),
    ...(disable || enable ? { disabled: disable === true } : {}),
    ...(withoutSecondFactor ? { second_factor: null } : {}),
  };
}

/** Six digits are over once they are used; a recovery code is a secret (secret.ts, rule 1). */
async function secondFactorOf(code: string | undefined): Promise<string | undefined> {
  return code === undefined || /^\d{6}$/.test(code) ? code : secretFrom('--code', code);
}

const USER_COLUMNS = ['name', 'role', 'state', 'email', 'second_factor', 'signed_in_on'];
const SESSION_COLUMNS = ['id', 'name', 'way', 'address', 'created_on', 'seen_on', 'ends_on'];
const TOKEN_COLUMNS = ['id', 'user', 'label', 'rights', 'state', 'expires_on'];
