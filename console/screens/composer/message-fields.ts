/**
 * The form of a message over RCS and SMS. Pure.
 */
import {
  area,
  CALLBACK_URL,
  choice,
  EXTERNAL_ID,
  type FormField,
  type FormGroup,
  LIFECYCLE_EVENT,
  MESSAGE_TYPE,
  number,
  ORIGINATING_IP,
  phoneNumber,
  SEND_AT,
  SENDER_ID,
  type Values,
} from './form-field.ts';
import { besideGroups, rcsGroups, templateFields } from './rcs-fields.ts';

const CHANNELS = { rcs: 'RCS', sms: 'SMS' };

export function messageGroups(values: Values): readonly FormGroup[] {
  const channels = channelsOf(values);
  const uses = (channel: string) => channels.includes(channel);
  return [
    { title: 'To', fields: [phoneNumber('phone_number'), MESSAGE_TYPE, ...channelFields(values)] },
    ...(uses('rcs') ? rcsGroups(values) : []),
    ...(uses('sms') ? [smsGroup(values)] : []),
    ...defaultGroups(values, uses('rcs')),
    {
      title: 'More',
      isMore: true,
      fields: [SENDER_ID, EXTERNAL_ID, SEND_AT, CALLBACK_URL, LIFECYCLE_EVENT, ORIGINATING_IP],
    },
  ];
}

export function channelsOf(values: Values): readonly string[] {
  const [first, second] = [values['channels.0.channel'] || 'rcs', values['channels.1.channel'] ?? ''];
  return second === '' || second === first ? [first] : [first, second];
}

function channelFields(values: Values): readonly FormField[] {
  const [first = 'rcs', second] = channelsOf(values);
  const { [first as keyof typeof CHANNELS]: _, ...others } = CHANNELS;
  return [
    choice('channels.0.channel', 'First by', CHANNELS, { isNeeded: true }),
    choice('channels.1.channel', 'Then by', { '': 'Nothing', ...others }),
    wait('channels.0.fallback_time', second === undefined ? 'Given up after' : 'Then after'),
    ...(second === undefined ? [] : [wait('channels.1.fallback_time', 'Given up after')]),
  ];
}

function wait(path: string, label: string): FormField {
  const hint = label === 'Then after' ? 'Seconds; empty: 300.' : 'Seconds; empty: 24 hours.';
  return number(path, label, { hint });
}

function smsGroup(values: Values): FormGroup {
  const text = area('message.sms.parameters.text', 'Text', { hint: 'Up to 10 parts. Empty: the text for both.' });
  return { title: 'By SMS', fields: templateFields('message.sms', { '': 'Text' }, values, [text]) };
}

function defaultGroups(values: Values, isByRcs: boolean): readonly FormGroup[] {
  const text = area('message.default.parameters.text', 'Text for both', {
    hint: 'For each channel that has nothing of its own.',
  });
  const isSaid = (values['message.default.parameters.text'] ?? '') !== '';
  return [
    { title: 'Text for both', isMore: !isSaid, fields: [text] },
    ...(isByRcs && isSaid && !values['message.rcs.template']
      ? besideGroups(values, 'message.default.suggestions')
      : []),
  ];
}
