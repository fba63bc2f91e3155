/**
 * The overview: how much passes through, what needs somebody now, and which nodes run.
 */
import type { Screen } from '../../app/screen.ts';

export const overview: Screen = {
  navigation: {
    label: 'Overview',
    group: 'Operator',
    icon: 'home',
    path: '/overview',
    words: 'doctor nodes health traffic dashboard',
  },
  needs: 'read',
  pages: [{ path: '/overview', load: async () => (await import('./overview-page.tsx')).OverviewPage }],
};
