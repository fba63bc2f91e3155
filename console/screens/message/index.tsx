/**
 * One message: what it is, and what became of it. Others lead here.
 */
import type { Screen } from '../../app/screen.ts';

export const message: Screen = {
  navigation: null,
  needs: 'read',
  pages: [{ path: '/messages/$reference', load: async () => (await import('./message-page.tsx')).MessagePage }],
};
