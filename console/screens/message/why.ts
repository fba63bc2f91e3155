/**
 * Why a channel ended as it did, in words for who has never heard of carriers: what happened, and what may be told to the
 * person who asks. Pure.
 *
 * 1. It is read from the code of the channel, and from what the carrier said where that names more: an error of the network
 *    as GSM numbers it (3GPP TS 29.002, 17.6), a refusal by its name, how a call ended. What a carrier says in its own words
 *    is never repeated.
 * 2. `said` goes on after "It was sent as SMS at 10:02": it begins with a comma, or is empty.
 */
import type { Schema } from '../../api/client.ts';

type Attempt = Schema<'OperatorAttempt'>;

export type Ended = Pick<Attempt, 'channel' | 'status' | 'reason' | 'handed_over_on' | 'deadline_on' | 'parts'>;

export interface Why {
  /** Rule 2. */
  readonly said: string;
  /** Whole sentences. */
  readonly tell: string;
}

const OURS = 'The fault is not with the person or the phone. Pass it on to who runs the gateway, with the reference.';
const WHERE_OFF = 'The phone was off or without network. Once it is on, the application can send again.';
const CHECK_NUMBER = 'Ask whether the number is right: digit by digit, with the country in front.';
const AGAIN = 'Nothing is wrong with the number. The application can send again.';

const ARRIVED: Why = {
  said: ', and arrived',
  tell: 'It is on the phone. Some phones keep messages of senders that they do not know in a folder of their own.',
};

/** Rule 1: by the code. */
const BY_CODE: Readonly<Record<number, Why>> = {
  3000: ARRIVED,
  3005: { said: ', arrived and was read', tell: 'It was opened on the phone.' },
  3003: { said: ', and the network could not deliver it', tell: `${AGAIN} If it fails again, pass it on.` },
  3007: { said: ', and was taken back', tell: 'It was taken back by who sent it.' },
  3033: { said: ', and its time ran out before it could be delivered', tell: WHERE_OFF },
  3039: {
    said: ', and nobody knows whether it arrived',
    tell: 'Ask whether it arrived: the network does not know.',
  },
  3041: { said: ', and the carrier was too busy to take it', tell: AGAIN },
  3042: { said: ', and the carrier refused it', tell: OURS },
  3043: { said: ', and no carrier could be reached', tell: OURS },
  3046: {
    said: ', but the number has asked not to be written to',
    tell: 'The number has asked to get nothing more, with STOP. START, sent to the same sender, allows it again.',
  },
  3055: { said: ', but the phone is not reached that way', tell: 'This phone is not reached that way.' },
  3406: { said: ', but the account was suspended', tell: OURS },
  100: { said: ', and somebody answered', tell: 'Somebody answered the call, or a mailbox did.' },
  101: { said: ', and nobody answered', tell: 'The phone rang, and nobody answered in time.' },
  106: { said: ', and could not be connected', tell: OURS },
  107: { said: ', and the line was busy', tell: 'The line was busy. The application can call again.' },
  108: { said: ', and was ended before it was answered', tell: 'The call was ended before it was answered.' },
  129: {
    said: ', and is unwanted there',
    tell: 'The person, or their network, has said that they do not want such calls.',
  },
  130: { said: ', and the network did not let it through', tell: OURS },
};

