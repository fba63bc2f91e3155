/**
 * The commands on operators: their rights, and the record of what they did.
 */
import type { Command } from 'commander';
import { gatewayCommand, list, type Page, pathOf, run, withPages, wordsOf } from './command.ts';
import { printFields } from './print.ts';

const TOKEN_NOTE = 'Keep the token: it is not shown again.\n';

export function addOperatorCommands(program: Command): void {
  const operator = program.command('operator').description('who may look after the gateway, and what they did');

  gatewayCommand(operator, 'create <name>', 'make an operator and its token, which is shown this once')
    .requiredOption(
      '--rights <list>',
      'of read, full, accounts, operate, erase, audit, admin; separated by commas',
      wordsOf,
    )
    .option('--until <time>', 'when it ends, such as 2027-01-31; absent, in a year')
    .action((name: string, { rights, until }: { rights: string[]; until?: string }, command: Command) =>
      run(
        command,
        (client) => client.ask('POST', '/operators', { name, rights, expires_on: until }),
        (answer) => {
          printFields(answer);
          process.stderr.write(TOKEN_NOTE);
        },
      ),
    );

  withPages(
    gatewayCommand(operator, 'list', 'operators in the order of their names, those of the past as well'),
  ).action(({ limit, after }: Page, command: Command) =>
    list(command, { path: '/operators', name: 'operators' }, { limit, after }, OPERATOR_COLUMNS),
  );

  gatewayCommand(operator, 'revoke <name>', 'stop a token at once; its name stays in what was done').action(
    (name: string, _: unknown, command: Command) =>
      run(
        command,
        (client) => client.ask('DELETE', pathOf('operators', name)),
        (answer) => printFields(answer),
      ),
  );

  withPages(gatewayCommand(operator, 'log', 'what operators did, newest first'))
    .option('--operator <name>', 'only of this one; root is the token of the data directory')
    .action(({ operator: name, limit, after }: Page & { operator?: string }, command: Command) =>
      list(command, { path: '/operator-actions', name: 'actions' }, { operator: name, limit, after }, ACTION_COLUMNS),
    );
}

const OPERATOR_COLUMNS = ['name', 'state', 'rights', 'created_on', 'created_by', 'expires_on'];
const ACTION_COLUMNS = ['done_on', 'operator', 'action', 'target', 'status'];
