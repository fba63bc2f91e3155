/**
 * Callbacks by account: receivers to which something is owed or fails. And receipts that match nothing, by which somebody
 * sees that the ids of a carrier are read wrongly.
 */
import type { Screen } from '../../app/screen.ts';

export const endpoints: Screen = {
  navigation: {
    label: 'Endpoints',
    group: 'Operator',
    icon: 'webhook',
    path: '/endpoints',
    words: 'callbacks receivers failing webhook account send again',
  },
  needs: 'read',
  pages: [{ path: '/endpoints', load: async () => (await import('./endpoints-page.tsx')).EndpointsPage }],
};

export const receipts: Screen = {
  navigation: {
    label: 'Stray receipts',
    group: 'Operator',
    icon: 'help',
    path: '/receipts',
    words: 'unmatched delivery reports deliver_sm message id',
  },
  needs: 'read',
  pages: [{ path: '/receipts', load: async () => (await import('./receipts-page.tsx')).ReceiptsPage }],
};
