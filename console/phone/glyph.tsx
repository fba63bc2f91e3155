/**
 * The signs on a phone: what its buttons do, its status bar, its calls. Strokes in the colour of the text beside them; they
 * say nothing by themselves.
 */
const PATHS = {
  answer: 'M4.5 4 8 3.5l2 4-2 1.7a11 11 0 0 0 4.8 4.8L14.5 12l4 2-.5 3.5A13 13 0 0 1 4.5 4Z',
  back: 'M14 5l-7 7 7 7',
  backspace: 'M8.5 5.5H20v13H8.5L3.5 12l5-6.5ZM11.5 9.5l5 5M16.5 9.5l-5 5',
  calendar: 'M4 6h16v14H4V6ZM4 10h16M8 3.5V7M16 3.5V7M8 14h3',
  card: 'M4 4h16v16H4V4ZM4 13h16M8 16.5h8',
  carousel: 'M3 6h8v12H3V6ZM14 6h7v12h-7M3 14h8',
  code: 'M4 6h16v12H4V6ZM8 12h.1M12 12h.1M16 12h.1',
  dial: 'M4.5 4 8 3.5l2 4-2 1.7a11 11 0 0 0 4.8 4.8L14.5 12l4 2-.5 3.5A13 13 0 0 1 4.5 4Z',
  done: 'M5 12.5 10 17.5 19.5 7',
  file: 'M6 3.5h8l4.5 4.5v12.5H6v-17ZM13.5 3.5V8.5h5',
  hangUp: 'M3 14.5c0-2 3.5-5 9-5s9 3 9 5v1.5l-5 .5-.8-2.7a11 11 0 0 0-6.4 0L8 16.5l-5-.5v-1.5Z',
  keypad: 'M6 5h.1M12 5h.1M18 5h.1M6 10h.1M12 10h.1M18 10h.1M6 15h.1M12 15h.1M18 15h.1M12 20h.1',
  location:
    'M12 21c4.5-4.7 6.5-7.9 6.5-10.8A6.4 6.4 0 0 0 12 3.5a6.4 6.4 0 0 0-6.5 6.7C5.5 13.1 7.5 16.3 12 21ZM12 12.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
  pause: 'M8.5 5v14M15.5 5v14',
  play: 'M7.5 4.5 19 12 7.5 19.5v-15Z',
  plus: 'M12 5v14M5 12h14',
  reply: 'M9.5 7 4.5 12l5 5M5 12h8.5a6 6 0 0 1 6 6v.5',
  send: 'M4 12 20 4.5 16 20l-4-6.5L4 12ZM12 13.5 20 4.5',
  share_location:
    'M12 19a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM12 2.5V5M12 19v2.5M2.5 12H5M19 12h2.5',
  sound: 'M4 9.5h3.5L12 5.5v13l-4.5-4H4v-5ZM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  text: 'M4 5h16v11.5H11L6.5 20.5v-4H4V5ZM8 9.5h8M8 12.5h5',
  url: 'M13 4h7v7M20 4l-9 9M17.5 13.5V20H4V6.5h6.5',
  verified:
    'M12 3l2.4 1.8 3-.2.9 2.9 2.5 1.7-1 2.8 1 2.8-2.5 1.7-.9 2.9-3-.2L12 21l-2.4-1.8-3 .2-.9-2.9-2.5-1.7 1-2.8-1-2.8 2.5-1.7.9-2.9 3 .2L12 3ZM8.5 12.2l2.5 2.5 4.5-5',
} as const;

export type GlyphName = keyof typeof PATHS;

export function Glyph({ name, size = 16 }: { readonly name: GlyphName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'keypad' ? 2.8 : 1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
