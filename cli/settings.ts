/** `trunkline settings`: the schema of the configuration file, and its reading by a gateway that runs. */
import type { Command } from 'commander';
import { gatewayCommand, run } from './command.ts';
import { printJson, printTable } from './print.ts';

export function addSettingsCommands(program: Command): void {
  const settings = program.command('settings').description('the settings of a gateway');
  settings
    .command('schema')
    .description('print the JSON Schema of the settings file, for an editor')
    .action(async () => {
      // Read only when needed: it is most of the program.
      const { settingsJsonSchema } = await import('../src/assembly/settings-schema.ts');
      printJson(settingsJsonSchema());
    });
  gatewayCommand(settings, 'reload', 'have this node read its settings again').action((_flags, command: Command) =>
    run(
      command,
      (client) => client.ask('POST', '/reload'),
      ({ changed, needs_restart: waiting }) => {
        const rows = [
          ...(changed as readonly string[]).map((setting) => ({ setting, state: 'in force' })),
          ...(waiting as readonly string[]).map((setting) => ({ setting, state: 'waits for the next start' })),
        ];
        if (rows.length === 0) process.stdout.write('Nothing has changed.\n');
        else printTable(rows, ['setting', 'state']);
      },
    ),
  );
}
