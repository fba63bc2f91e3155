/**
 * What an account is told of what somebody sent to it: the body of the callback, and of an entry of GET /v1/inbound
 * (docs/inbound.md). Pure.
 *
 * 1. Each name stands in both shapes of the public service as it stands there: a text message says what it means in
 *    lower case, RBM in upper case.
 * 2. What has been removed or erased is empty, and its entry stays.
 */
import type { Channel } from '../../carriers/carrier.ts';
import { CHANNELS } from '../../carriers/channels.ts';
import { asItCame } from '../../carriers/inbound-address.ts';
import { timeOf, toReference } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { parsePhoneNumber } from '../../lib/phone-number.ts';
import type { InboundDetails, InboundText } from '../../store/messages/inbound-texts.ts';

/** As it is kept. */
export interface ToldInbound extends InboundText {
  readonly channel: Channel;
  /** Its time is when it was recorded. */
  readonly place: string;
}

/** `status.code` of everything that reaches an account. */
const DELIVERED = { code: 1500, description: 'Delivered to customer' };
const ACTIONS = { stop: 'stop', start: 'start', help: 'help', other: 'generic', incomplete: 'generic' } as const;

export function inboundBody(piece: ToldInbound): object {
  const name = CHANNELS[piece.channel].inboundName;
  const common = {
    reference_id: toReference(piece.id),
    sub_resource: name,
    phone_number: numberOf(piece),
    status: { ...DELIVERED, updated_on: iso(timeOf(piece.place)) },
  };
  if (name === 'mo_rcs') return { ...common, rcs_sender_id: piece.recipient, content: rcsContent(piece) };
  return {
    ...common,
    errors: {},
    submit_timestamp: iso(piece.receivedAt),
    user_response: {
      phone_number: numberOf(piece),
      iso_country_code: countryOf(piece),
      sender_id: piece.recipient,
      mo_message: piece.body,
      action: ACTIONS[piece.meaning],
      keyword: piece.keyword ?? '',
    },
  };
}

function rcsContent(piece: ToldInbound): object {
  const { body, meaning, keyword = '' } = piece;
  const details = piece.details ?? {};
  switch (piece.kind ?? 'text') {
    case 'text': {
      const action = ACTIONS[meaning].toUpperCase();
      return { text: body, end_user_action: { text: body, iso_country_code: countryOf(piece), action, keyword } };
    }
    case 'tap':
      return { end_user_action: tapOf(piece, details) };
    case 'file':
      return { file: { payload: fileOf(details) } };
    case 'location':
      return { location: { latitude: details.latitude ?? null, longitude: details.longitude ?? null } };
  }
}

function tapOf(piece: ToldInbound, { payload = '', pressed = null }: InboundDetails): object {
  return {
    postback_data: payload,
    original_reference_id: pressed === null ? null : toReference(pressed),
    text: piece.body,
    iso_country_code: countryOf(piece),
  };
}

function fileOf({ file }: InboundDetails): object {
  return {
    name: file?.name ?? null,
    mime_type: file?.mimeType ?? null,
    uri: file?.uri ?? '',
    size_bytes: file?.sizeBytes ?? null,
  };
}

/** Null: it has been erased. What could not be made a number stands as it came. */
function numberOf({ sender }: ToldInbound): string | null {
  return sender === 'erased' ? null : asItCame(sender);
}

function countryOf({ sender }: ToldInbound): string {
  return parsePhoneNumber(sender)?.country ?? '';
}
