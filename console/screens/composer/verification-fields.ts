/**
 * The form of a verification by several methods. Pure.
 */
import {
  CALLBACK_URL,
  choice,
  EXTERNAL_ID,
  type FormGroup,
  LIFECYCLE_EVENT,
  line,
  number,
  ORIGINATING_IP,
  phoneNumber,
  SEND_AT,
  type Values,
} from './form-field.ts';
import { lengthOf } from './values.ts';

const POLICY = 'verification_policy';
const MOST = 3;
const METHODS = {
  rcs: 'RCS',
  sms: 'SMS',
  voice: 'Call',
  silent: 'Silent (skipped)',
  push: 'Push (skipped)',
  whatsapp: 'WhatsApp (skipped)',
  email: 'Email (skipped)',
  viber: 'Viber (skipped)',
};

export function verificationGroups(values: Values): readonly FormGroup[] {
  const count = Math.min(lengthOf(values, POLICY), MOST);
  const methods = Array.from({ length: count }, (_, index): FormGroup => {
    const at = `${POLICY}.${index}`;
    return {
      title: `Method ${index + 1}`,
      level: 1,
      fields: [
        choice(`${at}.method`, 'By', METHODS, { isNeeded: true }),
        number(`${at}.fallback_time`, 'For', { hint: 'Seconds, 30 to 300; empty: 60.' }),
      ],
      item: { list: POLICY, index },
    };
  });
  const unused = Object.keys(METHODS).find((method) => !Object.values(values).includes(method)) ?? 'sms';
  const addition = { label: 'Add a method', list: POLICY, values: { method: unused } };
  return [
    {
      title: 'To',
      fields: [
        phoneNumber('recipient.phone_number'),
        line('security_factor', 'Code', { placeholder: '123456', hint: '3 to 10 digits; empty: six are made.' }),
        line('voice_lang', 'Language', { placeholder: 'en-US', hint: 'Of calls and of texts without a template.' }),
      ],
    },
    ...methods,
    ...(count < MOST ? [{ title: '', level: 1 as const, fields: [], additions: [addition] }] : []),
    {
      title: 'More',
      isMore: true,
      fields: [
        line('message_template.name', 'Template', { hint: 'Of the account: a text with {{code}} for each method.' }),
        line('recipient.email', 'Email', { hint: 'Needed where email is a method; nothing is sent to it.' }),
        line('recipient.push_app_token', 'Token of an app', { hint: 'Has no effect.' }),
        choice('device_registration', 'Device', { '': 'Not said', stamp: 'stamp' }, { hint: 'Has no effect.' }),
        EXTERNAL_ID,
        SEND_AT,
        CALLBACK_URL,
        LIFECYCLE_EVENT,
        ORIGINATING_IP,
      ],
    },
  ];
}
