/**
 * `npm run bench`: how fast the gateway is and what it costs, on this machine. bench/README.md says what each figure
 * means.
 *
 *   npm run bench                         everything
 *   npm run bench -- accept life          these sections
 *   npm run bench -- life --profile       also where the CPU time goes (life, masking)
 *   npm run bench -- --lanes 8            on a database that is split as a distributed one is
 *   npm run bench -- accept --citus URL   on a Citus cluster on this machine, whose coordinator has that address
 *   npm run bench -- accept --processes 2 with a gateway of so many processes (accept, together)
 *   npm run bench -- --quick              seconds, few rows: only to see that it works
 *   npm run bench -- --data FOLDER        where data directories are made, for another disk
 *   npm run bench -- --keep               write the results into bench/README.md
 */
import { parseArgs } from 'node:util';
import { defaultFolder } from './lib/gateway.ts';
import { keepResults } from './lib/keep.ts';
import { type Run, type Section, upTo64 } from './lib/section.ts';
import { describeMachine, machineTime, othersFigure } from './lib/system.ts';
import { renderSection } from './lib/table.ts';
import { accept } from './sections/accept.ts';
import { backlog } from './sections/backlog.ts';
import { batch } from './sections/batch.ts';
import { callbacks } from './sections/callbacks.ts';
import { hints } from './sections/hints.ts';
import { idle } from './sections/idle.ts';
import { inbound } from './sections/inbound.ts';
import { life } from './sections/life.ts';
import { lists } from './sections/lists.ts';
import { masking } from './sections/masking.ts';
import { phoneId } from './sections/phone-id.ts';
import { plans } from './sections/plans.ts';
import { processes } from './sections/processes.ts';
import { scheduled } from './sections/scheduled.ts';
import { smpp } from './sections/smpp.ts';
import { timers } from './sections/timers.ts';
import { together } from './sections/together.ts';
import { voice } from './sections/voice.ts';
import { words } from './sections/words.ts';

const SECTIONS: readonly Section[] = [
  accept,
  life,
  processes,
  plans,
  timers,
  scheduled,
  hints,
  batch,
  idle,
  backlog,
  callbacks,
  smpp,
  phoneId,
  masking,
  inbound,
  lists,
  voice,
  together,
  words,
];

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      lanes: { type: 'string', default: '1' },
      citus: { type: 'string' },
      processes: { type: 'string', default: '1' },
      data: { type: 'string', default: defaultFolder() },
      keep: { type: 'boolean', default: false },
    },
  });
  const known = SECTIONS.map(({ name }) => name);
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`there is no section ${unknown}; there are ${known.join(', ')}`);
  const lanes = upTo64('--lanes', values.lanes);
  const processes = upTo64('--processes', values.processes);
  const wanted = SECTIONS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  if (processes > 1 && !wanted.every(({ takesProcesses }) => takesProcesses)) {
    const taking = SECTIONS.filter(({ takesProcesses }) => takesProcesses);
    throw new Error(`--processes goes with ${taking.map(({ name }) => name).join(', ')}`);
  }
  const { citus } = values;
  if (citus !== undefined) {
    const on = SECTIONS.filter(({ runsOnCitus }) => runsOnCitus);
    if (lanes > 1 || values.keep || values.profile)
      throw new Error('--citus goes without --lanes, --keep and --profile');
    if (!wanted.every((section) => on.includes(section)))
      throw new Error(`--citus goes with ${on.map(({ name }) => name).join(', ')}`);
  }
  const run: Run = {
    quick: values.quick,
    profile: values.profile,
    lanes,
    processes,
    ...(citus === undefined ? {} : { citus }),
    folder: values.data,
    say: (text) => process.stderr.write(`${text}\n`),
  };
  const command = ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' ');
  const how = `Measured ${new Date().toISOString().slice(0, 16)}Z on ${describeMachine(values.data)}: \`${command}\``;
  for (const section of wanted) {
    run.say(`${section.name}: ${section.title}`);
    const from = machineTime();
    const figures = await section.run(run);
    const result = { title: section.title, figures: [...figures, othersFigure(from)] };
    process.stdout.write(`${renderSection(result)}\n`);
    // Section by section: a later one that fails does not take the earlier ones with it.
    if (values.keep) keepResults([result], how);
  }
  process.stdout.write(`${how}\n`);
}

// The end of this process ends what it has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
