/** What a gateway costs that has nothing to do: CPU and memory, of it and of its PostgreSQL. */
import { startRig } from '../lib/rig.ts';
import { against, type Figure, pause, type Section } from '../lib/section.ts';
import { figure } from '../lib/statistics.ts';

const MOST_CPU = 0.01;
const MOST_BYTES = 150e6;

export const idle: Section = {
  name: 'idle',
  title: 'Idle',
  async run(run) {
    const rig = await startRig(run);
    try {
      // What a start leaves to do (the first vacuum, compiled code) is over by then.
      await pause(run.quick ? 500 : 20_000);
      const { gateway } = rig;
      const from = { ...gateway.cpu(), at: performance.now() };
      await pause(run.quick ? 1_000 : 60_000);
      const to = { ...gateway.cpu(), at: performance.now() };
      const micros = (to.at - from.at) * 1000;
      const memory = gateway.memory();
      return figuresOf((to.gateway - from.gateway) / micros, (to.postgres - from.postgres) / micros, memory);
    } finally {
      await rig.stop();
    }
  },
};

function figuresOf(
  gateway: number,
  postgres: number,
  memory: { readonly gateway: number; readonly postgres: number },
): readonly Figure[] {
  const percent = (share: number) => `${figure(share * 100)} %`;
  const megabytes = (bytes: number) => `${figure(Math.round(bytes / 1e6))} MB`;
  const both = gateway + postgres;
  return [
    { what: 'CPU of a core, gateway', value: percent(gateway) },
    { what: 'CPU of a core, PostgreSQL', value: percent(postgres) },
    against('CPU of a core, both', percent(both), '< 1 %', both < MOST_CPU),
    against('memory (PSS), gateway', megabytes(memory.gateway), '< 150 MB', memory.gateway < MOST_BYTES),
    against('memory (PSS), PostgreSQL', megabytes(memory.postgres), '< 150 MB', memory.postgres < MOST_BYTES),
  ];
}
