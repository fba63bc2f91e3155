/** Messages as tests need them: an RCS card with a text behind it, unless said otherwise. */
import type { NewMessage } from '../../../src/engine/door/accept.ts';
import type { ChannelPlan } from '../../../src/engine/message/message.ts';

export const RCS_PLAN: ChannelPlan = {
  channel: 'rcs',
  fallbackAfterMs: 300_000,
  sender: null,
  content: {
    type: 'rcs_dial_card',
    orientation: 'VERTICAL',
    mediaUrl: 'https://example.com/image.jpg',
    dialText: 'Call us',
    phoneNumberToDial: '4915112345000',
    dialPayload: 'payload-1',
  },
};

export const SMS_PLAN: ChannelPlan = {
  channel: 'sms',
  fallbackAfterMs: 86_400_000,
  sender: '4915700000001',
  content: { type: 'sms_text', text: 'Call us: +4915112345000' },
};

export function newMessage(id: string, changes: Partial<NewMessage> = {}): NewMessage {
  return {
    id,
    accountId: 'ACCOUNT-1',
    kind: 'omnichannel',
    recipient: '4915112345678',
    messageType: 'ARN',
    externalId: null,
    callback: { url: 'http://127.0.0.1:1/callback', method: 'POST' },
    plan: [RCS_PLAN, SMS_PLAN],
    optOutApplies: changes.messageType === 'MKT',
    ...changes,
  };
}
