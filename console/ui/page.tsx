/**
 * A page: its title, what can be done with it as a whole, and what it holds. After a navigation the title has the focus, so
 * that a screen reader says where one is and Tab goes on from there.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './page.module.css';

export interface PageProps {
  readonly title: string;
  /** Beside the title: a badge. */
  readonly aside?: ReactNode;
  /** One sentence below the title. */
  readonly lead?: ReactNode;
  /** Buttons. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, aside, lead, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = `${title} · Trunkline`;
  }, [title]);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {aside}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
        {lead && <p className={styles.lead}>{lead}</p>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page with a heading of its own. */
export function Section({ title, actions, children }: Pick<PageProps, 'title' | 'actions' | 'children'>) {
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
