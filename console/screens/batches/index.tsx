/**
 * Batches: one message for many recipients, how far each is, and ordering it about.
 */
import type { Screen } from '../../app/screen.ts';

export const batches: Screen = {
  navigation: {
    label: 'Batches',
    group: 'Operator',
    icon: 'list',
    path: '/batches',
    words: 'many recipients bulk campaign pause resume take back',
  },
  needs: 'read',
  pages: [
    { path: '/batches', load: async () => (await import('./batches-page.tsx')).BatchesPage },
    { path: '/batches/$reference', load: async () => (await import('./batch-page.tsx')).BatchPage },
  ],
};
