/**
 * What sources of imported data ask: sets in memory, rows in the database of the gateway.
 *
 * 1. Without a set there is nothing to ask, and the database is not asked. A number that no set has is none of theirs.
 * 2. They settle by the deadline, and never reject: a database that is away is a source that is down.
 */
import type { Context } from '../../context.ts';
import type { Deadline, Finding, Question } from '../source.ts';
import { isCovered } from '../terms.ts';
import { within } from '../within.ts';
import type { ImportedSettings } from './settings.ts';

/** A set of imported data, as far as a source needs to know it. */
export interface ImportedSet {
  readonly name: string;
  /** `2026-01-31`: of its first and its last file. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  /** Of a breach: kinds of data. */
  readonly data: readonly string[];
}

/** The sets of one kind as they are now, and the rows in them. `find` may reject. */
export interface ImportedSets<Row> {
  sets(): readonly ImportedSet[];
  find(sets: readonly string[], key: string): Promise<readonly Row[]>;
}

export class SetsOfSource<Row> {
  private readonly context: Context;
  private readonly settings: ImportedSettings;
  private readonly all: ImportedSets<Row>;

  constructor(context: Context, settings: ImportedSettings, all: ImportedSets<Row>) {
    this.context = context;
    this.settings = settings;
    this.all = all;
  }

  covers({ number }: Question): boolean {
    return this.sets().length > 0 && isCovered(this.settings, number);
  }

  sets(): readonly ImportedSet[] {
    const { sets: names } = this.settings;
    const sets = this.all.sets();
    return names.length === 0 ? sets : sets.filter(({ name }) => names.includes(name));
  }

  /** Rule 2. */
  lookUp(
    key: string,
    deadline: Deadline,
    read: (rows: readonly Row[], sets: readonly ImportedSet[]) => Finding,
  ): Promise<Finding> {
    const sets = this.sets();
    const asking = this.all
      .find(
        sets.map(({ name }) => name),
        key,
      )
      .then(
        (rows) => read(rows, sets),
        (): Finding => ({ kind: 'down', reason: 'the database of the gateway cannot be asked' }),
      );
    return within(this.context.clock, deadline, asking);
  }
}
