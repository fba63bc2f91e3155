/**
 * What the supervisor of a gateway and its processes say to each other, and what a process is told when it starts.
 *
 * 1. A process asks the others through the supervisor, which passes the question on and brings the answers back. Only
 *    `figures` are put together, and settings read, by the supervisor itself.
 */
import type { Config } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';

/** What a process is, told by a variable of its environment. */
export interface Task {
  /** From 1. The first one does what only one of them may. */
  readonly number: number;
  readonly of: number;
  /** The database that the supervisor runs; null: the settings name one. */
  readonly databaseUrl: string | null;
  /** It is the first process of this start, and greets. */
  readonly greets: boolean;
}

/** What a process runs with: the others have it, too, whatever the files say by now. */
export interface RunsWith {
  readonly config: Config;
  readonly secrets: Secrets;
}

export type Question = 'readiness' | 'link' | 'reload' | 'account' | 'carriers' | 'addresses';

/** What only the supervisor asks. */
export type OfSupervisor = 'connections' | 'let_go';

export type ToProcess =
  | { readonly type: 'end'; readonly why: string }
  | ({ readonly type: 'runs_with' } & RunsWith)
  | {
      readonly type: 'question';
      readonly id: number;
      readonly question: Question | OfSupervisor | 'figures';
      readonly body: unknown;
    }
  | {
      readonly type: 'answers';
      readonly id: number;
      readonly answers: readonly unknown[];
      readonly running: number;
      readonly of: number;
    };

export type FromProcess =
  /** It asks what it is to run with, and hears nothing else yet. */
  | { readonly type: 'starts' }
  /** It hears from now on: what it was told before is lost. */
  | { readonly type: 'joined' }
  /** `free`: connections that its database has left; null: it has enough. */
  | { readonly type: 'ready'; readonly free: number | null }
  /** Its node was given up: it is away until it is ready again. */
  | { readonly type: 'starts_over' }
  /** Its node was started elsewhere: none of this gateway may come back. */
  | { readonly type: 'replaced' }
  | { readonly type: 'ask'; readonly id: number; readonly question: Question | 'figures'; readonly body: unknown }
  | { readonly type: 'answer'; readonly id: number; readonly answer: unknown };
