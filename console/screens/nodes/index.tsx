/**
 * Nodes: which run, under which release, what each can send by and holds; and what the database that they share says.
 */
import type { Screen } from '../../app/screen.ts';

export const nodes: Screen = {
  navigation: {
    label: 'Nodes',
    group: 'Operator',
    icon: 'node',
    path: '/nodes',
    words: 'cluster leases epochs releases versions seats binds database postgresql doctor diagnosis',
  },
  needs: 'read',
  pages: [
    { path: '/nodes', load: async () => (await import('./nodes-page.tsx')).NodesPage },
    { path: '/nodes/$id', load: async () => (await import('./node-page.tsx')).NodePage },
  ],
};
