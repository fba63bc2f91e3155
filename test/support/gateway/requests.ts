/**
 * Who the tests are to a gateway, and the messages that they send over HTTP.
 */
export const CUSTOMER_ID = 'FFFFFFFF-EEEE-DDDD-1234-AB1234567890';
export const API_KEY = Buffer.alloc(48, 7).toString('base64');
/** For a server that nobody asks for its documents. */
export const DOCUMENT_IN_SHORT = 'openapi: 3.1.0\ninfo: {title: Test, version: "1"}\n';
export const OPERATOR_TOKEN = 'operator-token-of-the-tests';

interface Sending {
  readonly fallbackTime?: number;
  readonly messageType?: 'OTP' | 'ARN' | 'MKT';
  readonly text?: string;
}

/** A vertical card with a text behind it. */
export function cardThenText(number: string, { fallbackTime, messageType = 'ARN', text }: Sending = {}): object {
  return {
    phone_number: number,
    message_type: messageType,
    channels: [
      { channel: 'rcs', ...(fallbackTime === undefined ? {} : { fallback_time: fallbackTime }) },
      { channel: 'sms' },
    ],
    message: {
      rcs: {
        template: 'rc_dial_action_vertical',
        parameters: {
          dial_payload: 'payload-1',
          dial_text: 'Call us',
          media_url: 'https://example.com/image.jpg',
          phone_number_to_dial: '4930123456',
        },
      },
      sms: { template: 'text', parameters: { text: text ?? 'Call us on +4930123456' } },
    },
  };
}

export function textOnly(number: string, { fallbackTime, messageType = 'ARN', text }: Sending = {}): object {
  return {
    phone_number: number,
    message_type: messageType,
    channels: [{ channel: 'sms', ...(fallbackTime === undefined ? {} : { fallback_time: fallbackTime }) }],
    message: { sms: { template: 'text', parameters: { text: text ?? 'Hello' } } },
  };
}
