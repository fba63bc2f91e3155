/**
 * Texts from people: joins their parts, keeps them, and does what STOP, START and HELP ask for.
 *
 * 1. A STOP blocks (account, sender, recipient) before it is confirmed, and is confirmed once: a second STOP says
 *    nothing. START lifts the block. The text stays due until it is answered, and the answer has an id derived from the
 *    text's: a crash between the two neither loses it nor sends it twice.
 * 2. A sender that no account registered is blocked for every account. Of several accounts that share a sender each gets
 *    the block; the text goes to the one that wrote to the number last, and to nobody where none did.
 * 3. Who wrote is known by a number: from an address that could not be made one nothing follows, neither a block nor an
 *    answer, which would reach somebody else. The text is kept.
 */
import type { Channel, Inbound } from '../../carriers/carrier.ts';
import { CHANNELS } from '../../carriers/channels.ts';
import { isUnreadable } from '../../carriers/inbound-address.ts';
import type { Context } from '../../context.ts';
import { attemptIdOf } from '../../lib/ids.ts';
import { addOptOut, liftOptOut } from '../../store/accounts/opt-outs.ts';
import type { SenderHolder } from '../../store/accounts/sender-names.ts';
import { isRepeat } from '../../store/connection/sql-states.ts';
import type { Database, Queryable } from '../../store/database.ts';
import { forgetParts, type InboundText, insertInboundText } from '../../store/messages/inbound-texts.ts';
import { finishInbox, type InboxRow } from '../../store/messages/inbox.ts';
import type { AliasOf } from '../../store/secrets/number-aliases.ts';
import type { Lanes } from '../../store/sql/lanes.ts';
import { sendersNamed, whoseText } from '../accounts/sender-accounts.ts';
import type { Accept } from '../door/accept.ts';
import { type JoinParts, joinText } from './join-text.ts';
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
  readonly joinParts: JoinParts;
  readonly aliasOf: AliasOf;
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
    const whole = await joinText(this.options, row, text);
    if (whole !== null) await this.receiveWhole(row, whole, whole.partsKey);
  }

  /** RBM's own events, beside which it sends the keyword as a text, too. */
  async receiveConsent(row: InboxRow, { type, from, agent }: Consent): Promise<void> {
    const { db, lanes } = this.options;
    const { holders } = await whoseText(db, { senders: [agent], from });
    await db.transaction(async (tx) => {
      for (const holder of holdersOr(holders, agent))
        await this.setBlock(tx, type === 'opt_out' ? 'stop' : 'start', holder, from);
      await finishInbox(tx, [{ id: row.id, result: type, dueAt: null }], lanes);
    });
  }

  private async receiveWhole(row: InboxRow, text: Text, partsKey: string | null): Promise<void> {
    const { db, lanes, keywords, channelOf } = this.options;
    const meaning = meaningOf(text.text, keywords);
    const { holders, owner } = await whoseText(db, { senders: sendersNamed(text), from: text.from });
    const sender = holders[0]?.sender ?? text.to;
    const isFromNumber = !isUnreadable(text.from);
    const kept: InboundText = {
      id: row.id,
      carrier: row.carrier,
      channel: channelOf(row.carrier),
      sender: text.from,
      recipient: sender,
      accountId: owner,
      body: text.text,
      meaning,
      receivedAt: row.receivedAt,
    };
    const finish = async (tx: Queryable): Promise<void> => {
      if (partsKey !== null) await forgetParts(tx, partsKey);
      await finishInbox(tx, [{ id: row.id, result: `text: ${meaning}`, dueAt: null }], lanes);
    };
    const mustAnswer = await db.transaction(async (tx) => {
      let isNews = isFromNumber && meaning === 'help';
      for (const holder of isFromNumber ? holdersOr(holders, text.to) : [])
        isNews = (await this.setBlock(tx, meaning, holder, text.from)) || isNews;
      // A text that is kept already and still due was news when it came, and may not have been answered.
      const isFirst = await insertInboundText(tx, kept);
      if (isFromNumber && (!isFirst || isNews)) return true;
      await finish(tx);
      return false;
    });
    if (!mustAnswer) return;
    await this.reply(row, { ...text, to: sender }, meaning, owner);
    await db.transaction(finish);
  }

  /** Whether it changed anything, and so is answered. */
  private async setBlock(
    tx: Queryable,
    meaning: Meaning,
    { accountId, sender }: SenderHolder,
    recipient: string,
  ): Promise<boolean> {
    const { context, aliasOf } = this.options;
    const block = { accountId, sender, recipient };
    if (meaning === 'stop') return addOptOut(tx, { ...block, source: 'recipient' }, context.clock.now(), aliasOf);
    return meaning === 'start' && liftOptOut(tx, block, aliasOf);
  }

  private async reply(row: InboxRow, text: Text, meaning: Meaning, owner: string | null): Promise<void> {
    const { accept, textsOf, channelOf, context } = this.options;
    const channel = channelOf(row.carrier);
    const type = CHANNELS[channel].answersKeywordsWith;
    if (type === null) return;
    const texts = await textsOf(owner);
    const answer = { stop: texts.stopped, start: texts.started, help: texts.help, other: '' }[meaning];
    if (answer === '' || isUnreadable(text.to)) return;
    try {
      await accept({
        id: attemptIdOf(row.id, REPLY_NUMBER),
        accountId: owner ?? '',
        kind: 'reply',
        recipient: text.from,
        messageType: 'ARN',
        externalId: null,
        callback: null,
        optOutApplies: false,
        plan: [
          {
            channel,
            fallbackAfterMs: REPLY_VALID_MS,
            sender: text.to,
            content: { type, text: answer },
          },
        ],
      });
    } catch (error) {
      if (!isRepeat(error)) throw error;
      context.log.info({ inbox: row.id }, 'a text had been answered before');
    }
  }
}

/** The account '' stands for every account (rule 2). */
function holdersOr(holders: readonly SenderHolder[], sender: string): readonly SenderHolder[] {
  return holders.length > 0 ? holders : [{ accountId: '', sender }];
}
