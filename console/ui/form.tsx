/**
 * A form that is read when it is sent, a row of fields in it, and a choice of several.
 *
 *   <Form label="New account" onSubmit={(fields) => create.mutate(textOf(fields, 'name'))}>…</Form>
 */
import type { FormEvent, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Checkbox } from './field.tsx';
import styles from './form.module.css';

export interface FormProps {
  readonly label: string;
  readonly onSubmit: (fields: FormData, form: HTMLFormElement) => void;
  /** The fields stand beside each other where there is room. */
  readonly isRow?: boolean;
  /** It lays its fields out itself, over the whole width. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function Form({ label, onSubmit, isRow = false, isWide = false, children }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget), event.currentTarget);
  };
  return (
    <form
      aria-label={label}
      className={isRow ? styles.row : classes(styles.form, isWide && styles.wide)}
      onSubmit={submit}
    >
      {children}
    </form>
  );
}

export interface ChoicesProps {
  readonly label: string;
  readonly name: string;
  readonly options: ReadonlyArray<{ readonly value: string; readonly label: string }>;
  /** Those that are chosen in the beginning. */
  readonly chosen?: readonly string[];
}

/** What is chosen is `fields.getAll(name)`. */
export function Choices({ label, name, options, chosen = [] }: ChoicesProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      <div className={styles.options}>
        {options.map(({ value, label: words }) => (
          <Checkbox key={value} name={name} value={value} label={words} defaultChecked={chosen.includes(value)} />
        ))}
      </div>
    </fieldset>
  );
}

/** What stands in a field, without the blanks around it. */
export function textOf(fields: FormData, name: string): string {
  return String(fields.get(name) ?? '').trim();
}
