/**
 * Imports: files of deactivated numbers, breached numbers and contacts on their way in, what was wrong with them, and the
 * sets that they made.
 */
import type { Screen } from '../../app/screen.ts';

export const imports: Screen = {
  navigation: {
    label: 'Imports',
    group: 'Operator',
    icon: 'upload',
    path: '/imports',
    words: 'files csv data sets deactivations breaches contacts faults refused rows',
  },
  needs: 'read',
  pages: [
    { path: '/imports', load: async () => (await import('./imports-page.tsx')).ImportsPage },
    { path: '/imports/$id', load: async () => (await import('./import-page.tsx')).ImportPage },
  ],
};
