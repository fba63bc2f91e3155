/**
 * Stands where something will be. It is drawn after 200 ms: what comes sooner does not flicker.
 */
import { useEffect, useState } from 'react';
import { Hidden } from './hidden.tsx';
import styles from './skeleton.module.css';

const SHOWN_AFTER_MS = 200;

export function Skeleton({ lines, label = 'Loading' }: { readonly lines: number; readonly label?: string }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <div className={styles.skeleton}>
      <p role="status">
        <Hidden>{label} …</Hidden>
      </p>
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((line) => (
        <span key={line} className={styles.line} aria-hidden="true" />
      ))}
    </div>
  );
}
