/**
 * A message on a phone: a text, a file, a place, cards, and the suggestions below. What the phone got stands left, what its
 * owner sent right; RCS and SMS have colours of their own.
 */
import type { ReactNode } from 'react';
import { classes } from '../ui/classes.ts';
import { Hidden } from '../ui/hidden.tsx';
import styles from './bubble.module.css';
import { type Pressing, Suggestions } from './buttons.tsx';
import { Cards } from './card.tsx';
import { buttonsInCards, cardsOf, type PhoneContent } from './content.ts';
import { Glyph } from './glyph.tsx';
import { FileTile } from './media.tsx';

/** What the owner of a phone sent. */
export interface OwnContent {
  readonly text?: string;
  readonly file?: { readonly url: string; readonly name?: string };
  readonly place?: { readonly latitude: number; readonly longitude: number };
}

interface Beneath {
  /** Small words below it: time, parts, a link. */
  readonly meta?: ReactNode;
  /** It has just come: it moves in. */
  readonly isNew?: boolean;
}

export interface ReceivedProps extends Pressing, Beneath {
  readonly content: PhoneContent;
  readonly isWithdrawn?: boolean;
  /** The phone is out of reach: this is what it would show. */
  readonly isOnItsWay?: boolean;
}

export function Received(props: ReceivedProps) {
  const { content, isWithdrawn = false, isOnItsWay = false, meta, isNew = false, onPress, pressed } = props;
  const mark = isWithdrawn ? 'taken back' : isOnItsWay ? 'has not reached the phone' : null;
  const pressing: Pressing = mark === null ? { onPress, pressed } : {};
  const { text, file, suggestions = [] } = content;
  return (
    <div
      className={classes(
        styles.message,
        styles.in,
        isNew && styles.arriving,
        isWithdrawn && styles.withdrawn,
        mark && styles.waiting,
      )}
    >
      <Hidden>{mark === null ? 'Received:' : 'Not received:'}</Hidden>
      {text !== undefined && <p className={styles.bubble}>{text === '' ? '…' : text}</p>}
      {file && (
        <div className={styles.bubble}>
          <FileTile url={file.url} />
        </div>
      )}
      {cardsOf(content).length > 0 && (
        <div className={styles.cards}>
          <Cards content={content} {...pressing} />
        </div>
      )}
      <Suggestions buttons={suggestions} first={buttonsInCards(content)} {...pressing} />
      {(meta || mark) && (
        <p className={styles.meta}>
          {mark && <span className={styles.taken}>{mark}</span>}
          {meta}
        </p>
      )}
    </div>
  );
}

export interface SentProps extends Beneath {
  readonly content: OwnContent;
  readonly channel: 'rcs' | 'sms';
}

export function Sent({ content: { text, file, place }, channel, meta, isNew = false }: SentProps) {
  return (
    <div className={classes(styles.message, styles.out, isNew && styles.arriving)}>
      <Hidden>Sent:</Hidden>
      <div className={classes(styles.bubble, channel === 'sms' ? styles.sms : styles.rcs)}>
        {text !== undefined && <p>{text}</p>}
        {file && <FileTile url={file.url} name={file.name} />}
        {place && (
          <p className={styles.place}>
            <Glyph name="location" size={18} />
            {place.latitude}, {place.longitude}
          </p>
        )}
      </div>
      {meta && <p className={styles.meta}>{meta}</p>}
    </div>
  );
}

export interface NoteProps {
  readonly children: ReactNode;
  readonly isNew?: boolean;
  /** It is all there is. */
  readonly isAlone?: boolean;
}

/** Something that is no message, in the middle: a button was pressed, there is nothing yet. */
export function Note({ children, isNew = false, isAlone = false }: NoteProps) {
  return <p className={classes(styles.note, isNew && styles.arriving, isAlone && styles.alone)}>{children}</p>;
}
