/**
 * A field with its label, a hint, and what is wrong with it.
 */
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';

interface Labelled {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong, and what is allowed. */
  readonly problem?: string | null;
}

export type FieldProps = Labelled & Omit<ComponentProps<'input'>, 'className' | 'style' | 'id'>;

export function Field({ label, hint, problem, ...rest }: FieldProps) {
  const ids = useIds(hint, problem);
  return (
    <Frame label={label} hint={hint} problem={problem} ids={ids}>
      <input {...rest} {...ids.of} className={styles.control} />
    </Frame>
  );
}

export function TextArea({
  label,
  hint,
  problem,
  ...rest
}: Labelled & Omit<ComponentProps<'textarea'>, 'className' | 'style' | 'id'>) {
  const ids = useIds(hint, problem);
  return (
    <Frame label={label} hint={hint} problem={problem} ids={ids}>
      <textarea rows={4} {...rest} {...ids.of} className={styles.area} />
    </Frame>
  );
}

export interface SelectProps
  extends Labelled,
    Omit<ComponentProps<'select'>, 'className' | 'style' | 'id' | 'children'> {
  /** By value, in their order. */
  readonly options: ReadonlyArray<{ readonly value: string; readonly label: string }>;
}

/** The browser's own: it has keyboard, search by letters, and the wheel of a phone. */
export function Select({ label, hint, problem, options, ...rest }: SelectProps) {
  const ids = useIds(hint, problem);
  return (
    <Frame label={label} hint={hint} problem={problem} ids={ids}>
      <select {...rest} {...ids.of} className={styles.select}>
        {options.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </Frame>
  );
}

export function Checkbox({
  label,
  hint,
  ...rest
}: Omit<Labelled, 'problem'> & Omit<ComponentProps<'input'>, 'className' | 'style' | 'id' | 'type'>) {
  const id = useId();
  return (
    <label className={styles.check}>
      <input {...rest} type="checkbox" aria-describedby={hint ? id : undefined} />
      <span>
        {label}
        {hint && (
          <span id={id} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}

function useIds(hint: ReactNode, problem: string | null | undefined) {
  const id = useId();
  const described = [...(hint ? [`${id}-hint`] : []), ...(problem ? [`${id}-problem`] : [])].join(' ');
  return {
    id,
    of: {
      id,
      'aria-describedby': described === '' ? undefined : described,
      'aria-invalid': problem ? true : undefined,
    },
  };
}

function Frame({
  label,
  hint,
  problem,
  ids,
  children,
}: Labelled & { readonly ids: { readonly id: string }; readonly children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={ids.id} className={styles.label}>
        {label}
      </label>
      {children}
      {problem && (
        <p id={`${ids.id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
      {hint && (
        <p id={`${ids.id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
