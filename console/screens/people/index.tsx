/**
 * People: who is let in, with which role; and what everybody does for themselves.
 */
import type { Screen } from '../../app/screen.ts';

export const people: Screen = {
  navigation: {
    label: 'People',
    group: 'Operator',
    icon: 'user',
    path: '/people',
    words: 'users roles sessions tokens operators invites programs',
  },
  needs: 'admin',
  pages: [
    { path: '/people', load: async () => (await import('./people-page.tsx')).PeoplePage },
    { path: '/people/$name', load: async () => (await import('./user-page.tsx')).UserPage },
  ],
};

export const ownAccess: Screen = {
  navigation: {
    label: 'Your access',
    group: 'Operator',
    icon: 'shield',
    path: '/you',
    words: 'password second factor sessions tokens',
  },
  needs: 'read',
  pages: [{ path: '/you', load: async () => (await import('./own-page.tsx')).OwnPage }],
};
