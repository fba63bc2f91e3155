/**
 * What can be sent to a phone by a click.
 */
import { usePermission } from '../../app/session-context.ts';
import { Glyph } from '../../phone/glyph.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import { Hidden } from '../../ui/hidden.tsx';
import { Link } from '../../ui/link.tsx';
import { SAMPLES } from './samples.ts';
import styles from './send-panel.module.css';
import { useSend } from './use-handsets.ts';

export function SendPanel({ number }: { readonly number: string }) {
  const why = usePermission('operate');
  const sending = useSend(number);
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
      <p>
        <Link to="/composer" search={{ operation: 'omnichannel', phone_number: number }}>
          Compose something else
        </Link>
      </p>
      {sending.error && <FailureNotice what="It was not sent." error={sending.error} />}
    </div>
  );
}
