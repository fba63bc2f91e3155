/**
 * Names and values of one thing. What has no value is left out by who makes the list.
 */
import type { ReactNode } from 'react';
import styles from './facts.module.css';

export interface FactsProps {
  readonly facts: ReadonlyArray<readonly [name: string, value: ReactNode]>;
}

export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
