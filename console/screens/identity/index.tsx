/**
 * Identity: look-ups about phone numbers, the sources that answer them, what they cost, and the data sets of our own.
 */
import type { Screen } from '../../app/screen.ts';

export const identity: Screen = {
  navigation: {
    label: 'Identity',
    group: 'Operator',
    icon: 'identity',
    path: '/identity',
    words: 'phone id look-ups sources caps spend add-ons data sets consent sim swap',
  },
  needs: 'read',
  pages: [
    { path: '/identity', load: async () => (await import('./identity-page.tsx')).IdentityPage },
    { path: '/identity/$reference', load: async () => (await import('./look-up-page.tsx')).LookUpPage },
  ],
};
