/** `trunkline settings`: about the configuration file of a gateway. Nothing here asks one. */
import type { Command } from 'commander';
import { printJson } from './print.ts';

export function addSettingsCommands(program: Command): void {
  program
    .command('settings')
    .description('the settings of a gateway')
    .command('schema')
    .description('print the JSON Schema of the settings file, for an editor')
    .action(async () => {
      // Read only when needed: it is most of the program.
      const { settingsJsonSchema } = await import('../src/assembly/settings-schema.ts');
      printJson(settingsJsonSchema());
    });
}
