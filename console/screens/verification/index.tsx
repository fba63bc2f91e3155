/**
 * One verification by several methods: its messages and what became of it. Others lead here.
 */
import type { Screen } from '../../app/screen.ts';

export const verification: Screen = {
  navigation: null,
  needs: 'read',
  pages: [
    { path: '/verifications/$reference', load: async () => (await import('./verification-page.tsx')).VerificationPage },
  ],
};
