/**
 * Requests to begin with. Each is a form's values, as a link holds them. Pure.
 */
import type { Values } from './form-field.ts';
import { type OperationName, operationNamed } from './operations.ts';

export interface Example {
  readonly label: string;
  /** What it shows. */
  readonly words: string;
  readonly operation: OperationName;
  readonly values: Values;
}

const NUMBER = '4915112345678';
const RCS = 'message.rcs.parameters';

export const EXAMPLES: readonly Example[] = [
  {
    label: 'A card',
    words: 'With a picture and two buttons, and a text where RCS does not reach.',
    operation: 'omnichannel',
    values: operationNamed('omnichannel').begun,
  },
  {
    label: 'Fallback',
    words: 'Number 902: no receipt comes by RCS, so the message is withdrawn and goes by SMS.',
    operation: 'omnichannel',
    values: {
      phone_number: '4915112345902',
      message_type: 'ARN',
      'channels.0.channel': 'rcs',
      'channels.0.fallback_time': '5',
      'channels.1.channel': 'sms',
      'message.default.parameters.text': 'Your order is ready.',
    },
  },
  {
    label: 'Carousel',
    words: 'Two cards to look through, and an answer beside them.',
    operation: 'omnichannel',
    values: {
      phone_number: NUMBER,
      message_type: 'MKT',
      'channels.0.channel': 'rcs',
      'message.rcs.template': 'carousel',
      [`${RCS}.width`]: 'MEDIUM',
      [`${RCS}.cards.0.title`]: 'Shoes',
      [`${RCS}.cards.0.media_url`]: 'https://example.com/shoes.jpg',
      [`${RCS}.cards.0.media_height`]: 'SHORT',
      [`${RCS}.cards.0.suggestions.0.type`]: 'url',
      [`${RCS}.cards.0.suggestions.0.text`]: 'Buy',
      [`${RCS}.cards.0.suggestions.0.url`]: 'https://shop.example/17',
      [`${RCS}.cards.0.suggestions.0.payload`]: 'buy-17',
      [`${RCS}.cards.1.title`]: 'Boots',
      [`${RCS}.cards.1.description`]: 'For the rain',
      'message.rcs.suggestions.0.type': 'reply',
      'message.rcs.suggestions.0.text': 'No more of these',
      'message.rcs.suggestions.0.payload': 'stop',
    },
  },
  {
    label: 'Two-way',
    words: 'Number 982 presses the first button two seconds later; what it says comes back as a callback.',
    operation: 'omnichannel',
    values: {
      phone_number: '4915112345982',
      message_type: 'ARN',
      'channels.0.channel': 'rcs',
      'message.rcs.template': '2_suggested_replies',
      [`${RCS}.text`]: 'Was it you who signed in?',
      [`${RCS}.button_text_1`]: 'Yes',
      [`${RCS}.button_payload_1`]: 'yes',
      [`${RCS}.button_text_2`]: 'No',
      [`${RCS}.button_payload_2`]: 'no',
    },
  },
  {
    label: 'Masked session',
    words: 'Two people who text each other without their numbers.',
    operation: 'session',
    values: {
      phone_number_1: '4915112345601',
      phone_number_2: '4915112345602',
      validity_period: '24',
      external_id: 'ride 17',
    },
  },
  {
    label: 'Code by call',
    words: 'Number 938 rings until you answer it on the screen Phones.',
    operation: 'verify_call',
    values: { phone_number: '4915112345938', verify_code: '12345', language: 'en-US' },
  },
  {
    label: 'Swapped SIM',
    words: 'Number 952: the SIM was swapped today.',
    operation: 'phoneid',
    values: { phone_number: '4915112345952', 'addons.sim_swap': 'yes', 'addons.porting_status': 'yes' },
  },
];
