/**
 * The calls of a handset, the newest first: who called, what came of it, which keys were pressed, and what was heard.
 */
import { clockText } from '../../phone/call-time.ts';
import { senderText } from '../../phone/number-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Link } from '../../ui/link.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './calls.module.css';
import type { Call } from './handset.ts';
import { Recording } from './recording.tsx';

export function Calls({ address, calls }: { readonly address: string; readonly calls: readonly Call[] }) {
  return (
    <ul className={styles.calls}>
      {calls.toReversed().map((call) => (
        <li key={call.id} className={styles.call}>
          <div className={styles.head}>
            <strong>{senderText(call.from)}</strong>
            <Became call={call} />
            <span className={styles.time}>
              <Time at={call.started_on} />
            </span>
          </div>
          <p className={styles.facts}>
            {lengthOf(call)}
            {call.pressed && <span>pressed {call.pressed}</span>}
            {call.keys && <span>heard the keys {call.keys}</span>}
            {call.message && <Link to={`/messages/${call.message.reference_id}`}>What happened</Link>}
          </p>
          {call.state === 'over' && call.has_sound && (
            <Recording address={address} callId={call.id} what={`the call from ${senderText(call.from)}`} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Became({ call: { state, answered_on: answered } }: { readonly call: Call }) {
  if (state === 'ringing') return <Badge tone="accent">rings</Badge>;
  if (state === 'answered') return <Badge tone="good">under way</Badge>;
  return answered === null ? <Badge tone="warn">not answered</Badge> : <Badge>answered</Badge>;
}

function lengthOf({ answered_on: from, ended_on: to }: Call) {
  if (from === null || to === null) return null;
  return <span>{clockText(Date.parse(to) - Date.parse(from))}</span>;
}
