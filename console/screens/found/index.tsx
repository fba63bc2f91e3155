/**
 * What an id is of, whatever it is. The palette and Find lead here; who finds one thing is led on to it.
 */
import type { Screen } from '../../app/screen.ts';

export const found: Screen = {
  navigation: null,
  needs: 'read',
  pages: [{ path: '/found', load: async () => (await import('./found-page.tsx')).FoundPage }],
};
