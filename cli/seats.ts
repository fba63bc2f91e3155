/**
 * Prints the lists of carriers and of nodes, with the node that holds each seat.
 */
import type { Command } from 'commander';
import { gatewayCommand, type Listing, run } from './command.ts';
import { printTable, type Row } from './print.ts';

const CARRIER = ['name', 'channel', 'state', 'up_on', 'seats', 'simulated', 'details.last_error'];
const NODE = ['id', 'state', 'release', 'starts', 'started_on', 'heartbeat_on', 'stopped_on', 'can_send_by', 'seats'];

export function addCarrierList(carrier: Command): void {
  gatewayCommand(carrier, 'list', 'carriers, how they are, and which node holds which seat; --json says more').action(
    (_: unknown, command: Command) =>
      table(command, { path: '/carriers', name: 'carriers' }, CARRIER, ({ seat, node }) => `${seat}:${node ?? 'free'}`),
  );
}

export function addNodeList(node: Command): void {
  gatewayCommand(node, 'list', 'nodes: running, silent or stopped, and which seats of carriers they hold').action(
    (_: unknown, command: Command) =>
      table(command, { path: '/nodes', name: 'nodes' }, NODE, ({ carrier, seat }) => `${carrier}:${seat}`),
  );
}

function table(
  command: Command,
  { path, name }: Listing,
  columns: readonly string[],
  text: (seat: Row) => string,
): Promise<void> {
  return run(
    command,
    (client) => client.get(path),
    (answer) => {
      const rows = answer[name] as readonly Row[];
      const shown = rows.map((row) => ({ ...row, seats: ((row.seats ?? []) as readonly Row[]).map(text) }));
      printTable(shown, columns);
    },
  );
}
