/**
 * Find: messages by number, reference, external id, account, carrier, code and time; verifications, and what came in.
 */
import type { Screen } from '../../app/screen.ts';

export const find: Screen = {
  navigation: {
    label: 'Find',
    group: 'Operator',
    icon: 'search',
    path: '/find',
    words: 'messages verifications inbound number reference',
  },
  needs: 'read',
  pages: [{ path: '/find', load: async () => (await import('./find-page.tsx')).FindPage }],
};
