/**
 * The command that seals everything anew under a new master key.
 */
import type { Command } from 'commander';
import { type Client, CommandError, type GatewayAnswer } from './client.ts';
import { gatewayCommand, run } from './command.ts';

/** `key` is the group of the commands on keys. */
export function addMasterKeyCommand(key: Command): void {
  gatewayCommand(
    key,
    'rotate-master',
    'seal everything under the master key that the gateways seal with now; may be run again at any time',
  ).action((_: unknown, command: Command) =>
    run(command, resealAll, ({ master_key: id, resealed }) => {
      process.stdout.write(
        resealed === 0
          ? `Everything is sealed under the master key ${id}.\n`
          : `${resealed} values were sealed again; everything is sealed under the master key ${id}.\n`,
      );
      process.stdout.write('The other master key is no longer needed, but for backups made before.\n');
    }),
  );
}

async function resealAll(client: Client): Promise<GatewayAnswer> {
  let resealed = 0;
  let unreadable = 0;
  let masterKey: unknown;
  let after: unknown;
  do {
    const page = await client.ask('POST', '/master-key/reseal', after === undefined ? {} : { after });
    resealed += Number(page.resealed);
    unreadable += Number(page.unreadable);
    masterKey = page.master_key;
    after = page.next;
  } while (typeof after === 'string');
  if (unreadable > 0) {
    throw new CommandError(
      `${resealed} values were sealed again, and ${unreadable} could not be opened: they were sealed under a master ` +
        'key that the gateways do not have. Give it to them as TRUNKLINE_OTHER_MASTER_KEY and run this again',
    );
  }
  return { master_key: masterKey, resealed };
}
