/**
 * What a batch says to one of its recipients, as the message that it is: checked when the batch is taken, and read again
 * from what is kept when the message is made. Both by the same reading, so that what was taken can be made.
 */
import { errorBody, errorRow, Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { Account } from '../../store/accounts/account.ts';
import type { AccountTemplate } from '../../store/accounts/templates.ts';
import type { SendMessageRequest } from '../send-message/schema.ts';
import { type KeptTemplates, keptName } from '../templates/templates.ts';
import type { ContentLimits } from '../templates/texts.ts';
import { type BatchFrame, type ReadRecipient, readFrame } from './schema.ts';

/** What is kept of a batch until its last message is made. */
export interface KeptBody {
  readonly once: JsonObject;
  /** The account's templates as they were when the batch was taken. */
  readonly templates: readonly AccountTemplate[];
}

export function frameOf({ once, templates }: KeptBody, account: Account, limits: ContentLimits): BatchFrame {
  const kept: KeptTemplates = new Map(templates.map((each) => [keptName(each.channel, each.name), each]));
  return readFrame(once, account.settings, { countSmsParts: limits.countSmsParts, kept });
}

/** Refuses what this recipient's values come to and may not be. */
export function askedOf({ asked, contents }: BatchFrame, recipient: ReadRecipient, place: string): SendMessageRequest {
  return {
    ...asked,
    recipient: recipient.number,
    endUser: { ...asked.endUser, externalId: recipient.externalId ?? asked.endUser.externalId },
    channels: contents.of(recipient.values, place),
  };
}

export interface RefusedPlace {
  readonly code: number;
  readonly reason: string;
}

/** How a refusal is kept and shown where it is about one recipient; what is no refusal is thrown. */
export function refusedPlace(error: unknown, at: number): RefusedPlace {
  if (!(error instanceof Refusal)) throw error;
  const { status } = errorBody(errorRow('omnichannel', error.case), error.values, at);
  return { code: status.code, reason: status.description };
}
