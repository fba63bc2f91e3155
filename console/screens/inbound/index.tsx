/**
 * One thing that somebody sent: a text, a tap, a file, a place. Others lead here.
 */
import type { Screen } from '../../app/screen.ts';

export const inbound: Screen = {
  navigation: null,
  needs: 'read',
  pages: [{ path: '/inbound/$id', load: async () => (await import('./inbound-page.tsx')).InboundPage }],
};
