/**
 * Words for a screen reader alone.
 */
import type { ReactNode } from 'react';
import styles from './hidden.module.css';

export function Hidden({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  return (
    <span id={id} className={styles.hidden}>
      {children}
    </span>
  );
}
