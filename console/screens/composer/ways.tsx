/**
 * A few ways of which one is looked at.
 */
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Hidden } from '../../ui/hidden.tsx';
import styles from './composer.module.css';

export interface WaysProps<Name extends string> {
  readonly label: string;
  readonly ways: ReadonlyArray<{ readonly name: Name; readonly label: string }>;
  readonly current: Name;
  readonly onChange: (name: Name) => void;
  /** Beside them. */
  readonly children?: ReactNode;
}

export function Ways<Name extends string>({ label, ways, current, onChange, children }: WaysProps<Name>) {
  return (
    <fieldset className={styles.ways}>
      <legend>
        <Hidden>{label}</Hidden>
      </legend>
      {ways.map(({ name, label: words }) => (
        <Button
          key={name}
          size="small"
          kind={name === current ? 'primary' : 'plain'}
          aria-pressed={name === current}
          onClick={() => onChange(name)}
        >
          {words}
        </Button>
      ))}
      {children}
    </fieldset>
  );
}
