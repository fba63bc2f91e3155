/**
 * By what entries of the audit log are found. Pure.
 */
import type { FilterField } from '../../ui/filters.tsx';
import { ACTIONS } from './words.ts';

export const FIELDS: readonly FilterField[] = [
  { name: 'actor', label: 'Who', placeholder: 'user:ada' },
  { name: 'action', label: 'What', options: ACTIONS },
  { name: 'names', label: 'On what', placeholder: 'id, user, number, address' },
  { name: 'account', label: 'Account' },
  { name: 'from', label: 'From', kind: 'time' },
  { name: 'to', label: 'Before', kind: 'time' },
];

export interface AuditQuery {
  actor?: string;
  action?: string;
  names?: string;
  account?: string;
  from?: string;
  to?: string;
}
