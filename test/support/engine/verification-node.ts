/** A node with verifications, and the world that its attempts go out to, which outlives it. */
import type { TestContext } from 'node:test';
import { Registry } from 'prom-client';
import type { Channel, Content, Outcome, SubmitJob, WithdrawJob } from '../../../src/carriers/carrier.ts';
import { CodeSecrets } from '../../../src/engine/data/code-secrets.ts';
import type { AttemptPlan } from '../../../src/engine/verification/attempts.ts';
import { countVerifications } from '../../../src/engine/verification/metrics.ts';
import { VerificationLife } from '../../../src/engine/verification/verification-life.ts';
import { Verifications } from '../../../src/engine/verification/verifications.ts';
import { messageIdOf } from '../../../src/lib/ids.ts';
import type { Database } from '../../../src/store/database.ts';
import { ensurePartitions } from '../../../src/store/schema/partitions.ts';
import { readLanes } from '../../../src/store/sql/lanes.ts';
import { atEnd } from '../at-end.ts';
import { awaited } from '../gateway/answered.ts';
import type { ManualClock } from '../manual-clock.ts';
import { testKey } from '../master-keys.ts';
import { startEngine, type TestEngine } from './engine.ts';
import { ScriptedCarrier } from './scripted-carrier.ts';

/** One way of the code to a person, as the person sees it. */
export interface Told {
  readonly channel: Channel;
  readonly attemptId: string;
  readonly code: string;
  /** What was under way or ringing when it came. */
  readonly beside: readonly Channel[];
  /** It rings, or can still be read. */
  isOn: boolean;
}

/** Everything that a verification has sent out, by whatever node. */
export class World {
  readonly told: Told[] = [];

  tells(channel: Channel, attemptId: string, code: string): Told {
    const before = this.told.find((each) => each.attemptId === attemptId && each.channel === channel);
    // Whoever carries RCS passes over what it has under this id; a second text is a second text.
    if (before && channel !== 'sms') return before;
    const beside = this.told.filter(({ isOn }) => isOn).map((each) => each.channel);
    const told = { channel, attemptId, code, beside, isOn: channel !== 'sms' };
    this.told.push(told);
    return told;
  }

  codesOf(channel: Channel): string[] {
    return this.told.filter((each) => each.channel === channel).map(({ code }) => code);
  }
}

export interface VerificationNodeOptions {
  readonly db: Database;
  readonly clock: ManualClock;
  readonly epoch: number;
  /** Default: a. */
  readonly node?: string;
  readonly world: World;
  readonly isDead?: () => boolean;
}

export interface VerificationNode extends TestEngine {
  readonly verifications: Verifications;
  readonly life: VerificationLife;
  readonly secrets: CodeSecrets;
  readonly epoch: number;
}

const LANGUAGE = 'en-US';

/** How each method says its code here. */
export function planOf(method: string): AttemptPlan {
  if (method === 'voice') {
    const content: Content = {
      type: 'voice_prompt',
      language: LANGUAGE,
      text: '',
      extensionKeys: '',
      pressFirst: false,
    };
    return { channel: 'voice', sender: null, content };
  }
  const channel = method === 'rcs' ? 'rcs' : 'sms';
  return { channel, sender: null, content: { type: `${channel}_text`, text: 'Code $$CODE$$' } };
}

/** RCS and SMS are taken and then nothing more is heard of them; a telephone rings until somebody hangs up. */
class WorldCarrier extends ScriptedCarrier {
  private readonly ringing = new Map<string, (outcome: Outcome) => void>();

  constructor(channel: Channel, world: World, secrets: CodeSecrets, isDead: () => boolean) {
    super(`${channel}-1`, channel);
    const submit = this.submit.bind(this);
    this.submit = (job, slot, answered) => {
      // What a dead one would have been given never left.
      if (isDead()) return;
      submit(job, slot, answered);
      const submitted = this.take().at(-1);
      if (channel !== 'voice') {
        world.tells(channel, job.attemptId, codeIn(job));
        submitted?.accept();
        return;
      }
      void secrets.take(messageIdOf(job.attemptId, 1)).then((code) => {
        world.tells(channel, job.attemptId, code ?? '');
        this.ringing.set(job.attemptId, (outcome) => submitted?.answer(outcome));
      });
    };
    const over = ({ attemptId }: Pick<WithdrawJob, 'attemptId'>) => {
      for (const told of world.told) if (told.attemptId === attemptId) told.isOn = false;
    };
    if (channel === 'rcs') {
      this.withdraw = async (job) => {
        if (isDead()) return 'failed';
        over(job);
        return 'withdrawn';
      };
    }
    if (channel === 'voice') {
      // A call is answered for when it is over.
      Object.assign(this, { answerWithinMs: 400_000 });
      this.underWay = () => [...this.ringing.keys()];
      this.withdraw = async (job) => {
        if (isDead()) return 'failed';
        over(job);
        this.ringing.get(job.attemptId)?.({ kind: 'ended', state: 'cancelled', reason: 'hung up' });
        this.ringing.delete(job.attemptId);
        return 'withdrawn';
      };
    }
  }
}

function codeIn({ content }: SubmitJob): string {
  return 'text' in content ? (/\d+/.exec(content.text)?.[0] ?? '') : '';
}

export async function verificationNode(t: TestContext, options: VerificationNodeOptions): Promise<VerificationNode> {
  const { clock, epoch, node = 'a', world, isDead = () => false } = options;
  // What verifications ask goes by the engine's own look at the store.
  const store = awaited(options.db);
  const { db } = store;
  const owner = { node, epoch };
  const parts: { life?: VerificationLife } = {};
  const secrets = new CodeSecrets((size) => Buffer.alloc(size, epoch % 256), db, testKey(5), Buffer.alloc(32, 1));
  const carriers = (['rcs', 'sms', 'voice'] as const).map(
    (channel) => new WorldCarrier(channel, world, secrets, isDead),
  );
  const engine = await startEngine(t, carriers, {
    db,
    clock,
    owner,
    codeOf: (id) => secrets.take(id),
    verifications: { told: () => parts.life?.wake() },
  });
  const common = {
    context: engine.context,
    db,
    lanes: await readLanes(db),
    owner,
    callbackLeaseMs: 30_000,
    offerCallbacks: () => {},
    makeRoomFor: (at: number) => ensurePartitions(db, at, at),
    accept: engine.engine.accept,
    createFrom: engine.engine.createFrom,
    cancel: engine.engine.cancel,
    canWithdraw: (name: string) => carriers.some((each) => each.name === name && each.withdraw !== undefined),
    secrets,
    prepare: async ({ methods }: { readonly methods: ReadonlyArray<{ readonly method: string }> }, index: number) => ({
      plan: planOf(methods[index]?.method ?? ''),
      undo: () => {},
    }),
    completed: () => {},
    metrics: countVerifications({ metrics: new Registry() }),
  };
  const life = new VerificationLife(common);
  parts.life = life;
  const stop = engine.engine.stop.bind(engine.engine);
  engine.engine.stop = async () => {
    await life.stop();
    await stop();
  };
  await life.start();
  atEnd(t, () => life.stop());
  const until: TestEngine['until'] = (what, probe) =>
    engine.until(what, async () => {
      const value = await probe();
      if (value === false || value === undefined) await store.answered();
      return value;
    });
  return {
    ...engine,
    until,
    epoch,
    life,
    secrets,
    verifications: new Verifications({ ...common, wake: () => life.wake() }),
  };
}
