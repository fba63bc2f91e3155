/**
 * A call on a phone: it rings, and can be answered and declined; it was answered, and can be listened to and given keys until
 * somebody hangs up. Without somebody who listens its buttons only look like ones.
 */
import { useState } from 'react';
import { classes } from '../ui/classes.ts';
import { Hidden } from '../ui/hidden.tsx';
import { useNow } from '../ui/time.tsx';
import styles from './call.module.css';
import { clockText } from './call-time.ts';
import { Glyph } from './glyph.tsx';

export interface CallActs {
  readonly onAnswer: () => void;
  readonly onDecline: () => void;
  readonly onHangUp: () => void;
  readonly onKey: (key: string) => void;
  /** What is said is to be heard here, or no longer. */
  readonly onSpeaker: () => void;
}

export interface CallScreenProps {
  /** Who calls, as it is shown. */
  readonly from: string;
  /** Null: it rings. */
  readonly answeredAt: number | null;
  /** Pressed so far. */
  readonly keys: string;
  readonly isSpeakerOn?: boolean;
  readonly acts?: CallActs;
}

export function CallScreen({ from, answeredAt, keys, isSpeakerOn = false, acts }: CallScreenProps) {
  const [isKeypad, setKeypad] = useState(true);
  const now = useNow(1_000);
  const isRinging = answeredAt === null;
  return (
    <div className={styles.call}>
      <div className={styles.who}>
        {(isRinging || !isKeypad) && (
          <span className={classes(styles.avatar, isRinging && styles.ringing)} aria-hidden="true">
            <Glyph name="dial" size={34} />
          </span>
        )}
        <p className={styles.from}>{from}</p>
        <p className={styles.state}>{isRinging ? 'Incoming call' : clockText(now - answeredAt)}</p>
        {!isRinging && (
          <>
            <Speaking />
            <p className={styles.keys}>
              {keys !== '' && <Hidden>Keys pressed: </Hidden>}
              {keys}
            </p>
          </>
        )}
      </div>
      {!isRinging && isKeypad && <Keypad onKey={acts?.onKey} />}
      <div className={styles.acts}>
        {isRinging ? (
          <>
            <Round look={styles.decline} label="Decline" glyph="hangUp" onClick={acts?.onDecline} />
            <Round
              look={classes(styles.answer, styles.wobbling)}
              label="Answer"
              glyph="answer"
              onClick={acts?.onAnswer}
            />
          </>
        ) : (
          <>
            <Round
              look={classes(styles.toggle, isKeypad && styles.on)}
              label="Keypad"
              glyph="keypad"
              isOn={isKeypad}
              onClick={acts && (() => setKeypad(!isKeypad))}
            />
            <Round
              look={classes(styles.toggle, isSpeakerOn && styles.on)}
              label="Speaker"
              glyph="sound"
              isOn={isSpeakerOn}
              onClick={acts?.onSpeaker}
            />
            <Round look={styles.decline} label="Hang up" glyph="hangUp" onClick={acts?.onHangUp} />
          </>
        )}
      </div>
    </div>
  );
}

interface RoundProps {
  readonly look: string | undefined;
  readonly label: string;
  readonly glyph: 'hangUp' | 'answer' | 'keypad' | 'sound';
  readonly isOn?: boolean;
  readonly onClick?: () => void;
}

function Round({ look, label, glyph, isOn, onClick }: RoundProps) {
  const sign = (
    <span className={classes(styles.round, look)}>
      <Glyph name={glyph} size={28} />
    </span>
  );
  if (!onClick) return <span className={styles.act}>{sign}</span>;
  return (
    <button type="button" className={styles.act} aria-pressed={isOn} onClick={onClick}>
      {sign}
      {label}
    </button>
  );
}

const KEYS = [
  ['1', ''],
  ['2', 'ABC'],
  ['3', 'DEF'],
  ['4', 'GHI'],
  ['5', 'JKL'],
  ['6', 'MNO'],
  ['7', 'PQRS'],
  ['8', 'TUV'],
  ['9', 'WXYZ'],
  ['*', ''],
  ['0', '+'],
  ['#', ''],
] as const;

function Keypad({ onKey }: { readonly onKey?: (key: string) => void }) {
  return (
    <fieldset className={styles.keypad}>
      <legend>
        <Hidden>Keypad</Hidden>
      </legend>
      {KEYS.map(([key, letters]) => (
        <button key={key} type="button" className={styles.key} onClick={() => onKey?.(key)}>
          {key}
          <small aria-hidden="true">{letters}</small>
        </button>
      ))}
    </fieldset>
  );
}

/** Somebody talks. */
function Speaking() {
  return (
    <span className={styles.speaking} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}
