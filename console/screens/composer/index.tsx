/**
 * Composer: requests made in forms, with what the phone will show, what would happen, and what did.
 */
import type { Screen } from '../../app/screen.ts';

export const composer: Screen = {
  navigation: {
    label: 'Composer',
    group: 'Developer',
    icon: 'pen',
    path: '/composer',
    words: 'send message text call code verification session look-up try curl typescript dry run',
  },
  needs: 'read',
  pages: [{ path: '/composer', load: async () => (await import('./composer-page.tsx')).ComposerPage }],
};
