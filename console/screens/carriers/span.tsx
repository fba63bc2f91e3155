/**
 * How far back figures go. It stands in the address.
 */
import { Select } from '../../ui/field.tsx';
import { type FilterField, useFilters } from '../../ui/filters.tsx';

const SPANS = [
  { value: '', label: 'Last hour' },
  { value: '6', label: 'Last 6 hours' },
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
  { value: '720', label: 'Last 30 days' },
];

const FIELDS: readonly FilterField[] = [{ name: 'hours', label: 'Time' }];

/** In hours. */
export function useSpan(): number {
  const { values } = useFilters(FIELDS);
  const known = SPANS.find(({ value }) => value === values.hours);
  return Number(known?.value || 1);
}

export function SpanSelect() {
  const { values, set } = useFilters(FIELDS);
  return (
    <Select
      label="Time"
      options={SPANS}
      value={values.hours ?? ''}
      onChange={(event) => set({ hours: event.target.value })}
    />
  );
}
