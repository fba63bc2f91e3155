/**
 * What can be sent to a phone by a click, so that everything that a phone draws can be seen without a line of code: requests
 * of callers, as they would write them (openapi.yaml). Pure.
 */
import type { GlyphName } from '../../../phone/glyph.tsx';

export interface Sample {
  readonly id: string;
  /** On its button: "Send …". */
  readonly label: string;
  readonly glyph: GlyphName;
  readonly operation: 'omnichannel' | 'messaging' | 'verify_sms' | 'verify_call';
  readonly bodyFor: (number: string) => Readonly<Record<string, unknown>>;
}

export const CARD = {
  orientation: 'VERTICAL',
  title: 'Your parcel is on its way',
  description: 'It left Hamburg this morning and is with you tomorrow between 10 and 12.',
  media_url: 'https://shop.example/parcel.jpg',
  media_height: 'MEDIUM',
  suggestions: [
    { type: 'url', text: 'Follow it', payload: 'follow-1017', url: 'https://shop.example/1017' },
    { type: 'dial', text: 'Call the driver', payload: 'driver-1017', phone_number: '4930123456' },
  ],
} as const;

export const CARD_SUGGESTIONS = [
  { type: 'reply', text: 'Thank you', payload: 'thanks-1017' },
  { type: 'reply', text: 'Another day', payload: 'later-1017' },
  { type: 'share_location', text: 'I am here', payload: 'here-1017' },
] as const;

const CARD_TEXT = 'Your parcel is on its way: https://shop.example/1017';

const SHOES = [
  { title: 'Harbour', description: 'For the rain. 129 €', file: 'harbour', height: 'SHORT' },
  { title: 'Dune', description: 'For the sand. 99 €', file: 'dune', height: 'SHORT' },
  { title: 'Alp', description: 'For the way up. 179 €', file: 'alp-2', height: 'SHORT' },
];

function rcsWithText(number: string, rcs: Readonly<Record<string, unknown>>, text: string) {
  return {
    phone_number: number,
    channels: [{ channel: 'rcs', fallback_time: 60 }, { channel: 'sms' }],
    message: { rcs, sms: { template: 'text', parameters: { text } } },
    message_type: 'ARN',
  };
}

function booking(number: string) {
  const rcs = {
    template: 'rich_card',
    parameters: {
      orientation: 'HORIZONTAL',
      title: 'Your table for two',
      description: 'On Friday at eight, by the window.',
      media_url: 'https://bistro.example/table.jpg',
      suggestions: [
        {
          type: 'location',
          text: 'Show the way',
          payload: 'way',
          latitude: 52.5206,
          longitude: 13.4098,
          label: 'Bistro',
        },
        {
          type: 'calendar',
          text: 'Into the calendar',
          payload: 'calendar',
          title: 'Dinner for two',
          start_time: '2030-05-17T18:00:00Z',
          end_time: '2030-05-17T21:00:00Z',
        },
      ],
    },
  };
  return rcsWithText(number, rcs, 'Your table for two: on Friday at eight.');
}

/** The first is what an empty screen offers. */
export const SAMPLES: readonly Sample[] = [
  {
    id: 'card',
    label: 'card',
    glyph: 'card',
    operation: 'omnichannel',
    bodyFor: (number) =>
      rcsWithText(number, { template: 'rich_card', parameters: CARD, suggestions: CARD_SUGGESTIONS }, CARD_TEXT),
  },
  {
    id: 'carousel',
    label: 'carousel',
    glyph: 'carousel',
    operation: 'omnichannel',
    bodyFor: (number) => {
      const cards = SHOES.map(({ title, description, file, height }) => ({
        title,
        description,
        media_url: `https://shoes.example/${file}.jpg`,
        media_height: height,
        suggestions: [{ type: 'reply', text: 'I take it', payload: `take-${file}` }],
      }));
      const rcs = {
        template: 'carousel',
        parameters: { width: 'MEDIUM', cards },
        suggestions: [{ type: 'reply', text: 'None of these', payload: 'none' }],
      };
      return rcsWithText(number, rcs, 'New shoes: https://shoes.example');
    },
  },
  { id: 'booking', label: 'booking', glyph: 'calendar', operation: 'omnichannel', bodyFor: booking },
  {
    id: 'question',
    label: 'question',
    glyph: 'reply',
    operation: 'omnichannel',
    bodyFor: (number) =>
      rcsWithText(
        number,
        {
          template: '2_suggested_replies',
          parameters: {
            text: 'Is tomorrow at ten still good for you?',
            button_text_1: 'Yes',
            button_payload_1: 'yes',
            button_text_2: 'No',
            button_payload_2: 'no',
          },
        },
        'Is tomorrow at ten still good for you? Answer YES or NO.',
      ),
  },
  {
    id: 'file',
    label: 'file',
    glyph: 'file',
    operation: 'omnichannel',
    bodyFor: (number) =>
      rcsWithText(
        number,
        { template: 'file', parameters: { url: 'https://shop.example/invoice-1017.pdf' } },
        'Your invoice: https://shop.example/invoice-1017.pdf',
      ),
  },
  {
    id: 'text',
    label: 'SMS',
    glyph: 'text',
    operation: 'messaging',
    bodyFor: (number) => ({
      phone_number: number,
      message: 'Your parcel arrives tomorrow between 10 and 12. Reply STOP to hear no more of it.',
      message_type: 'ARN',
    }),
  },
  {
    id: 'code',
    label: 'code by SMS',
    glyph: 'code',
    operation: 'verify_sms',
    bodyFor: (number) => ({ phone_number: number, verify_code: '482913' }),
  },
  {
    id: 'call',
    label: 'code by call',
    glyph: 'dial',
    operation: 'verify_call',
    bodyFor: (number) => ({ phone_number: number, verify_code: '482913' }),
  },
];

/** To whom the first message goes: a phone that behaves well. */
export const FIRST_NUMBER = '4915112345678';
/** What stands before an ending. */
export const NUMBER_START = '4915112345';
/** The two of a masked chat. */
export const MASKED_PAIR = ['4915112345601', '4915112345602'] as const;
