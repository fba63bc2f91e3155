/**
 * What was sent from here, newest first, each with what has become of it: of what a phone does not get nothing else tells.
 */
import { useQuery } from '@tanstack/react-query';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Link } from '../../../ui/link.tsx';
import { useOwnHints } from '../../message/use-own-hints.ts';
import * as requests from '../requests.ts';
import styles from './send-panel.module.css';

export interface SentSample {
  readonly reference: string;
  readonly label: string;
}

export function SentList({ sent }: { readonly sent: readonly SentSample[] }) {
  return (
    <ul className={styles.sent} aria-label="Sent from here, newest first">
      {sent.map(({ reference, label }) => (
        <SentOne key={reference} reference={reference} label={label} />
      ))}
    </ul>
  );
}

function SentOne({ reference, label }: SentSample) {
  const key = ['messages', reference];
  const { data } = useQuery({ queryKey: key, queryFn: () => requests.showMessage(reference) });
  useOwnHints(['messages', 'calls', 'callbacks'], [reference], key);
  return (
    <li>
      <span className={styles.what}>{label}</span>
      <span role="status">{data && <StatusBadge status={data.status} />}</span>
      <Link to={`/messages/${reference}`}>What happens</Link>
    </li>
  );
}
