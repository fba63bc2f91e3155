/**
 * The picture of a card, or a file: where it lies, and a link that opens it in another tab. It is never fetched here, since
 * that would tell a stranger's server who looks; a picture that stands in the message itself is shown.
 */
import { useState } from 'react';
import { classes } from '../ui/classes.ts';
import { Hidden } from '../ui/hidden.tsx';
import { hostOf, nameOf } from './content.ts';
import { Glyph } from './glyph.tsx';
import styles from './media.module.css';

const HEIGHTS: Readonly<Record<string, string | undefined>> = {
  SHORT: styles.short,
  MEDIUM: styles.medium,
  TALL: styles.tall,
};
const GROUNDS = [styles.dawn, styles.noon, styles.dusk, styles.night];

export interface MediaProps {
  readonly url: string;
  /** As RBM names it: SHORT, MEDIUM, TALL. */
  readonly height?: string;
  /** It stands beside the words of a card. */
  readonly isBeside?: boolean;
}

export function Media({ url, height = 'MEDIUM', isBeside = false }: MediaProps) {
  const [isBroken, setBroken] = useState(false);
  const look = classes(styles.media, HEIGHTS[height] ?? styles.medium, isBeside && styles.beside, groundOf(url));
  if (/^data:image\/(png|jpeg|gif|webp);/.test(url) && !isBroken) {
    return (
      <div className={look}>
        <img className={styles.image} src={url} alt="" onError={() => setBroken(true)} />
      </div>
    );
  }
  return (
    <div className={look}>
      <Landscape />
      {/^https?:/.test(url) ? (
        <a className={styles.where} href={url} target="_blank" rel="noreferrer noopener">
          <Glyph name="url" size={12} />
          <span>{hostOf(url)}</span>
          <Hidden>: open the picture in another tab</Hidden>
        </a>
      ) : (
        <span className={styles.where}>{url === '' ? 'no picture yet' : hostOf(url)}</span>
      )}
    </div>
  );
}

/** A file in a bubble. */
export function FileTile({ url, name }: { readonly url: string; readonly name?: string }) {
  return (
    <a className={styles.file} href={url} target="_blank" rel="noreferrer noopener">
      <Glyph name="file" size={24} />
      <span className={styles.fileWords}>
        <strong>{name ?? nameOf(url)}</strong>
        <small>{hostOf(url)}</small>
      </span>
      <Hidden>opens in another tab</Hidden>
    </a>
  );
}

/** The same address has the same ground. */
function groundOf(url: string): string | undefined {
  let sum = 0;
  for (const letter of url) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973;
  return GROUNDS[sum % GROUNDS.length];
}

/** In place of a picture. */
function Landscape() {
  return (
    <svg className={styles.landscape} viewBox="0 0 320 168" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <circle className={styles.sun} cx="238" cy="54" r="21" />
      <path className={styles.far} d="M0 122 62 70l40 34 52-60 64 68 34-28 68 52v34H0Z" />
      <path className={styles.near} d="M0 146c46-26 92-30 142-10s110 18 178-14v48H0Z" />
    </svg>
  );
}
