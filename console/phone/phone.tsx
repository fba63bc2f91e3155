/**
 * A phone: its frame, its status bar, with whom its owner talks, and the thread. What a call shows lies above all of it.
 *
 * 1. The thread stays at its end when something comes, unless its reader has scrolled up.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from '../ui/classes.ts';
import { Hidden } from '../ui/hidden.tsx';
import { Glyph } from './glyph.tsx';
import styles from './phone.module.css';
import { SCROLLS } from './scrolls.ts';

export interface Talk {
  /** With whom: a sender, an agent. */
  readonly name: string;
  readonly channel: 'rcs' | 'sms';
}

export interface PhoneProps {
  /** Whose it is: `+49 151 12345 678`. */
  readonly label: string;
  /** In the status bar: `14:05`. */
  readonly clock: string;
  readonly talk: Talk | null;
  /** Beneath the name of the talk: other talks to choose. */
  readonly talks?: ReactNode;
  /** The thread, oldest first. */
  readonly children: ReactNode;
  /** Changes whenever something is added to the thread (rule 1). */
  readonly last?: string;
  /** Where its owner writes. */
  readonly footer?: ReactNode;
  /** A call. */
  readonly call?: ReactNode;
}

export function Phone({ label, clock, talk, talks, children, last, footer, call }: PhoneProps) {
  const thread = useStayAtEnd(last);
  return (
    <section className={styles.phone} aria-label={`The phone ${label}`}>
      <div className={styles.screen}>
        <StatusBar clock={clock} isOnCall={Boolean(call)} />
        {call ? (
          <div className={styles.call}>{call}</div>
        ) : (
          <>
            {talk && <TalkHead talk={talk} />}
            {talks}
            <div ref={thread} className={styles.thread} role="log" aria-label="Messages" {...SCROLLS}>
              <div className={styles.messages}>{children}</div>
            </div>
            {footer && <div className={styles.footer}>{footer}</div>}
          </>
        )}
        <span className={styles.home} aria-hidden="true" />
      </div>
    </section>
  );
}

/** To look at, among others: no bigger than a card, and nothing in it can be reached. */
export function SmallPhone({ clock, talk, children, call }: Omit<PhoneProps, 'label'>) {
  return (
    <div className={styles.small} aria-hidden="true" inert>
      <div className={styles.phone}>
        <div className={styles.screen}>
          <StatusBar clock={clock} isOnCall={Boolean(call)} />
          {call ? (
            <div className={styles.call}>{call}</div>
          ) : (
            <>
              {talk && <TalkHead talk={talk} />}
              <div className={styles.thread}>
                <div className={styles.messages}>{children}</div>
              </div>
            </>
          )}
          <span className={styles.home} />
        </div>
      </div>
    </div>
  );
}

function StatusBar({ clock, isOnCall }: { readonly clock: string; readonly isOnCall: boolean }) {
  return (
    <div className={classes(styles.status, isOnCall && styles.statusOnCall)} aria-hidden="true">
      <span className={styles.clock}>{clock}</span>
      <span className={styles.camera} />
      <svg width="44" height="12" viewBox="0 0 44 12" fill="currentColor" aria-hidden="true" focusable="false">
        <rect x="0" y="8" width="3" height="4" rx="0.8" />
        <rect x="4.5" y="5.5" width="3" height="6.5" rx="0.8" />
        <rect x="9" y="3" width="3" height="9" rx="0.8" />
        <rect x="13.5" y="0.5" width="3" height="11.5" rx="0.8" />
        <rect x="22.5" y="0.6" width="19" height="10.8" rx="3" fill="none" stroke="currentColor" opacity="0.6" />
        <rect x="24.2" y="2.3" width="13" height="7.4" rx="1.6" />
        <rect x="42.3" y="4" width="1.5" height="4" rx="0.75" opacity="0.6" />
      </svg>
    </div>
  );
}

function TalkHead({ talk: { name, channel } }: { readonly talk: Talk }) {
  const isRcs = channel === 'rcs';
  return (
    <div className={styles.head}>
      <span className={classes(styles.avatar, isRcs ? styles.rcs : styles.sms)} aria-hidden="true">
        {/^[+\d]/.test(name) ? '#' : name.slice(0, 1).toUpperCase()}
      </span>
      <div className={styles.who}>
        <p className={styles.name}>
          <span>{name}</span>
          {isRcs && (
            <span className={styles.verified}>
              <Glyph name="verified" size={15} />
              <Hidden>verified</Hidden>
            </span>
          )}
        </p>
        <p className={styles.channel}>{isRcs ? 'RCS business chat' : 'SMS'}</p>
      </div>
    </div>
  );
}

const NEAR_END_PX = 120;

/** Rule 1. */
function useStayAtEnd(last: string | undefined) {
  const thread = useRef<HTMLDivElement>(null);
  const wasAtEnd = useRef(true);
  useEffect(() => {
    const box = thread.current;
    if (!box) return;
    const look = () => {
      wasAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END_PX;
    };
    box.addEventListener('scroll', look, { passive: true });
    return () => box.removeEventListener('scroll', look);
  }, []);
  useEffect(() => {
    const box = thread.current;
    if (last !== undefined && box && wasAtEnd.current) box.scrollTop = box.scrollHeight;
  }, [last]);
  return thread;
}
