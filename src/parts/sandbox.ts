/**
 * What the store holds for the sandbox: an account to try everything with, and masks in the shared pool.
 *
 * 1. They are there after each start at which every carrier is simulated.
 * 2. At a start with a real carrier the masks of the sandbox are retired: they are nobody's numbers, and no real session
 *    may get one.
 */
import type { Context } from '../context.ts';
import { seal } from '../lib/sealed.ts';
import { sandboxMasks } from '../sandbox/masks.ts';
import { SANDBOX_AGENT } from '../sandbox/sandbox.ts';
import type { Secrets } from '../secrets.ts';
import { ADD_ONS } from '../sources/source.ts';
import type { Database } from '../store/database.ts';
import type { Lanes } from '../store/lanes.ts';
import { putMasks, retireMasks } from '../store/masks.ts';
import { ensureSandboxAccount } from '../store/sandbox-account.ts';

export const SANDBOX_SENDER = '491579000000';

export interface SandboxGround {
  readonly db: Database;
  readonly lanes: Lanes;
  readonly secrets: Secrets;
}

/** `isSandbox`: every carrier is simulated. */
export async function furnishSandbox(
  context: Context,
  { db, lanes, secrets }: SandboxGround,
  isSandbox: boolean,
): Promise<void> {
  const now = context.clock.now();
  if (!isSandbox) {
    const numbers = sandboxMasks().map(({ number }) => number);
    for (let lane = 0; lane < lanes.count; lane += 1) await retireMasks(db, numbers, now, lanes.bucketsOf(lane));
    return;
  }
  const { masterKey, sandboxApiKey, sandboxCustomerId } = secrets;
  const account = {
    customerId: sandboxCustomerId,
    sealedKey: seal(masterKey, Buffer.from(sandboxApiKey, 'latin1'), context.randomBytes),
    keyHint: 'sandbox',
    sender: SANDBOX_SENDER,
    addOns: ADD_ONS,
    agent: SANDBOX_AGENT,
  };
  await ensureSandboxAccount(db, account, now);
  await putMasks(
    db,
    sandboxMasks().map((mask) => ({ ...mask, accountId: '', carrier: null })),
    now,
  );
}
