/**
 * The columns of a list of callbacks.
 */
import type { Schema } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { lengthText } from '../../ui/time-text.ts';
import styles from './callbacks.module.css';
import { lastOf, shortUrl, stateOf } from './words.ts';

type Callback = Schema<'OperatorCallback'>;

export function StateBadge({ state }: Pick<Callback, 'state'>) {
  const { words, tone } = stateOf(state);
  return <Badge tone={tone}>{words}</Badge>;
}

export const COLUMNS: ReadonlyArray<Column<Callback>> = [
  { id: 'url', head: 'To', cell: ({ url }) => <span className={styles.url}>{shortUrl(url)}</span> },
  { id: 'state', head: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { id: 'last', head: 'Last answer', cell: (callback) => <span className={styles.last}>{lastOf(callback)}</span> },
  { id: 'tries', head: 'Tries', isNumber: true, cell: ({ tries }) => tries },
  { id: 'took', head: 'Took', isNumber: true, cell: ({ took_ms: ms }) => (ms === null ? '–' : lengthText(ms)) },
  { id: 'account', head: 'Account', isWide: true, cell: ({ customer_id: account }) => <code>{account}</code> },
  { id: 'created', head: 'Owed since', cell: ({ created_on: at }) => <Time at={at} /> },
];
