/**
 * What became of a thing, as a paragraph in plain words.
 */
import type { ReactNode } from 'react';
import styles from './story.module.css';

export function Story({ children }: { readonly children: ReactNode }) {
  return <p className={styles.story}>{children}</p>;
}
