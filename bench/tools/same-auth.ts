/**
 * The gateway's own edge with a route that answers at once: same server, same authentication against the same database,
 * no look-up. What look-ups are measured beside.
 */
import { createContext } from '../../src/context.ts';
import { createAccountDirectory } from '../../src/engine/accounts/account-directory.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { createLog } from '../../src/lib/log.ts';
import { readMasterKey } from '../../src/lib/sealed.ts';
import { openDatabase } from '../../src/store/connection/pool.ts';
import { serve } from '../lib/tool.ts';

export type SameAuthHandlers = typeof handlers;

const UNLIMITED = () => 0;

const handlers = {
  /** Its port. `answer`: the body of every answer. */
  async listen(given: {
    readonly databaseUrl: string;
    /** As the gateway keeps it in its file. */
    readonly masterKey: string;
    readonly answer: string;
  }): Promise<number> {
    const context = createContext({ logLevel: 'silent', log: createLog('silent') });
    const db = await openDatabase(context, { url: given.databaseUrl });
    const masterKey = readMasterKey(given.masterKey.trim());
    if (masterKey === null) throw new Error('the master key of the gateway cannot be read');
    const server = createHttpServer(context, {
      host: '127.0.0.1',
      port: 0,
      drainWithinMs: 1_000,
      db,
      masterKey,
      directory: createAccountDirectory(context, { db, masterKey, isSandboxOff: false }),
      operations: [
        {
          name: 'answer_at_once',
          product: 'phoneid',
          method: 'POST',
          path: '/v1/phoneid/:complete_number',
          bodyLimitBytes: 64 * 1024,
          handle: async () => ({ status: 200, headers: {}, body: given.answer }),
        },
      ],
      requestLimits: UNLIMITED,
      carriers: [],
      openapi: '',
      operator: null,
      sandbox: null,
    });
    await server.start();
    return server.address()?.port ?? 0;
  },
};

serve(handlers);
