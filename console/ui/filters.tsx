/**
 * Filters of a list. They stand in the address, so that a link shows what its writer saw, and the way back works.
 *
 * 1. Whatever sends one of them sends all: a choice made takes along what is typed and not yet sent.
 * 2. The fields stay where they are when the address changes, and so does the focus in them.
 *
 *   const filters = useFilters(FIELDS);
 *   <Filters fields={FIELDS} filters={filters} />      filters.values is what the address says
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Field, Select } from './field.tsx';
import styles from './filters.module.css';
import { fromField, toField } from './local-time.ts';

export interface FilterField {
  /** In the address, and mostly in the API. */
  readonly name: string;
  readonly label: string;
  /** A choice of these; without it text. */
  readonly options?: ReadonlyArray<{ readonly value: string; readonly label: string }>;
  /** What no choice means, in place of "All". */
  readonly absent?: string;
  readonly kind?: 'text' | 'number' | 'time';
  readonly placeholder?: string;
}

export interface FilterState {
  /** Of the fields alone; what is empty is not there. */
  readonly values: Readonly<Record<string, string>>;
  /** '' takes one away. */
  readonly set: (changes: Readonly<Record<string, string>>) => void;
  readonly clear: () => void;
}

export function useFilters(fields: readonly FilterField[]): FilterState {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const given = fields.flatMap(({ name }) => (search[name] ? [[name, String(search[name])] as const] : []));
  const key = JSON.stringify(given);
  const values = useMemo(() => Object.fromEntries(JSON.parse(key) as [string, string][]), [key]);
  const go = (next: Readonly<Record<string, unknown>>) =>
    void navigate({ to: '.', search: next as never, resetScroll: false });
  return {
    values,
    set: (changes) => go({ ...search, ...changes }),
    clear: () => go({ ...search, ...Object.fromEntries(fields.map(({ name }) => [name, undefined])) }),
  };
}

/** So many are there on a narrow page; filters.module.css says the same. */
const FIRST = 2;

export interface FiltersProps {
  readonly fields: readonly FilterField[];
  readonly filters: FilterState;
}

export function Filters({ fields, filters: { values, set, clear } }: FiltersProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    set(Object.fromEntries(fields.map(({ name, kind }) => [name, read(form.get(name), kind, values[name])])));
  };
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (place.current) show(place.current, values);
  }, [values]);
  const isSet = Object.keys(values).length > 0;
  // Below 800 px the first ones are there, and the others on request.
  const [areAllShown, setAllShown] = useState(false);
  return (
    <form ref={place} className={styles.filters} data-all={areAllShown} aria-label="Filters" onSubmit={submit}>
      <div className={styles.fields}>
        {fields.map((field) => (
          <FilterInput key={field.name} field={field} value={values[field.name] ?? ''} />
        ))}
      </div>
      <div className={styles.actions}>
        <Button type="submit" kind="primary" icon="search">
          Find
        </Button>
        {fields.length > FIRST && (
          <span className={styles.more}>
            <Button icon="filter" aria-expanded={areAllShown} onClick={() => setAllShown(!areAllShown)}>
              {areAllShown ? 'Fewer filters' : 'More filters'}
            </Button>
          </span>
        )}
        {isSet && (
          <Button kind="quiet" onClick={clear}>
            Clear
          </Button>
        )}
      </div>
    </form>
  );
}

/** A field of minutes that nobody changed stands for the instant that it was given, to the millisecond. */
function read(value: FormDataEntryValue | null, kind: FilterField['kind'], before = ''): string {
  const text = String(value ?? '').trim();
  if (kind !== 'time') return text;
  return text !== '' && text === toField(before) ? before : fromField(text);
}

/** Rule 2: what is in the fields begins anew with each address. */
function show(form: HTMLFormElement, values: FilterState['values']): void {
  for (const input of form.elements) {
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
    const value = values[input.name] ?? '';
    input.value = input.type === 'datetime-local' ? toField(value) : value;
  }
}

interface FilterInputProps {
  readonly field: FilterField;
  readonly value: string;
}

function FilterInput({ field, value }: FilterInputProps) {
  const { name, label, options, absent = 'All', kind = 'text', placeholder } = field;
  if (options) {
    const all = [{ value: '', label: absent }, ...options];
    return (
      <Select
        label={label}
        name={name}
        options={all}
        defaultValue={value}
        onChange={(event) => event.target.form?.requestSubmit()}
      />
    );
  }
  const isTime = kind === 'time';
  return (
    <Field
      label={label}
      name={name}
      type={isTime ? 'datetime-local' : 'text'}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      defaultValue={isTime ? toField(value) : value}
    />
  );
}
