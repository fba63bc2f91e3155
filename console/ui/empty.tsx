/**
 * Nothing is there: says why, and what could be done.
 */
import type { ReactNode } from 'react';
import styles from './empty.module.css';

export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.words}>{children}</div>}
    </div>
  );
}
