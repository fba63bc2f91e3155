/**
 * Tools of the bench in processes of their own: the load, the SMSC, the receiver of callbacks. Each is a set of named
 * calls over the channel between parent and child, so that what they cost never hides in the figures of the gateway.
 *
 * 1. A tool ends with the bench: when the channel closes, it exits.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

type Handlers = Readonly<Record<string, (argument: never) => unknown>>;

interface ToolCall {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

interface ToolAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** In the tool's process: answers the bench's calls. */
export function serve(handlers: Handlers): void {
  process.on('message', async ({ id, name, argument }: ToolCall) => {
    const handler = handlers[name];
    let answer: ToolAnswer;
    try {
      if (!handler) throw new Error(`this tool knows no call ${name}`);
      answer = { id, result: await handler(argument as never) };
    } catch (error) {
      answer = { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    process.send?.(answer);
  });
  process.on('disconnect', () => process.exit(0));
  // Ctrl-C reaches the whole group; the bench stops its tools itself.
  process.on('SIGINT', () => {});
}

/** The calls of a tool as the bench sees them. */
export type Calls<H> = {
  readonly [Name in keyof H]: H[Name] extends (argument: infer A) => infer R
    ? (argument: A) => Promise<Awaited<R>>
    : never;
};

export interface Tool<H> {
  readonly call: Calls<H>;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts `bench/tools/<name>.ts`. `H` is the type of its handlers. */
export function startTool<H>(name: string): Tool<H> {
  const file = fileURLToPath(new URL(`../tools/${name}.ts`, import.meta.url));
  const child = fork(file, [], { execArgv: ['--import', 'tsx'], serialization: 'advanced' });
  return new ToolProcess(name, child) as unknown as Tool<H>;
}

class ToolProcess {
  readonly call: object;
  readonly pid: number;
  private readonly child: ChildProcess;
  private readonly ended: Promise<void>;
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  private lastId = 0;

  constructor(name: string, child: ChildProcess) {
    this.child = child;
    this.pid = child.pid ?? 0;
    this.ended = new Promise((resolve) => child.once('exit', () => resolve()));
    child.on('message', (message) => this.answered(message as ToolAnswer));
    void this.ended.then(() => {
      for (const { reject } of this.waiting.values()) reject(new Error(`the tool ${name} has ended`));
    });
    this.call = new Proxy(
      {},
      { get: (_, callName) => (argument: unknown) => this.send({ name: String(callName), argument }) },
    );
  }

  stop(): Promise<void> {
    if (this.child.connected) this.child.disconnect();
    return this.ended;
  }

  private send(call: Omit<ToolCall, 'id'>): Promise<unknown> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.child.send({ id, ...call }, (error) => error && reject(error));
    });
  }

  private answered({ id, result, error }: ToolAnswer): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error));
  }
}
