/**
 * Messages for a cluster, and the account of what became of them.
 *
 * 1. What was answered 200 is owed. What was not answered, or refused, is not: whether it arrives does not count.
 * 2. Each message goes to a number of its own, so that the handsets tell how often it arrived.
 * 3. Delivered: its final code is 3000, or 3005 when it was read, and the handset has it. Given up by policy: a marketing
 *    text whose submit had no answer (3039). Lost: anything else that the gateway says. A gateway that says nothing, since
 *    the machine is too slow or the database away, has lost nothing: the message is unanswered, which is a complaint, too.
 * 4. Doubled by policy: it arrived more often than once, and the gateway counted at least as many possible doubles.
 *    Doubled otherwise: any other repeat.
 */
import { setTimeout as passes } from 'node:timers/promises';
import { cardThenText, textOnly } from '../gateway/requests.ts';
import { createDice, type Dice } from '../random.ts';
import type { Cluster, ClusterNode } from './cluster.ts';
import { eventually, GIVES_UP_MS } from './eventually.ts';

const SENDERS = 8;
const ANSWER_WITHIN_MS = 4_000;
const LONG_TEXT =
  'A text that does not fit into one part goes out in several, and is one again at the handset. '.repeat(3);
/** Of handsets (docs/sandbox.md); most behave well. */
const STORIES = ['100', '100', '100', '100', '901', '906', '907', '916', '919'];
const ASKED_AT_ONCE = 16;

interface Owed {
  readonly reference: string;
  readonly number: string;
  readonly messageType: 'OTP' | 'ARN' | 'MKT';
  readonly node: string;
}

export interface Account {
  readonly accepted: number;
  readonly delivered: number;
  readonly givenUpByPolicy: number;
  readonly lost: number;
  /** The gateway gave no answer about them. */
  readonly unanswered: number;
  readonly doubledByPolicy: number;
  readonly doubledOtherwise: number;
  /** Final callbacks that never came. */
  readonly uncalled: number;
  /** One line for each message that is lost, unanswered, doubled otherwise or uncalled. */
  readonly complaints: readonly string[];
}

export interface LoadOptions {
  readonly seed: number;
  /** The most that is sent in a second. */
  readonly perSecond?: number;
  /** Which nodes are sent to; default all. */
  readonly to?: () => readonly ClusterNode[];
}

/** What the operators' API says of a message. `code` 404: it knows none of this reference. */
type Told =
  | { readonly kind: 'message'; readonly code: number; readonly possibleDoubles: number; readonly attempts: unknown }
  | { readonly kind: 'nothing'; readonly why: string };

export class Load {
  readonly owed: Owed[] = [];
  /** Answers by status; 0 for none. */
  readonly answers = new Map<number, number>();
  private readonly cluster: Cluster;
  private readonly dice: Dice;
  private readonly pauseMs: number;
  private readonly to: () => readonly ClusterNode[];
  private readonly senders: Promise<void>[] = [];
  private isGoing = true;
  private count = 0;

  constructor(cluster: Cluster, { seed, perSecond = 40, to = () => cluster.nodes }: LoadOptions) {
    this.cluster = cluster;
    this.dice = createDice(seed);
    this.pauseMs = (SENDERS * 1_000) / perSecond;
    this.to = to;
  }

  start(): this {
    this.cluster.loads.add(this);
    for (let sender = 0; sender < SENDERS; sender += 1) this.senders.push(this.send());
    return this;
  }

  async stop(): Promise<void> {
    this.isGoing = false;
    await Promise.all(this.senders);
  }

  /** Resolves when so many more have been accepted. */
  async more(count: number, by: (owed: Owed) => boolean = () => true): Promise<void> {
    const goal = this.owed.filter(by).length + count;
    await eventually(`${count} more are accepted`, () => this.owed.filter(by).length >= goal);
  }

  private async send(): Promise<void> {
    while (this.isGoing) {
      const nodes = this.to();
      const node = nodes.length === 0 ? undefined : this.dice.pick(nodes);
      const status = node ? await this.sendOne(node) : 0;
      this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
      await passes(status === 200 ? this.pauseMs : Math.max(50, this.pauseMs));
    }
  }

