/**
 * What a form of the composer is made of. Pure.
 *
 * 1. A field is named by where its value stands in the body of the request: `message.rcs.parameters.cards.0.title`. Under
 *    that name it also stands in the address, so that a link holds a prepared request.
 * 2. What a form does not show is not sent: a body is made of the fields that are there for the values so far.
 */
export type Values = Readonly<Record<string, string>>;

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface FormField {
  readonly path: string;
  readonly label: string;
  /** Absent: one line of text. `object` is an empty object where it is chosen; `pairs` are lines of `name=value`. */
  readonly kind?: 'area' | 'choice' | 'number' | 'object' | 'pairs' | 'time';
  readonly options?: readonly Option[];
  readonly hint?: string;
  readonly placeholder?: string;
  readonly isNeeded?: boolean;
  /** A choice whose value is a number in the body. */
  readonly isNumber?: boolean;
}

/** A place in a list: `message.rcs.suggestions`, 2. */
export interface Item {
  readonly list: string;
  readonly index: number;
}

/** A button that makes the list longer; what the new one begins with. */
export interface Addition {
  readonly label: string;
  readonly list: string;
  readonly values: Values;
}

export interface FormGroup {
  readonly title: string;
  readonly fields: readonly FormField[];
  /** 1: a part of the group above, as a button is of its card. */
  readonly level?: 0 | 1;
  /** Folded, unless something stands in it. */
  readonly isMore?: boolean;
  /** It can be taken away. */
  readonly item?: Item;
  readonly additions?: readonly Addition[];
}

type Rest = Omit<FormField, 'path' | 'label' | 'kind' | 'options'>;

export function line(path: string, label: string, rest: Rest = {}): FormField {
  return { path, label, ...rest };
}

export function area(path: string, label: string, rest: Rest = {}): FormField {
  return { path, label, kind: 'area', ...rest };
}

export function number(path: string, label: string, rest: Rest = {}): FormField {
  return { path, label, kind: 'number', ...rest };
}

export function time(path: string, label: string, rest: Rest = {}): FormField {
  return { path, label, kind: 'time', ...rest };
}

/** `words`: by value; '' is what stands for none, and comes first. */
export function choice(path: string, label: string, words: Values, rest: Rest = {}): FormField {
  const { '': none, ...others } = words;
  const entries = [...(none === undefined ? [] : [['', none] as const]), ...Object.entries(others)];
  const options = entries.map(([value, text]) => ({ value, label: text }));
  return { path, label, kind: 'choice', options, ...rest };
}

const LIFECYCLE = ['create', 'sign-in', 'transact', 'update', 'delete'];

/** What every operation takes. */
export const EXTERNAL_ID = line('external_id', 'External id', {
  hint: 'Your own name for it, up to 100 ASCII characters; comes back in answers and callbacks.',
});
export const CALLBACK_URL = line('callback_url', 'Callback URL', {
  placeholder: 'https://example.com/callbacks',
  hint: 'In place of that of the account.',
});
export const ORIGINATING_IP = line('originating_ip', 'Address of your user', {
  placeholder: '203.0.113.7',
  hint: 'IPv4 or IPv6. Requests for one address are limited in an hour.',
});
export const SEND_AT = time('send_at', 'Send at', { hint: 'Up to 35 days ahead; empty: at once.' });
export const LIFECYCLE_EVENT = choice('account_lifecycle_event', 'What your user does', {
  '': 'Not said',
  ...Object.fromEntries(LIFECYCLE.map((word) => [word, word])),
});
export const MESSAGE_TYPE = choice(
  'message_type',
  'What it is for',
  { ARN: 'Alert or notification', MKT: 'Marketing', OTP: 'One-time password' },
  { isNeeded: true, hint: 'Codes go first, marketing last.' },
);
export const SENDER_ID = line('sender_id', 'Sender of the SMS', {
  hint: 'Registered on the account; empty: its default for the country.',
});

export function phoneNumber(path: string, label = 'Phone number'): FormField {
  return line(path, label, { placeholder: '4915112345678', isNeeded: true, hint: 'Digits with country code.' });
}
