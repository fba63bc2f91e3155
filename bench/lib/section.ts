/** What a section of the bench is: a name, what it needs to know about the run, and the figures that it finds. */

export interface Run {
  /** Seconds instead of minutes and fewer rows: proves that the bench works, measures nothing. */
  readonly quick: boolean;
  /** Into how many lanes the database is split. */
  readonly lanes: number;
  /** The coordinator of a Citus cluster on which the databases are made; absent: the gateway's own PostgreSQL. */
  readonly citus?: string;
  /** Of the gateway, in the sections that ask for it. */
  readonly processes: number;
  /** Where data directories are made. */
  readonly folder: string;
  /** Say where the CPU time goes. */
  readonly profile: boolean;
  /** Progress, on standard error. */
  say(text: string): void;
}

export interface Figure {
  readonly what: string;
  readonly value: string;
  /** What it should be; absent where there is no target. */
  readonly target?: string;
  readonly met?: boolean;
}

export interface Section {
  readonly name: string;
  readonly title: string;
  /** It asks nothing of the server that a cluster does not have. */
  readonly runsOnCitus?: boolean;
  /** It reads `processes` of the run. */
  readonly takesProcesses?: boolean;
  run(run: Run): Promise<readonly Figure[]>;
}

/** A figure with a target, and whether it is met. */
export function against(what: string, value: string, target: string, met: boolean): Figure {
  return { what, value, target, met };
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The value of an option that is a number of lanes or processes. */
export function upTo64(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 64) throw new Error(`${name} is a whole number from 1 to 64`);
  return count;
}
