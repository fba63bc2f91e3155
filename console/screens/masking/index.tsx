/**
 * Masking: sessions in which two people text each other, the pool of masks, and numbers that are kept out.
 */
import type { Screen } from '../../app/screen.ts';

export const masking: Screen = {
  navigation: {
    label: 'Masking',
    group: 'Operator',
    icon: 'mask',
    path: '/masking',
    words: 'sessions masks pool forecast blocks conversation',
  },
  needs: 'read',
  pages: [
    { path: '/masking', load: async () => (await import('./masking-page.tsx')).MaskingPage },
    { path: '/masking/$session', load: async () => (await import('./session-page.tsx')).SessionPage },
  ],
};