  private async sendOne(node: ClusterNode): Promise<number> {
    this.count += 1;
    const number = `49151${String(this.count).padStart(6, '0')}${this.dice.pick(STORIES)}`;
    const messageType = this.dice.pick(['OTP', 'ARN', 'MKT'] as const);
    const content = this.dice.chance(0.1) ? { messageType, text: LONG_TEXT } : { messageType };
    const message = this.dice.chance(0.4) ? cardThenText(number, content) : textOnly(number, content);
    try {
      const answer = await node.call('POST', '/v1/omnichannel', {
        body: { ...message, callback_url: this.cluster.callbacks.url },
        withinMs: ANSWER_WITHIN_MS,
      });
      if (answer.status === 200) {
        this.owed.push({ reference: String(answer.body.reference_id), number, messageType, node: node.name });
      }
      return answer.status;
    } catch {
      return 0;
    }
  }

  /**
   * Waits until all that is owed is final and called back, and tells what became of it. A node that has not answered by
   * then is asked for another `answersWithinMs`.
   */
  async account(
    ask: Pick<ClusterNode, 'call'>,
    owed: readonly Owed[] = this.owed,
    withinMs = GIVES_UP_MS,
    answersWithinMs = GIVES_UP_MS,
  ): Promise<Account> {
    const account = {
      accepted: owed.length,
      delivered: 0,
      givenUpByPolicy: 0,
      lost: 0,
      unanswered: 0,
      doubledByPolicy: 0,
      doubledOtherwise: 0,
      uncalled: 0,
      complaints: [] as string[],
    };
    const end = performance.now() + withinMs;
    const left = [...owed];
    const finalMs = () => Math.max(1_000, end - performance.now());
    const answeredMs = () => Math.max(1_000, end + answersWithinMs - performance.now());
    const judge = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const told = await askUntilFinal(ask, next.reference, { finalMs, answeredMs });
        await this.judge(next, told, account, finalMs());
      }
    };
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, judge));
    return account;
  }

  private async judge(
    owed: Owed,
    told: Told,
    account: { -readonly [Key in keyof Account]: Account[Key] } & { complaints: string[] },
    withinMs: number,
  ): Promise<void> {
    const { reference, number, messageType, node } = owed;
    const complain = (what: string) => account.complaints.push(`${reference} (${messageType}, by ${node}): ${what}`);
    if (told.kind === 'nothing') {
      account.unanswered += 1;
      complain(`no answer about it: ${told.why}`);
      return;
    }
    const { code, possibleDoubles, attempts } = told;
    const copies = (await this.cluster.messagesOf(number)).length;
    if ((code === 3000 || code === 3005) && copies > 0) account.delivered += 1;
    else if (code === 3039 && messageType === 'MKT') account.givenUpByPolicy += 1;
    else {
      account.lost += 1;
      complain(`lost: code ${code}, ${copies} at the handset, attempts ${JSON.stringify(attempts)}`);
      return;
    }
    if (copies > 1 && copies - 1 <= possibleDoubles) account.doubledByPolicy += 1;
    else if (copies > 1) {
      account.doubledOtherwise += 1;
      complain(`${copies} at the handset, ${possibleDoubles} possible doubles`);
    }
    const isCalled = () => this.cluster.callbacks.received.get(reference)?.some(({ status }) => status.code === code);
    await eventually('its callback comes', isCalled, withinMs).catch(() => {
      account.uncalled += 1;
      complain(`no callback with code ${code}`);
    });
  }
}

/** What a node says of a message now. */
async function askOnce(ask: Pick<ClusterNode, 'call'>, reference: string): Promise<Told> {
  try {
    const { status, body } = await ask.call('GET', `/operator/v1/messages/${reference}`);
    if (status !== 200 && status !== 404) return { kind: 'nothing', why: `HTTP ${status}` };
    const code = status === 404 ? 404 : (body.status as { code: number }).code;
    return { kind: 'message', code, possibleDoubles: Number(body.possible_doubles ?? 0), attempts: body.attempts };
  } catch (error) {
    return { kind: 'nothing', why: String(error) };
  }
}

/** Asks until the message is final, and after that time until there is an answer at all. */
async function askUntilFinal(
  ask: Pick<ClusterNode, 'call'>,
  reference: string,
  { finalMs, answeredMs }: { readonly finalMs: () => number; readonly answeredMs: () => number },
): Promise<Told> {
  let told = await askOnce(ask, reference);
  const askAgain = async (isEnough: (told: Told) => boolean) => {
    if (!isEnough(told)) told = await askOnce(ask, reference);
    return isEnough(told);
  };
  await eventually('it is final', () => askAgain(isFinal), finalMs()).catch(() => {});
  await eventually('it is answered', () => askAgain(({ kind }) => kind === 'message'), answeredMs()).catch(() => {});
  return told;
}

function isFinal(told: Told): boolean {
  return told.kind === 'message' && told.code !== 404 && told.code !== 3001;
}
