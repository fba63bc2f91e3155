/**
 * A range of callbacks that is to be sent once more, as the API takes it. Pure.
 */
type Values = Readonly<Record<string, string>>;

export interface Range {
  customer_id: string;
  from: string;
  state?: 'given_up' | 'pending' | 'delivered';
  endpoint?: string;
  to?: string;
}

export function rangeOf(values: Values): Range {
  const { customer_id: account = '', from = '', state, endpoint, to } = values;
  return {
    customer_id: account.trim(),
    from,
    ...(state === 'given_up' || state === 'pending' || state === 'delivered' ? { state } : {}),
    ...(endpoint?.trim() ? { endpoint: endpoint.trim() } : {}),
    ...(to ? { to } : {}),
  };
}

/** What is missing or wrong, by field. */
export function problemsOf({ customer_id: account = '', from = '', to = '' }: Values): Record<string, string> {
  return {
    ...(account.trim() === '' ? { customer_id: 'Whose callbacks? The id of an account.' } : {}),
    ...(from === '' ? { from: 'Since when? A date and a time.' } : {}),
    ...(from !== '' && to !== '' && to <= from ? { to: 'Later than From, or empty.' } : {}),
  };
}

/** `1 callback`, `1,200 callbacks`. */
export function countedText(count: number): string {
  return count === 1 ? '1 callback' : `${count.toLocaleString('en')} callbacks`;
}
