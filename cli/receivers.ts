/**
 * The commands on the sandbox's receivers of callbacks.
 */
import { type Command, InvalidArgumentError } from 'commander';
import { gatewayCommand, list, pathOf, run } from './command.ts';
import { printFields, printHeading } from './print.ts';

const COLUMNS = ['name', 'count', 'last_on', 'answers', 'url'];

interface Received {
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

export function addReceiverCommands(program: Command): void {
  const receiver = program.command('receiver').description('receivers of callbacks that the sandbox has');

  gatewayCommand(receiver, 'list', 'the receivers, and how much came to each').action((_: unknown, command: Command) =>
    list(command, { path: '/sandbox/receivers', name: 'receivers' }, {}, COLUMNS),
  );

  gatewayCommand(receiver, 'show [name]', 'what came to one, newest last; absent: to callbacks')
    .option('--after <n>', 'only those after so many', countOf)
    .action((name: string | undefined, { after }: { after?: number }, command: Command) =>
      run(
        command,
        (client) => client.get(pathOf('sandbox', 'receivers', name ?? 'callbacks', 'requests'), { after }),
        (answer) => {
          for (const { headers, body, ...rest } of answer.requests as readonly Received[]) {
            printFields(rest);
            printHeading('headers');
            printFields(headers);
            process.stdout.write(`\n${body ?? '(the right full shows the body)'}\n\n`);
          }
        },
      ),
    );

  gatewayCommand(receiver, 'answer [name]', 'what one answers with from now on')
    .requiredOption('--status <number>', '200 to 599', countOf)
    .action((name: string | undefined, { status }: { status: number }, command: Command) =>
      run(
        command,
        (client) => client.ask('PUT', pathOf('sandbox', 'receivers', name ?? 'callbacks'), { status }),
        (answer) => printFields(answer),
      ),
    );
}

function countOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('a whole number is allowed');
  return Number(text);
}
