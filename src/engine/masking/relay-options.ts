/**
 * What relaying texts needs, and the numbers under which what it makes is known (lib/ids.ts).
 */
import type { Context } from '../../context.ts';
import type { NewCallback } from '../../store/callbacks/callback-rows.ts';
import type { Database } from '../../store/database.ts';
import type { Owner } from '../../store/nodes/owner.ts';
import type { AliasOf } from '../../store/secrets/number-aliases.ts';
import type { Lanes } from '../../store/sql/lanes.ts';
import type { Joining } from '../arriving/join-text.ts';
import type { WordList } from '../arriving/keywords.ts';
import type { CreateFrom } from '../door/accept.ts';
import type { MaskPool } from './mask-pool.ts';
import type { ReplyName } from './session.ts';

/** What is said back; an empty text says nothing. */
export type MaskingTexts = Readonly<Record<ReplyName, string>>;

export interface MaskingLimits {
  /** Texts in a minute in one session, and of one party over all its sessions; 0: without limit. */
  readonly sessionPerMinute: number;
  readonly partyPerMinute: number;
}

export interface RelayOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly owner: Owner;
  /** How long texts may be gathered (group-commit.ts); 0: never. */
  readonly gatherMs: number;
  readonly pool: MaskPool;
  readonly createFrom: CreateFrom;
  /** What stops, starts and asks for help in the sessions of an account; of nobody's what the gateway has. */
  readonly wordsOf: (accountId: string | null) => readonly WordList[] | Promise<readonly WordList[]>;
  /** Of an account; of nobody's for texts that meet no session. */
  readonly textsOf: (accountId: string | null) => Promise<MaskingTexts>;
  readonly limits: MaskingLimits;
  /** Days for which the account keeps what was relayed; 0: until it is final. */
  readonly keepsTextsFor: (accountId: string) => number | Promise<number>;
  readonly restMs: number;
  readonly callbackLeaseMs: number;
  readonly offerCallbacks: (rows: readonly NewCallback[]) => void;
  readonly aliasOf: AliasOf;
  readonly joining: Joining;
}

/** Far from the numbers that attempts have, and from that of the answers to opt-outs. */
export const RELAY_NUMBER = 201;
/** Of what is said back to whom nothing is sent on for. */
export const MASK_REPLY_NUMBER = 202;
