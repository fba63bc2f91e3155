/**
 * A page in front of the console: one thing to do, in the middle.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { Brand } from './brand.tsx';
import styles from './door.module.css';

export function Door({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Trunkline`;
    heading.current?.focus();
  }, [title]);
  return (
    <main className={styles.door}>
      <div className={styles.panel}>
        <Brand />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
    </main>
  );
}
