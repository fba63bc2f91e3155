/**
 * The sandbox's receivers of callbacks: what came, and what they answer.
 */
import type { Screen } from '../../app/screen.ts';

export const receiver: Screen = {
  navigation: {
    label: 'Receiver',
    group: 'Developer',
    icon: 'download',
    path: '/receiver',
    words: 'webhook inbox callbacks requests',
  },
  needs: 'read',
  isOfSandbox: true,
  pages: [{ path: '/receiver', load: async () => (await import('./receiver-page.tsx')).ReceiverPage }],
};
