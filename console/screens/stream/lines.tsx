/**
 * The lines of the stream, newest first.
 */
import { Badge } from '../../ui/badge.tsx';
import { Link } from '../../ui/link.tsx';
import { Time } from '../../ui/time.tsx';
import { lengthText } from '../../ui/time-text.ts';
import type { Seen } from './events.ts';
import { type Line, manyText } from './log.ts';
import styles from './stream.module.css';
import { NAMES } from './topics.ts';

export interface LinesProps {
  readonly lines: readonly Line[];
  /** Whether the focus is in them. */
  readonly setInside: (isInside: boolean) => void;
}

export function Lines({ lines, setInside }: LinesProps) {
  return (
    // So much may come that nobody could listen to it: it is read, not announced.
    <div role="log" aria-live="off" aria-label="Events" onFocus={() => setInside(true)} onBlur={() => setInside(false)}>
      <ol className={styles.lines} aria-label="Events, newest first">
        {lines.map((line) => (
          <li key={line.n} className={styles.line}>
            <span className={styles.time}>
              <Time at={line.at} />
            </span>
            {line.event.kind === 'one' ? <One seen={line.event.seen} /> : <Many event={line.event} />}
          </li>
        ))}
      </ol>
    </div>
  );
}

function One({ seen }: { readonly seen: Seen }) {
  const { kind, what, link, status, account } = seen;
  return (
    <>
      <span className={styles.kind}>{kind}</span>
      <span className={styles.what}>{link === null ? what : <Link to={link}>{what}</Link>}</span>
      <span className={styles.status}>
        <Status status={status} />
      </span>
      <span className={styles.account}>{account !== null && <code>{account}</code>}</span>
    </>
  );
}

function Status({ status: { words, tone, code } }: Pick<Seen, 'status'>) {
  return (
    <Badge tone={tone}>
      {words}
      {code !== null && <span className={styles.code}> {code}</span>}
    </Badge>
  );
}

function Many({ event }: { readonly event: Extract<Line['event'], { kind: 'many' }> }) {
  const { topic, since, until, some } = event;
  return (
    <div className={styles.many}>
      <p>
        <strong>{manyText(event, NAMES[topic])}</strong>
        {until > since && ` in ${lengthText(until - since)}`}
      </p>
      <ul className={styles.some} aria-label={`Some of these ${NAMES[topic]}`}>
        {some.map((seen) => (
          <li key={seen.id}>
            {seen.link === null ? seen.what : <Link to={seen.link}>{seen.what}</Link>}
            <Status status={seen.status} />
          </li>
        ))}
      </ul>
    </div>
  );
}
