/**
 * The bodies of sessions and interactions, as callers see them. Pure.
 */
import { CREATED, CREATED_ABROAD } from '../../engine/masking/open-sessions.ts';
import { RELAY_NUMBER } from '../../engine/masking/relay-options.ts';
import { type Party, stateAt, wayOf } from '../../engine/masking/session.ts';
import { describeCode } from '../../engine/message/codes.ts';
import type { Message } from '../../engine/message/message.ts';
import { messageIdOf, toReference } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { parsePhoneNumber } from '../../lib/phone-number.ts';
import { countryOf } from '../../sources/numbering/countries.ts';
import type { Interaction } from '../../store/masking/interactions.ts';
import type { Session } from '../../store/masking/sessions.ts';

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  [CREATED]: 'Session successfully created',
  [CREATED_ABROAD]: 'Session successfully created, country codes of phone number and masked_id differ',
};

export function describeSession(code: number): string {
  return DESCRIPTIONS[code] ?? '';
}

const ABROAD = 'No masked_id of the same country was free for at least one of the phone numbers';

/** `at`: epoch milliseconds. */
export function sessionBody(session: Session, at: number) {
  const reference = toReference(session.id);
  return {
    reference_id: reference,
    session_id: reference,
    external_id: session.externalId,
    session_data: {
      message: session.code === CREATED_ABROAD ? ABROAD : '',
      phone_number_1: partyShape(session.number1, session.masked1),
      phone_number_2: partyShape(session.number2, session.masked2),
      resource: 'sms',
      session_end_on: iso(session.endsAt),
      validity: String(session.validity),
      validity_unit: session.unit,
    },
    state: stateAt(session, at),
    created_on: iso(session.openedAt),
    texts: { from_1: session.relayed1, from_2: session.relayed2, refused: session.refused },
    status: { code: session.code, description: describeSession(session.code), updated_on: iso(at) },
  };
}

function partyShape(number: string, masked: string) {
  const parsed = parsePhoneNumber(number);
  const country = parsed?.country ? countryOf(parsed.country) : null;
  return {
    complete_phone_number: number,
    country_code: parsed?.countryCode ?? null,
    country_iso2: country?.iso2 ?? null,
    country_iso3: country?.iso3 ?? null,
    country_name: country?.name ?? null,
    masked_id: masked,
  };
}

/** `message`: what was relayed; null when nothing was, or when its record is gone. */
export function interactionBody(session: Session, interaction: Interaction, message: Message | null) {
  const party: Party = interaction.party;
  const from = party === 1 ? session.number1 : session.number2;
  const attempt = message?.attempts.at(-1);
  return {
    mo_reference_id: toReference(messageIdOf(interaction.id, RELAY_NUMBER)),
    from_phone_number: from,
    to_phone_number: wayOf(session, party).to,
    received_on: iso(interaction.receivedAt),
    result: interaction.fate,
    text: relayedTextOf(message),
    delivery:
      message === null
        ? null
        : {
            reference_id: toReference(message.id),
            code: message.status,
            description: describeCode(message.status),
            parts: attempt?.parts.length ?? 0,
            updated_on: iso(message.updatedAt),
          },
  };
}

/** What somebody wrote; null when nothing was relayed, or when it has been removed. */
export function relayedTextOf(message: Message | null): string | null {
  const content = message?.plan[0]?.content;
  return content?.type === 'sms_text' && content.text !== '' ? content.text : null;
}
