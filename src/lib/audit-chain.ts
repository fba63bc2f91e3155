/**
 * The chain of the audit log: how an entry is written, hashed and exported, and how a whole log is checked. Pure.
 *
 * 1. The body of an entry is one line of JSON that holds its place and the hash of the entry before. Its hash is SHA-256
 *    over the bytes of the body. So a change, a removal, an insertion and another order all break the chain.
 * 2. A line of an export is the body with `hash` as its last field, and nothing else: whoever has the lines can check
 *    them without a gateway.
 * 3. What is missing at the end breaks no chain. The head says where the end is; who has only lines brings it along.
 */
import { createHash } from 'node:crypto';

/** Of whom the log says what. */
export interface AuditEvent {
  readonly at: number;
  /** `root`, the name of an operator, `user:` and the name of a user, `unknown`, or `gateway`. */
  readonly actor: string;
  /** A route such as `POST /accounts/:id/suspend`, or what happened, such as `sign in`. */
  readonly action: string;
  /** On what: names and values, numbers masked. */
  readonly target?: Readonly<Record<string, string>>;
  readonly account?: string | null;
  /** The entry whose end it tells. */
  readonly of?: number | null;
  /** HTTP, of the answer. */
  readonly status?: number | null;
  readonly address?: string | null;
  readonly session?: string | null;
  readonly token?: string | null;
}

/** Where an entry stands in the chain. */
export interface Link {
  readonly seq: number;
  /** Hexadecimal; empty before the first entry. */
  readonly hash: string;
}

export interface ChainedEntry {
  readonly seq: number;
  readonly body: string;
  readonly hash: string;
}

export interface ChainProblem {
  /** Where it was noticed. */
  readonly seq: number;
  readonly text: string;
}

export interface ChainReport {
  readonly entries: number;
  readonly last: Link;
  readonly problems: readonly ChainProblem[];
}

export const NO_LINK: Link = { seq: 0, hash: '' };
export const BROKEN_ACTION = 'log found broken';
export const MOST_PROBLEMS = 100;

/** Rule 1. */
export function chain(previous: Link, event: AuditEvent): ChainedEntry {
  const { at, actor, action, target = {}, account = null, of = null, status = null } = event;
  const { address = null, session = null, token = null } = event;
  const seq = previous.seq + 1;
  const when = new Date(at).toISOString();
  const told = { seq, at: when, actor, action, account, target, of, status, address, session, token };
  const body = JSON.stringify({ ...told, previous: previous.hash });
  return { seq, body, hash: hashOf(body) };
}

/** Rule 2. */
export function lineOf({ body, hash }: Omit<ChainedEntry, 'seq'>): string {
  return `${body.slice(0, -1)},"hash":"${hash}"}`;
}

const END = /^,"hash":"([0-9a-f]{64})"\}$/;
const END_LENGTH = 75;

/** Null when it is no line of an export. */
export function entryOfLine(line: string): ChainedEntry | null {
  const [, hash] = END.exec(line.slice(-END_LENGTH)) ?? [];
  if (hash === undefined) return null;
  const body = `${line.slice(0, -END_LENGTH)}}`;
  const seq = fieldsOf(body)?.seq;
  return typeof seq === 'number' ? { seq, body, hash } : null;
}

/** What a body says; null when it is no JSON. */
export function fieldsOf(body: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Goes over the entries of a log in their order, and gathers what is wrong. */
export class ChainCheck {
  private last: Link;
  private isFirst: boolean;
  private entries = 0;
  private readonly problems: ChainProblem[] = [];

  /** `from`: of the newest entry that was let go. Null: whatever the first entry says. */
  constructor(from: Link | null) {
    this.last = from ?? NO_LINK;
    this.isFirst = from === null;
  }

  /** `said`: further things that the body has to say, by the names of its fields. */
  add({ seq, body, hash }: ChainedEntry, said: Readonly<Record<string, unknown>> = {}): void {
    const fields = fieldsOf(body) ?? {};
    const expected = this.last.seq + 1;
    this.entries += 1;
    if (!this.isFirst && seq > expected) this.say(expected, `missing, up to entry ${seq}`);
    if (!this.isFirst && seq < expected) this.say(seq, `out of its order: it stands behind entry ${this.last.seq}`);
    const isSame = hashOf(body) === hash && fields.seq === seq;
    const differs = Object.keys(said).find((name) => fields[name] !== said[name]);
    if (!isSame) this.say(seq, 'changed: its hash is another one');
    else if (differs !== undefined) this.say(seq, `changed: its ${differs} is another one`);
    else if (!this.isFirst && seq === expected && fields.previous !== this.last.hash) {
      this.say(seq, `does not follow entry ${this.last.seq} as that stands there`);
    }
    if (fields.action === BROKEN_ACTION) this.say(seq, 'says that the log was found broken before it was written');
    this.last = { seq, hash };
    this.isFirst = false;
  }

  /** How far it has come. */
  get place(): Link {
    return this.last;
  }

  /** `head`: where the log ends; null: nobody knows. */
  end(head: Link | null): ChainReport {
    const { last } = this;
    if (head !== null && head.seq > last.seq) this.say(last.seq + 1, `missing, up to the end at entry ${head.seq}`);
    else if (head !== null && (head.seq < last.seq || head.hash !== last.hash)) {
      this.say(last.seq, `the end is another one: entry ${head.seq}`);
    }
    return this.report();
  }

  /** What has been found so far. */
  report(): ChainReport {
    return { entries: this.entries, last: this.last, problems: this.problems };
  }

  /** Said by the head itself. */
  say(seq: number, text: string): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ seq, text });
  }
}

function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}
