/**
 * Stream: what happens at the gateway, as it happens.
 */
import type { Screen } from '../../app/screen.ts';

export const stream: Screen = {
  navigation: {
    label: 'Stream',
    group: 'Developer',
    icon: 'stream',
    path: '/stream',
    words: 'events live tail watch hints log',
  },
  needs: 'read',
  pages: [{ path: '/stream', load: async () => (await import('./stream-page.tsx')).StreamPage }],
};
