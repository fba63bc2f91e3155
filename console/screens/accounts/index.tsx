/**
 * Accounts of those who call the API: found, made, suspended; their keys, senders and numbers.
 */
import type { Screen } from '../../app/screen.ts';

export const accounts: Screen = {
  navigation: {
    label: 'Accounts',
    group: 'Operator',
    icon: 'users',
    path: '/accounts',
    words: 'customers keys senders usage limits settings templates',
  },
  needs: 'read',
  pages: [
    { path: '/accounts', load: async () => (await import('./accounts-page.tsx')).AccountsPage },
    { path: '/accounts/$id', load: async () => (await import('./account-page.tsx')).AccountPage },
  ],
};
