/**
 * Callbacks: what was told to applications, how each try went, and whether their receivers would take its signatures.
 */
import type { Screen } from '../../app/screen.ts';

export const callbacks: Screen = {
  navigation: {
    label: 'Callbacks',
    group: 'Developer',
    icon: 'webhook',
    path: '/callbacks',
    words: 'webhook signature redeliver endpoint receiver',
  },
  needs: 'read',
  pages: [
    { path: '/callbacks', load: async () => (await import('./callbacks-page.tsx')).CallbacksPage },
    { path: '/callbacks/$callback', load: async () => (await import('./callback-page.tsx')).CallbackPage },
  ],
};
