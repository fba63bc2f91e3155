/**
 * The requests that can be composed: where each goes, and the groups of its form. Pure.
 *
 * 1. Every field that openapi.yaml has for a request stands in its form; a test compares them.
 * 2. What most requests have comes first, the rest is folded.
 */
import {
  area,
  CALLBACK_URL,
  choice,
  EXTERNAL_ID,
  type FormField,
  type FormGroup,
  LIFECYCLE_EVENT,
  line,
  MESSAGE_TYPE,
  number,
  ORIGINATING_IP,
  phoneNumber,
  SEND_AT,
  SENDER_ID,
  type Values,
} from './form-field.ts';
import { lookUpGroups } from './look-up-fields.ts';
import { messageGroups } from './message-fields.ts';
import { verificationGroups } from './verification-fields.ts';

export type OperationName =
  | 'omnichannel'
  | 'messaging'
  | 'verification'
  | 'verify_sms'
  | 'verify_call'
  | 'session'
  | 'phoneid'
  | 'capability';

export interface Operation {
  readonly name: OperationName;
  readonly label: string;
  /** One sentence. */
  readonly lead: string;
  readonly method: 'GET' | 'POST';
  /** `{name}` stands for a value of the form. */
  readonly path: string;
  /** It can be asked what it would do (`dry_run`). */
  readonly hasPlan: boolean;
  readonly groups: (values: Values) => readonly FormGroup[];
  /** What a new form begins with. */
  readonly begun: Values;
}

const NUMBER = '4915112345678';
const MORE = 'More';

const CARD: Values = {
  phone_number: NUMBER,
  message_type: 'MKT',
  'channels.0.channel': 'rcs',
  'channels.0.fallback_time': '600',
  'channels.1.channel': 'sms',
  'message.rcs.template': 'rich_card',
  'message.rcs.parameters.orientation': 'VERTICAL',
  'message.rcs.parameters.title': 'New shoes',
  'message.rcs.parameters.description': 'Red ones, in your size. Yours until Friday.',
  'message.rcs.parameters.media_url': 'https://example.com/shoes.jpg',
  'message.rcs.parameters.media_height': 'MEDIUM',
  'message.rcs.parameters.suggestions.0.type': 'url',
  'message.rcs.parameters.suggestions.0.text': 'Buy',
  'message.rcs.parameters.suggestions.0.url': 'https://shop.example/17',
  'message.rcs.parameters.suggestions.0.payload': 'buy-17',
  'message.rcs.parameters.suggestions.1.type': 'reply',
  'message.rcs.parameters.suggestions.1.text': 'Later',
  'message.rcs.parameters.suggestions.1.payload': 'later-17',
  'message.sms.parameters.text': 'New shoes: https://shop.example/17',
};

export const OPERATIONS: readonly Operation[] = [
  {
    name: 'omnichannel',
    label: 'Message',
    lead: 'A card, a carousel or a text by RCS, and a text by SMS where RCS does not reach.',
    method: 'POST',
    path: '/v1/omnichannel',
    hasPlan: true,
    groups: messageGroups,
    begun: CARD,
  },
  {
    name: 'messaging',
    label: 'One text',
    lead: 'A text by SMS, of up to 1,600 characters, in as many parts as it needs.',
    method: 'POST',
    path: '/v1/messaging',
    hasPlan: true,
    groups: textGroups,
    begun: { phone_number: NUMBER },
  },
  {
    name: 'verification',
    label: 'Verification',
    lead: 'One code, told by up to three methods one after the other until it is entered.',
    method: 'POST',
    path: '/verification',
    hasPlan: true,
    groups: verificationGroups,
    begun: { 'recipient.phone_number': NUMBER, 'verification_policy.0.method': 'rcs' },
  },
  {
    name: 'verify_sms',
    label: 'Code by text',
    lead: 'A code in a text: yours, or one that is made.',
    method: 'POST',
    path: '/v1/verify/sms',
    hasPlan: true,
    groups: codeTextGroups,
    begun: { phone_number: NUMBER },
  },
  {
    name: 'verify_call',
    label: 'Code by call',
    lead: 'A call that speaks a code, digit by digit, twice.',
    method: 'POST',
    path: '/v1/verify/call',
    hasPlan: true,
    groups: callGroups,
    begun: { phone_number: NUMBER },
  },
  {
    name: 'session',
    label: 'Masked session',
    lead: 'Two people text each other by numbers that stand in for theirs.',
    method: 'POST',
    path: '/v1/anonymous/session/sms',
    hasPlan: true,
    groups: sessionGroups,
    begun: { phone_number_1: '4915112345601', phone_number_2: '4915112345602', validity_period: '24' },
  },
  {
    name: 'phoneid',
    label: 'Look-up',
    lead: 'What numbering plans know of a number, and what each add-on says of it.',
    method: 'POST',
    path: '/v1/phoneid',
    hasPlan: true,
    groups: lookUpGroups,
    begun: { phone_number: NUMBER },
  },
  {
    name: 'capability',
    label: 'Capability',
    lead: 'Whether a number is on a channel, and what its phone shows there.',
    method: 'GET',
    path: '/capability/{channel}/{phone_number}/{agent_id}',
    hasPlan: false,
    groups: capabilityGroups,
    begun: { phone_number: NUMBER },
  },
];

