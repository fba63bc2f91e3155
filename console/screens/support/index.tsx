/**
 * Support: what became of what somebody did not get, in plain words, for who helps them.
 */
import type { Screen } from '../../app/screen.ts';

export const support: Screen = {
  navigation: {
    label: 'What happened',
    group: 'Support',
    icon: 'help',
    path: '/support',
    words: 'support help caller customer did not arrive',
  },
  needs: 'read',
  pages: [
    { path: '/support', load: async () => (await import('./support-page.tsx')).SupportPage },
    { path: '/support/$reference', load: async () => (await import('./told-page.tsx')).ToldPage },
  ],
};
