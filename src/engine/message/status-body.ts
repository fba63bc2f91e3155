/**
 * What a caller is told about an omnichannel message: the body of its callbacks and of GET /v1/omnichannel/{id}
 * (service.md "Events", contract section 3). Pure.
 */
import { toReference } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { describeCode } from './codes.ts';
import { type Message, shownAttempts, shownSendAt } from './message.ts';

export interface ChannelStatus {
  readonly code: number;
  readonly description: string;
  readonly reference_id: string;
  readonly updated_on: string;
}

export interface OmnichannelBody {
  readonly reference_id: string;
  readonly external_id: string | null;
  readonly status: {
    readonly code: number;
    readonly description: string;
    readonly last_channel: string;
    readonly updated_on: string;
    /** When its caller wanted it sent. */
    readonly send_at?: string;
  };
  /** One object for each channel tried, in order, with the channel's name as its only key. */
  readonly channel_status: ReadonlyArray<Readonly<Record<string, ChannelStatus>>>;
}

export function omnichannelBody(message: Message): OmnichannelBody {
  return {
    reference_id: toReference(message.id),
    external_id: message.externalId,
    status: {
      code: message.status,
      description: describeCode(message.status),
      last_channel: message.lastChannel,
      updated_on: iso(message.updatedAt),
      ...shownSendAt(message),
    },
    channel_status: shownAttempts(message).map((attempt) => ({
      [attempt.channel]: {
        code: attempt.code,
        description: describeCode(attempt.code),
        reference_id: toReference(attempt.id),
        updated_on: iso(attempt.updatedAt),
      },
    })),
  };
}
