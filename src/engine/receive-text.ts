/**
 * Texts from people: joins their parts, keeps them, and does what STOP, START and HELP ask for.
 *
 * 1. A STOP blocks (account, sender, recipient) before it is confirmed, and is confirmed once: a second STOP says
 *    nothing. START lifts the block. The confirmation has an id derived from the text's, so that a crash between the
 *    two does not send it twice.
 * 2. A sender that no account registered is blocked for every account.
 */
import type { Channel, Inbound } from '../carriers/carrier.ts';
import type { Context } from '../context.ts';
import { attemptIdOf } from '../lib/ids.ts';
import { findBlocks } from '../store/blocks.ts';
import type { Database, Queryable } from '../store/database.ts';
import { accountsOfSender, type InboundText, insertInboundText, joinPart } from '../store/inbound-texts.ts';
import { finishInbox, type InboxRow } from '../store/inbox.ts';
import type { Lanes } from '../store/lanes.ts';
import { addOptOut, liftOptOut } from '../store/opt-outs.ts';
import type { Accept } from './accept.ts';
import { type KeywordSettings, type Meaning, meaningOf } from './keywords.ts';

export interface OptOutTexts {
  readonly stopped: string;
  readonly started: string;
  readonly help: string;
}

export interface TextReceiverOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly accept: Accept;
  readonly keywords: KeywordSettings;
  /** What is said back; an empty text says nothing. The account may have its own. */
  readonly textsOf: (accountId: string | null) => Promise<OptOutTexts>;
  readonly channelOf: (carrier: string) => Channel;
}

type Text = Extract<Inbound, { type: 'text' }>;
type Consent = Extract<Inbound, { type: 'opt_out' | 'opt_in' }>;

/** Far from the numbers that attempts have. */
const REPLY_NUMBER = 200;
const REPLY_VALID_MS = 3_600_000;

export class TextReceiver {
  private readonly options: TextReceiverOptions;

  constructor(options: TextReceiverOptions) {
    this.options = options;
  }

  async receiveText(row: InboxRow, text: Text): Promise<void> {
    const { db, context, lanes } = this.options;
    const { part } = text;
    if (!part || part.total <= 1) return this.receiveWhole(row, text);
    const key = JSON.stringify([row.carrier, text.from, text.to, part.ref, part.total]);
    const piece = { key, number: part.number, total: part.total, body: text.text };
    const whole = await db.transaction(async (tx) => {
      const joined = await joinPart(tx, piece, context.clock.now());
      // The last part answers for all: its row stays due until the whole has been dealt with.
      if (joined === null) await finishInbox(tx, [{ id: row.id, result: 'a part of a text', dueAt: null }], lanes);
      return joined;
    });
    if (whole !== null) await this.receiveWhole(row, { ...text, text: whole });
  }

  /** RBM's own events, beside which it sends the keyword as a text, too. */
  async receiveConsent(row: InboxRow, { type, from, agent }: Consent): Promise<void> {
    const { db, lanes } = this.options;
    const accounts = await accountsOr(db, agent);
    await db.transaction(async (tx) => {
      for (const account of accounts)
        await this.setBlock(tx, type === 'opt_out' ? 'stop' : 'start', account, agent, from);
      await finishInbox(tx, [{ id: row.id, result: type, dueAt: null }], lanes);
    });
  }

  private async receiveWhole(row: InboxRow, text: Text): Promise<void> {
    const { db, lanes, keywords, channelOf } = this.options;
    const meaning = meaningOf(text.text, keywords);
    const accounts = await accountsOr(db, text.to);
    const owner = accounts[0] === '' ? null : (accounts[0] ?? null);
    if (await this.isNews(meaning, accounts, text)) await this.reply(row, text, meaning, owner);
    const kept: InboundText = {
      id: row.id,
      carrier: row.carrier,
      channel: channelOf(row.carrier),
      sender: text.from,
      recipient: text.to,
      accountId: owner,
      body: text.text,
      meaning,
      receivedAt: row.receivedAt,
    };
    await db.transaction(async (tx) => {
      for (const account of accounts) await this.setBlock(tx, meaning, account, text.to, text.from);
      await insertInboundText(tx, kept);
      await finishInbox(tx, [{ id: row.id, result: `text: ${meaning}`, dueAt: null }], lanes);
    });
  }

  /** Whether it changes anything, and so is answered. */
  private async isNews(meaning: Meaning, accounts: readonly string[], text: Text): Promise<boolean> {
    if (meaning === 'other') return false;
    if (meaning === 'help') return true;
    const questions = accounts.map((accountId) => ({ accountId, recipient: text.from, senders: [text.to] }));
    const blocked = (await findBlocks(this.options.db, questions)).some(Boolean);
    return meaning === 'stop' ? !blocked : blocked;
  }

  private async setBlock(
    tx: Queryable,
    meaning: Meaning,
    account: string,
    sender: string,
    recipient: string,
  ): Promise<void> {
    if (meaning === 'stop') {
      const at = this.options.context.clock.now();
      await addOptOut(tx, { accountId: account, sender, recipient, source: 'recipient' }, at);
    } else if (meaning === 'start') {
      await liftOptOut(tx, { accountId: account, sender, recipient });
    }
  }

  private async reply(row: InboxRow, text: Text, meaning: Meaning, owner: string | null): Promise<void> {
    const { accept, textsOf, channelOf, context } = this.options;
    if (channelOf(row.carrier) !== 'sms') return;
    const texts = await textsOf(owner);
    const answer = { stop: texts.stopped, start: texts.started, help: texts.help, other: '' }[meaning];
    if (answer === '') return;
    try {
      await accept({
        id: attemptIdOf(row.id, REPLY_NUMBER),
        accountId: owner ?? '',
        kind: 'relay',
        recipient: text.from,
        messageType: 'ARN',
        externalId: null,
        callback: null,
        optOutApplies: false,
        plan: [
          {
            channel: 'sms',
            fallbackAfterMs: REPLY_VALID_MS,
            sender: text.to,
            content: { type: 'sms_text', text: answer },
          },
        ],
      });
    } catch (error) {
      if (!isRepeat(error)) throw error;
      context.log.info({ inbox: row.id }, 'a text had been answered before');
    }
  }
}

async function accountsOr(db: Queryable, sender: string): Promise<string[]> {
  const accounts = await accountsOfSender(db, sender);
  return accounts.length > 0 ? accounts : [''];
}

/** The reply's id is taken: it was recorded by the run before. */
function isRepeat(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';
}
