/**
 * A chain of questions asked by a client alone, each after the answer to the one before: what the machine itself adds to
 * the time that the sources take.
 */
import { HttpConnection } from '../lib/http-connection.ts';
import { serve } from '../lib/tool.ts';

export type ChainHandlers = typeof handlers;

const handlers = {
  /** Resolves with how long each chain took, milliseconds. */
  async ask(plan: {
    readonly port: number;
    readonly request: string;
    readonly questions: number;
    readonly atOnce: number;
    readonly forMs: number;
  }): Promise<Float64Array> {
    const end = performance.now() + plan.forMs;
    const took: number[] = [];
    const request = Buffer.from(plan.request, 'latin1');
    await Promise.all(
      Array.from({ length: plan.atOnce }, async () => {
        const connection = new HttpConnection(plan.port);
        // The first question opens the connection.
        await new Promise((resolve) => connection.send(request, resolve));
        while (performance.now() < end) {
          const from = performance.now();
          for (let asked = 0; asked < plan.questions; asked += 1) {
            await new Promise((resolve) => connection.send(request, resolve));
          }
          took.push(performance.now() - from);
        }
        connection.close();
      }),
    );
    return Float64Array.from(took);
  },
};

serve(handlers);
