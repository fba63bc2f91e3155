/**
 * Posts the simulated RBM's events: handshake first, then one after the other, each until it is answered 200.
 *
 * 1. The gateway's certificate is not checked: it is seldom made for the address at which a simulator reaches it.
 */
import { Agent, request } from 'undici';
import type { Context } from '../../context.ts';
import { doublingMs } from '../../lib/backoff.ts';
import type { Timer } from '../../lib/clock.ts';
import type { JsonObject } from '../../lib/json.ts';
import { signEvent } from './webhook.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 600_000;
const MOST_WAITING = 100_000;
const AT_ONCE = 32;
const POST_WITHIN_MS = 10_000;

interface Waiting {
  readonly event: JsonObject;
  failures: number;
}

export class EventPoster {
  private readonly context: Context;
  private readonly agentId: string;
  private readonly clientToken: string;
  private url: string | null = null;
  private isKnown = false;
  private failures = 0;
  private readonly waiting: Waiting[] = [];
  private underWay = 0;
  private timer: Timer | null = null;
  private isStopped = false;
  private readonly agent = new Agent({ connect: { rejectUnauthorized: false } });

  constructor(context: Context, options: { readonly agentId: string; readonly clientToken: string }) {
    this.context = context;
    this.agentId = options.agentId;
    this.clientToken = options.clientToken;
  }

  postTo(url: string): void {
    this.url = url;
    this.isKnown = false;
    this.pump();
  }

  add(event: JsonObject): void {
    if (this.waiting.length >= MOST_WAITING) return;
    const sendTime = new Date(this.context.clock.now()).toISOString();
    this.waiting.push({ event: { ...event, agentId: this.agentId, sendTime }, failures: 0 });
    this.pump();
  }

  stop(): void {
    this.isStopped = true;
    if (this.timer) this.context.clock.clearTimer(this.timer);
    void this.agent.destroy();
  }

  private pump(): void {
    if (this.isStopped || this.url === null || this.timer) return;
    if (!this.isKnown) {
      if (this.underWay === 0) void this.handshake(this.url);
      return;
    }
    while (this.underWay < AT_ONCE) {
      const next = this.waiting.shift();
      if (!next) return;
      void this.post(this.url, next);
    }
  }

  private async handshake(url: string): Promise<void> {
    const secret = this.context.randomBytes(12).toString('hex');
    this.underWay += 1;
    const answer = await this.send(url, { clientToken: this.clientToken, secret }, {});
    this.underWay -= 1;
    this.isKnown = answer?.status === 200 && answer.text === secret;
    if (this.isKnown) this.succeeded();
    else this.failed();
  }

  private async post(url: string, next: Waiting): Promise<void> {
    const data = Buffer.from(JSON.stringify(next.event));
    const id = this.context.randomBytes(8).readBigUInt64BE().toString();
    const publishTime = new Date(this.context.clock.now()).toISOString();
    const envelope = {
      message: {
        attributes: { type: 'event', business_id: this.agentId, product: 'RBM' },
        data: data.toString('base64'),
        messageId: id,
        message_id: id,
        publishTime,
        publish_time: publishTime,
      },
      subscription: 'projects/simulated/subscriptions/rbm-sub',
    };
    this.underWay += 1;
    const answer = await this.send(url, envelope, { 'x-goog-signature': signEvent(this.clientToken, data) });
    this.underWay -= 1;
    if (answer?.status === 200) {
      this.succeeded();
    } else {
      this.waiting.unshift(next);
      this.failed();
    }
  }

  private async send(
    url: string,
    body: JsonObject,
    headers: Record<string, string>,
  ): Promise<{ status: number; text: string } | null> {
    try {
      const answer = await request(url, {
        method: 'POST',
        dispatcher: this.agent,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        headersTimeout: POST_WITHIN_MS,
        bodyTimeout: POST_WITHIN_MS,
      });
      return { status: answer.statusCode, text: await answer.body.text() };
    } catch {
      return null;
    }
  }

  private succeeded(): void {
    this.failures = 0;
    this.pump();
  }

  private failed(): void {
    if (this.isStopped || this.timer) return;
    this.failures += 1;
    const pause = doublingMs(this.failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
    this.timer = this.context.clock.setTimer(() => {
      this.timer = null;
      this.pump();
    }, pause);
  }
}
