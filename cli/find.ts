/**
 * The command that says what an id is of.
 */
import type { Command } from 'commander';
import { gatewayCommand, list } from './command.ts';

export function addFindCommand(program: Command): void {
  gatewayCommand(program, 'find <id>', 'what an id is of: any that the gateway or a carrier has given out').action(
    (id: string, _: unknown, command: Command) =>
      list(command, { path: '/find', name: 'found' }, { id }, [
        'kind',
        'id',
        'customer_id',
        'created_on',
        'by',
        'carrier',
      ]),
  );
}
