/**
 * Roles, rights and ways to sign in, in words; and when something ends. Pure.
 */
import type { Schema } from '../../api/client.ts';

type Role = Schema<'PeopleRole'>;
type Session = Schema<'PeopleSession'>;

/** docs/people.md says the same. */
export const ROLES: ReadonlyArray<{ readonly value: Role; readonly label: string; readonly does: string }> = [
  { value: 'viewer', label: 'Viewer', does: 'looks on, with numbers masked' },
  { value: 'support', label: 'Support', does: 'looks on, and shows numbers in full; each time is recorded' },
  {
    value: 'developer',
    label: 'Developer',
    does: 'works with the sandbox; looks on once a real carrier is configured',
  },
  { value: 'operator', label: 'Operator', does: 'runs the gateway and its accounts' },
  { value: 'admin', label: 'Admin', does: 'decides who is let in, besides all of that' },
];

export const ROLE_OPTIONS = ROLES.map(({ value, label, does }) => ({ value, label: `${label}: ${does}` }));

export function roleText(role: string): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role;
}

/** In the order of the gateway. */
export const RIGHTS: ReadonlyArray<{ readonly value: string; readonly label: string }> = [
  { value: 'read', label: 'read: look on' },
  { value: 'full', label: 'full: see numbers in full' },
  { value: 'accounts', label: 'accounts: change accounts' },
  { value: 'operate', label: 'operate: run the gateway' },
  { value: 'erase', label: 'erase: erase numbers' },
  { value: 'audit', label: 'audit: read the audit log' },
  { value: 'admin', label: 'admin: decide who is let in' },
];

export const WAYS: Readonly<Record<Session['way'], string>> = {
  password: 'Password',
  token: 'Operator token',
  link: 'Link of the terminal',
  oidc: 'Provider',
};

const DAY_MS = 86_400_000;

export const LENGTHS = [
  { value: '7', label: 'In a week' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

/** In so many days. */
export function endIn(days: string, now: number): string {
  return new Date(now + Number(days) * DAY_MS).toISOString();
}

/** What a browser calls itself is long: its name and its system are enough to know it again. */
export function agentText(agent: string): string {
  const [, browser = ''] =
    /\b(Edg|OPR|Firefox|Chrome|HeadlessChrome|Safari|curl)\/[\d.]+/.exec(
      // Most of them name themselves last, after those that they want to be taken for.
      agent.replace(/(Chrome\/\S+|Safari\/\S+|Version\/\S+)(?=.*\b(Edg|OPR)\/)/g, ''),
    ) ?? [];
  const [system = ''] = /Windows|Android|iPhone|iPad|Mac OS X|Linux/.exec(agent) ?? [];
  const name = { Edg: 'Edge', OPR: 'Opera', HeadlessChrome: 'Chrome' }[browser] ?? browser;
  if (name === '') return agent === '' ? '–' : agent.slice(0, 40);
  return system === '' ? name : `${name}, ${system === 'Mac OS X' ? 'macOS' : system}`;
}
