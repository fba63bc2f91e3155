/**
 * The buttons of a message: rows of a card, and suggestions as pills below it. Each can be pressed where somebody listens;
 * elsewhere it only looks like one.
 */
import { classes } from '../ui/classes.ts';
import { Hidden } from '../ui/hidden.tsx';
import styles from './buttons.module.css';
import type { PhoneButton } from './content.ts';
import { Glyph, type GlyphName } from './glyph.tsx';

const SIGNS: Readonly<Record<PhoneButton['type'], GlyphName>> = {
  reply: 'reply',
  dial: 'dial',
  url: 'url',
  location: 'location',
  share_location: 'share_location',
  calendar: 'calendar',
};

/** For who does not see the sign. */
const WORDS: Readonly<Record<PhoneButton['type'], string>> = {
  reply: 'replies',
  dial: 'dials',
  url: 'opens a page',
  location: 'shows a place on the map',
  share_location: 'sends where the phone is',
  calendar: 'makes an event',
};

export interface Pressing {
  /** Absent: nobody listens. `index` counts through the message. */
  readonly onPress?: (button: PhoneButton, index: number) => void;
  /** Those that have been pressed, by index. */
  readonly pressed?: ReadonlySet<number>;
}

export interface ButtonsProps extends Pressing {
  readonly buttons: readonly PhoneButton[];
  /** The index of the first within the message. */
  readonly first: number;
}

export function CardButtons(props: ButtonsProps) {
  return <Buttons {...props} className={styles.row} listName={styles.rows} />;
}

export function Suggestions(props: ButtonsProps) {
  return <Buttons {...props} className={styles.pill} listName={styles.pills} />;
}

interface Looks {
  readonly className: string | undefined;
  readonly listName: string | undefined;
}

function Buttons({ buttons, first, onPress, pressed, className, listName }: ButtonsProps & Looks) {
  if (buttons.length === 0) return null;
  return (
    <ul className={listName}>
      {buttons.map((button, at) => {
        const index = first + at;
        const isPressed = pressed?.has(index) ?? false;
        const inside = (
          <>
            <Glyph name={isPressed ? 'done' : SIGNS[button.type]} size={15} />
            <span className={styles.text}>{button.text === '' ? ' ' : button.text}</span>
            <Hidden>
              {` ${WORDS[button.type]}`}
              {isPressed && ', was pressed'}
            </Hidden>
          </>
        );
        const look = classes(className, isPressed && styles.pressed);
        return (
          <li key={index}>
            {onPress ? (
              <button type="button" className={look} onClick={() => onPress(button, index)}>
                {inside}
              </button>
            ) : (
              <span className={look}>{inside}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
