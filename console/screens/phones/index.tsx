/**
 * Phones: what simulated handsets got, and what their owners do with it.
 */
import type { Screen } from '../../app/screen.ts';

export const phones: Screen = {
  navigation: {
    label: 'Phones',
    group: 'Developer',
    icon: 'phone',
    path: '/phones',
    words: 'handsets sandbox cards texts calls simulated',
  },
  needs: 'read',
  isOfSandbox: true,
  pages: [
    { path: '/phones', load: async () => (await import('./wall-page.tsx')).WallPage },
    { path: '/phones/$number', load: async () => (await import('./phone-page.tsx')).PhonePage },
  ],
};