export function operationNamed(name: string | undefined): Operation {
  const [first] = OPERATIONS as readonly [Operation, ...Operation[]];
  return OPERATIONS.find((each) => each.name === name) ?? first;
}

function textGroups(): readonly FormGroup[] {
  return [
    {
      title: 'Text',
      fields: [
        phoneNumber('phone_number'),
        area('message', 'Text', { isNeeded: true, hint: 'Up to 1,600 characters.' }),
        MESSAGE_TYPE,
      ],
    },
    {
      title: MORE,
      isMore: true,
      fields: [SENDER_ID, EXTERNAL_ID, SEND_AT, CALLBACK_URL, LIFECYCLE_EVENT, ORIGINATING_IP],
    },
  ];
}

const CODE = line('verify_code', 'Code', { placeholder: '12345', hint: '3 to 10 digits; empty: one is made.' });

function codeTextGroups(): readonly FormGroup[] {
  return [
    {
      title: 'Code',
      fields: [
        phoneNumber('phone_number'),
        CODE,
        area('template', 'Text', {
          placeholder: 'Your code for ACME is $$CODE$$.',
          hint: '$$CODE$$ stands for the code. Empty: a text in the language.',
        }),
        language('en'),
        flag('sim_swap_check', 'Not where the SIM was swapped lately', 'Needs the add-on sim_swap.'),
      ],
    },
    {
      title: MORE,
      isMore: true,
      fields: [
        line('transaction_amount', 'Amount', { hint: 'Of a payment; stands for $$AMOUNT$$ and needs a payee.' }),
        line('transaction_payee', 'Payee', { hint: 'Stands for $$PAYEE$$ and needs an amount.' }),
        SENDER_ID,
        EXTERNAL_ID,
        SEND_AT,
        CALLBACK_URL,
        ORIGINATING_IP,
      ],
    },
  ];
}

function callGroups(values: Values): readonly FormGroup[] {
  const extension = [
    choice('extension_type', 'Extension', { '': 'None', 1: 'Keys are sent after the answer' }, { isNumber: true }),
    ...(values.extension_type === '1'
      ? [line('extension_template', 'Keys', { placeholder: ',,17#', hint: 'A comma is a pause of a second.' })]
      : []),
  ];
  return [
    {
      title: 'Call',
      fields: [
        phoneNumber('phone_number'),
        CODE,
        area('tts_message', 'What is said', {
          placeholder: 'Hello. Your code is $$CODE$$.',
          hint: '$$CODE$$ stands for the code. Empty: a text in the language.',
        }),
        language('en-US'),
        choice('pressx', 'Before the code', { '': 'Nothing', 1: 'The callee has to press a key' }),
      ],
    },
    {
      title: MORE,
      isMore: true,
      fields: [
        line('caller_id', 'Number that is shown', { hint: 'Registered on the account.' }),
        ...extension,
        EXTERNAL_ID,
        SEND_AT,
        CALLBACK_URL,
        ORIGINATING_IP,
      ],
    },
  ];
}

function sessionGroups(): readonly FormGroup[] {
  return [
    {
      title: 'Session',
      fields: [
        phoneNumber('phone_number_1', 'Number 1'),
        phoneNumber('phone_number_2', 'Number 2'),
        number('validity_period', 'Lasts', { isNeeded: true, hint: 'Hours, unless the account has another unit.' }),
      ],
    },
    { title: MORE, isMore: true, fields: [EXTERNAL_ID, CALLBACK_URL] },
  ];
}

function capabilityGroups(): readonly FormGroup[] {
  return [
    {
      title: 'Capability',
      fields: [
        choice('channel', 'Channel', { rcs: 'RCS' }, { isNeeded: true }),
        phoneNumber('phone_number'),
        line('agent_id', 'Agent', {
          placeholder: 'bakery@rbm.goog',
          hint: 'Empty: the one that a message would come from.',
        }),
      ],
    },
  ];
}

function language(placeholder: string): FormField {
  return line('language', 'Language', { placeholder, hint: 'A BCP 47 tag.' });
}

/** A word that is `true`: of text, as the API has it. */
function flag(path: string, label: string, hint: string): FormField {
  return choice(path, label, { '': 'No', true: 'Yes' }, { hint });
}
