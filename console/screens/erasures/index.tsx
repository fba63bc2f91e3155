/**
 * Erasures: a number is taken out of everything, after it was counted and its end was typed; and the receipts.
 */
import type { Screen } from '../../app/screen.ts';

export const erasures: Screen = {
  navigation: {
    label: 'Erasures',
    group: 'Operator',
    icon: 'eraser',
    path: '/erasures',
    words: 'erase delete forget number gdpr privacy receipt personal data',
  },
  needs: 'read',
  pages: [
    { path: '/erasures', load: async () => (await import('./erasures-page.tsx')).ErasuresPage },
    { path: '/erasures/$id', load: async () => (await import('./erasure-page.tsx')).ErasurePage },
  ],
};