/** Rule 1: by what was said, which goes before the code. */
const BY_REASON: ReadonlyArray<readonly [RegExp, Why]> = [
  [
    /network error 3:(1|9|12)\b/,
    {
      said: ', but the network does not know the number',
      tell: `The network does not know the number. ${CHECK_NUMBER}`,
    },
  ],
  [/network error 3:(6|27)\b/, { said: ', but the phone was off or out of reach', tell: WHERE_OFF }],
  [
    /network error 3:(31|32)\b/,
    {
      said: ', but the phone could not take it: its memory is full, or it was busy',
      tell: 'The memory of the phone for messages is probably full. Some have to be deleted; then the application can send again.',
    },
  ],
  [
    /network error 3:(11|21)\b/,
    { said: ', but the line takes no texts', tell: 'The line takes no texts. A call may reach it, or another number.' },
  ],
  [
    /network error 3:13\b/,
    {
      said: ', but the line blocks it',
      tell: 'The line blocks such messages. The person can have that changed by their own operator.',
    },
  ],
  [
    /network error 3:8\b/,
    {
      said: ', but the phone may not get texts where it is',
      tell: 'The phone is abroad, or in a network in which it may not get texts.',
    },
  ],
  [/network error 3:34\b/, { said: ', but the network failed', tell: `The network of the phone failed. ${AGAIN}` }],
  [
    /ESME_RINVDST/,
    {
      said: ', but the carrier does not deliver to this number',
      tell: `The carrier does not take the number. ${CHECK_NUMBER}`,
    },
  ],
  [/ESME_RINVSRC/, { said: ', but the carrier refused its sender', tell: OURS }],
  [/ESME_R(INVDCS|INVMSGLEN|INVESMCLASS)/, { said: ', but the carrier refused what it holds', tell: OURS }],
  [
    /does not show this kind/,
    { said: ', but the phone does not show this kind of message', tell: 'The phone does not show cards.' },
  ],
  [
    /PERMISSION_DENIED/,
    {
      said: ', but it is not offered where this number is',
      tell: 'RCS from this sender is not offered where the number is.',
    },
  ],
  [/^603\b/, { said: ', and was declined', tell: 'The call was declined on the phone.' }],
  [
    /^(404|410|484|604)\b/,
    { said: ', but the number is not in use', tell: `The number is not in use. ${CHECK_NUMBER}` },
  ],
  [
    /^(408|480)\b/,
    {
      said: ', but the phone was off or out of reach',
      tell: 'The phone was off or without network. Once it is on, the application can call again.',
    },
  ],
  [/callee has hung up/, { said: ', and who answered hung up', tell: 'Somebody answered the call and hung up.' }],
];

export function whyOf(ended: Ended): Why {
  const { status, reason } = ended;
  const isGood = status.code === 3000 || status.code === 3005;
  if (status.code === 3056) return notInTime(ended);
  if (status.code === 3033 && isUnconfirmed(ended)) return UNCONFIRMED;
  if (isGood && ended.channel === 'voice') return named(reason) ?? BY_CODE[100] ?? ARRIVED;
  if (isGood) return BY_CODE[status.code] ?? ARRIVED;
  return named(status.code === 3055 ? null : reason) ?? BY_CODE[status.code] ?? unknownCode(status.description);
}

function named(reason: string | null): Why | null {
  if (reason === null) return null;
  return BY_REASON.find(([pattern]) => pattern.test(reason))?.[1] ?? null;
}

const UNCONFIRMED: Why = {
  said: ', and the carrier took it, but never said whether it arrived',
  tell: 'Ask whether it arrived: the network never said.',
};

/** Its time is over, and the carrier has all of it. */
function isUnconfirmed({ parts }: Ended): boolean {
  return parts.length > 0 && parts.every(({ state }) => state === 'accepted' || state === 'unknown');
}

/** A channel has so long, and then the next one is tried. */
function notInTime({ handed_over_on: sentOn, deadline_on: until, reason }: Ended): Why {
  const ms = sentOn === null || until === null ? Number.NaN : Date.parse(until) - Date.parse(sentOn);
  const within = Number.isNaN(ms) || ms < 1_000 ? 'in time' : `within ${Math.round(ms / 1_000)} s`;
  const back = /REVOKE_FAILED/.test(reason ?? '') ? '; it could not be taken back' : '';
  return {
    said: `, and no sign came ${within} that it had arrived${back}`,
    tell: 'No sign came that it had arrived. The phone may have been off or without network.',
  };
}

/** Of a gateway that knows more than this page. */
function unknownCode(description: string): Why {
  return { said: `, which ended: ${description}`, tell: OURS };
}
