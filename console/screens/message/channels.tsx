/**
 * How the message went on each channel, with the parts and what the carrier calls them.
 */
import type { Schema } from '../../api/client.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { Code } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Link } from '../../ui/link.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './channels.module.css';
import { channelName, count } from './words.ts';

type Attempt = Schema<'OperatorAttempt'>;

export function ChannelsSection({ attempts }: { readonly attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return null;
  return (
    <Section title={attempts.length === 1 ? 'The channel' : 'The channels'}>
      {attempts.map((attempt) => (
        <OneChannel key={attempt.n} attempt={attempt} />
      ))}
    </Section>
  );
}

function OneChannel({ attempt }: { readonly attempt: Attempt }) {
  const { channel, carrier, carriers_tried: tried, status, state, reason, sender, parts } = attempt;
  return (
    <div className={styles.channel}>
      <h3 className={styles.head}>
        {channelName(channel)} <StatusBadge status={status} />
      </h3>
      <Facts
        facts={[
          [
            'Carrier',
            carrier === null ? (
              '–'
            ) : (
              <Link key="carrier" to={`/carriers/${carrier}`}>
                {carrier}
              </Link>
            ),
          ],
          ...(tried.length === 0 ? [] : [['Before it', tried.join(', ')] as const]),
          ['Sender', sender ?? '–'],
          ['State', state],
          ...(reason === null ? [] : [['The carrier said', reason] as const]),
          ['Handed over', <Time key="handed" at={attempt.handed_over_on} />],
          ['Tries', triesText(attempt)],
          ['Has time until', <Time key="deadline" at={attempt.deadline_on} />],
          ...(attempt.retry_on === null ? [] : [['Again', <Time key="retry" at={attempt.retry_on} />] as const]),
          ['Reference', <Code key="reference" value={attempt.reference_id} what="the reference of the channel" />],
        ]}
      />
      {(parts.length > 1 || parts.some(({ remote_id: id, in_doubt: isInDoubt }) => id !== null || isInDoubt)) && (
        <ul className={styles.parts} aria-label={`Parts on ${channelName(channel)}`}>
          {parts.map(({ n, state: partState, remote_id: id, in_doubt: isInDoubt }) => (
            <li key={n}>
              {parts.length > 1 && `Part ${n}: `}
              <Badge>{partState}</Badge>
              {isInDoubt && <Badge tone="warn">in doubt</Badge>}
              {id !== null && (
                <span>
                  the carrier calls it <Code value={id} what="the carrier's id" />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function triesText({ tries, temporary_failures: faults }: Attempt): string {
  return faults === 0 ? String(tries) : `${tries}, ${count(faults, 'passing fault')}`;
}
