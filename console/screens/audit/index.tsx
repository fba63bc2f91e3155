/**
 * Audit: who did and saw what, and whether the log still is what was written.
 */
import type { Screen } from '../../app/screen.ts';

export const audit: Screen = {
  navigation: {
    label: 'Audit',
    group: 'Operator',
    icon: 'book',
    path: '/audit',
    words: 'log who did what chain verify export',
  },
  needs: 'audit',
  pages: [
    { path: '/audit', load: async () => (await import('./audit-page.tsx')).AuditPage },
    { path: '/audit/$seq', load: async () => (await import('./entry-page.tsx')).EntryPage },
  ],
};
