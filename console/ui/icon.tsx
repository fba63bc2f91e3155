/**
 * The console's own icons: strokes on a grid of 16, in the colour of the text beside them. They say nothing by themselves:
 * words stand beside them, or in the label of what they lie in.
 */
const PATHS = {
  alert: 'M8 2.5 14 13H2L8 2.5ZM8 6.5v3M8 11.2v.1',
  arrow: 'M3 8h10M9 4l4 4-4 4',
  bell: 'M4 7a4 4 0 0 1 8 0c0 3 1 4 1.5 4.5h-11C3 11 4 10 4 7ZM6.5 13.5h3',
  book: 'M3 3h4a1 1 0 0 1 1 1v9a2 2 0 0 0-2-1H3V3ZM13 3H9a1 1 0 0 0-1 1v9a2 2 0 0 1 2-1h3V3Z',
  call: 'M3 3.5 5.5 3 7 6 5.5 7.3a8 8 0 0 0 3.2 3.2L10 9l3 1.5-.5 2.5A9.5 9.5 0 0 1 3 3.5Z',
  check: 'M3 8.5 6.5 12 13 4.5',
  chevron: 'M6 4l4 4-4 4',
  chart: 'M2.5 13.5h11M4 11V8M7 11V4M10 11V6.5M13 11V3',
  close: 'M4 4l8 8M12 4l-8 8',
  cloud: 'M5 12.5a3 3 0 0 1-.4-6A4 4 0 0 1 12.3 7 2.8 2.8 0 0 1 12 12.5H5Z',
  code: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  copy: 'M5.5 5.5h7v8h-7v-8ZM10.5 5.5v-3h-7v8h2',
  dark: 'M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5Z',
  download: 'M8 2.5v8M4.5 7.5 8 11l3.5-3.5M3 13.5h10',
  eraser: 'M6 13.5h7.5M3 10l5.5-6.5 4.5 4-5 6H5.5L3 10Z',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.3 6.3a1.7 1.7 0 1 1 2.4 1.6c-.5.2-.7.5-.7 1.1M8 11.2v.1',
  home: 'M2.5 7.5 8 3l5.5 4.5M4 6.5v7h8v-7',
  identity:
    'M2.5 3.5h11v9h-11v-9ZM6 8a1.3 1.3 0 1 0 0-2.6A1.3 1.3 0 0 0 6 8ZM4 10.8c.3-1.2 1-1.6 2-1.6s1.700.4 2 1.600M10 6.500h2M10 9h2',
  key: 'M6 10.500a2.500 2.500 0 1 1 0-5 2.500 2.500 0 0 1 0 5ZM8.500 8h5.500v2.500M11.500 8v2',
  light:
    'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1.500v1.500M8 13v1.500M1.500 8H3M13 8h1.500M3.400 3.400l1 1M11.600 11.600l1 1M3.400 12.600l1-1M11.600 4.400l1-1',
  list: 'M5.500 4h8M5.500 8h8M5.500 12h8M2.500 4h.1M2.500 8h.1M2.500 12h.1',
  mask: 'M2 5.500c2 0 4-1 6-1s4 1 6 1c0 4-1.500 6-3.500 6-1.300 0-1.500-1-2.500-1s-1.200 1-2.500 1c-2 0-3.500-2-3.500-6ZM5 7.500h1.500M9.500 7.500H11',
  menu: 'M2.500 4h11M2.500 8h11M2.500 12h11',
  message: 'M2.500 3.500h11v7.500H7L4 13.500V11H2.500V3.500Z',
  more: 'M3.500 8h.1M8 8h.1M12.500 8h.1',
  node: 'M2.500 3h11v4h-11V3ZM2.500 9h11v4h-11V9ZM5 5h.1M5 11h.1',
  out: 'M6.500 13.500h-4v-11h4M7 8h7M11 5l3 3-3 3',
  pause: 'M5.500 3.500v9M10.500 3.500v9',
  pen: 'M3 13l.7-3L10.500 3.200l2.300 2.300L6 12.300 3 13Z',
  phone: 'M5 1.500h6v13H5v-13ZM7.300 12.500h1.400',
  play: 'M5 3.500 12.500 8 5 12.500v-9Z',
  plus: 'M8 3v10M3 8h10',
  repeat: 'M3 7a4 4 0 0 1 4-3h6M11 2l2 2-2 2M13 9a4 4 0 0 1-4 3H3M5 14l-2-2 2-2',
  search: 'M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9ZM10.500 10.500l3 3',
  shield: 'M8 2l5 1.800v3.700c0 3-2 5.200-5 6.500-3-1.300-5-3.500-5-6.500V3.800L8 2Z',
  stream: 'M2 8h2.500L6.500 3.500l3 9L11.500 8H14',
  system: 'M2.500 3h11v7.500h-11V3ZM6 13.500h4M8 10.500v3',
  trash: 'M3 4.500h10M6 4.500v-2h4v2M4.500 4.500l.5 9h6l.5-9',
  up: 'M8 13V3M4 7l4-4 4 4',
  upload: 'M8 11V3M4.500 6.500 8 3l3.500 3.500M3 13.500h10',
  user: 'M8 7.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM3 13.500c.4-3 2.200-4 5-4s4.600 1 5 4',
  users:
    'M6 7.500a2.300 2.300 0 1 0 0-4.600 2.300 2.300 0 0 0 0 4.600ZM1.500 13c.3-2.700 1.900-3.700 4.500-3.700s4.200 1 4.500 3.700M10.500 3.200a2.300 2.300 0 0 1 0 4.200M12 9.600c1.500.5 2.300 1.600 2.500 3.400',
  webhook:
    'M8 5.500a2 2 0 1 1 1.700-1M8 5.500 5 11M9.200 7l2 3.500M4 9.200a2 2 0 1 0 2 2.300h4.500M11 9.200a2 2 0 1 1-.5 3.800',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
