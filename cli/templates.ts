/**
 * The command on templates of accounts.
 */
import type { Command } from 'commander';
import { gatewayCommand, list, pathOf, withFull } from './command.ts';

export function addTemplateCommands(program: Command): void {
  const template = program.command('template').description('templates that accounts keep');
  withFull(
    gatewayCommand(template, 'list <customer_id>', 'templates by channel and name; --full --json with what they say'),
  ).action((id: string, { full }: { full?: true }, command: Command) =>
    list(command, { path: pathOf('accounts', id, 'templates'), name: 'templates' }, { full }, TEMPLATE_COLUMNS),
  );
}

const TEMPLATE_COLUMNS = ['name', 'channel', 'type', 'category', 'language', 'mandatory_parameters', 'created_on'];
