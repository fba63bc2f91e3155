/**
 * Carriers: the ways out, how they are, what they were given and what they said.
 */
import type { Screen } from '../../app/screen.ts';

export const carriers: Screen = {
  navigation: {
    label: 'Carriers',
    group: 'Operator',
    icon: 'out',
    path: '/carriers',
    words: 'smpp smsc rbm sip trunks binds seats drain resume backlog latency',
  },
  needs: 'read',
  pages: [
    { path: '/carriers', load: async () => (await import('./carriers-page.tsx')).CarriersPage },
    { path: '/carriers/$name', load: async () => (await import('./carrier-page.tsx')).CarrierPage },
  ],
};
