/**
 * What can be sent to a phone by a click, and what becomes of it.
 */
import { useState } from 'react';
import { usePermission } from '../../../app/session-context.ts';
import { Glyph } from '../../../phone/glyph.tsx';
import { FailureNotice } from '../../../ui/failure.tsx';
import { Hidden } from '../../../ui/hidden.tsx';
import { Link } from '../../../ui/link.tsx';
import { useSend } from '../use-handsets.ts';
import { SAMPLES } from './samples.ts';
import styles from './send-panel.module.css';
import { SentList, type SentSample } from './sent-list.tsx';

/** So many of the newest are told of. */
const MOST_SENT = 3;

export function SendPanel({ number }: { readonly number: string }) {
  const why = usePermission('operate');
  const [sent, setSent] = useState<readonly SentSample[]>([]);
  const sending = useSend(number, ({ label }, reference) =>
    setSent((before) => [{ reference, label }, ...before].slice(0, MOST_SENT)),
  );
  return (
    <div className={styles.panel}>
      <ul className={styles.samples}>
        {SAMPLES.map((sample) => (
          <li key={sample.id}>
            <button
              type="button"
              className={styles.sample}
              title={why ?? undefined}
              aria-disabled={why !== null || undefined}
              onClick={() => why === null && sending.mutate(sample)}
            >
              <Glyph name={sample.glyph} size={22} />
              <span>
                <Hidden>Send: </Hidden>
                {sample.label}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {why !== null && <p className={styles.why}>{why}</p>}
      {sent.length > 0 && <SentList sent={sent} />}
      <p>
        <Link to="/composer" search={{ operation: 'omnichannel', phone_number: number }}>
          Compose something else
        </Link>
      </p>
      {sending.error && <FailureNotice what="It was not sent." error={sending.error} />}
    </div>
  );
}
