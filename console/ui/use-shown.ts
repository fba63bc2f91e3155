/**
 * What a whole list hides until somebody asks for it: numbers, texts. As `Secret` (secret.tsx), for many at once.
 *
 *   const numbers = useShown(() => take(api.GET('…', { params: { query: { full: true } } })));
 *   <ShowAll shown={numbers} what="numbers" />      numbers.value is null while they are hidden
 */
import { useEffect, useState } from 'react';

export const SHOWN_FOR_MS = 120_000;

export interface Shown<Value> {
  readonly value: Value | null;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly show: () => void;
  readonly hide: () => void;
}

export function useShown<Value>(ask: () => Promise<Value>): Shown<Value> {
  const [value, setValue] = useState<Value | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (value === null) return;
    const timer = setTimeout(() => setValue(null), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [value]);
  const show = async () => {
    setBusy(true);
    setError(null);
    try {
      setValue(await ask());
    } catch (failed) {
      setError(failed);
    } finally {
      setBusy(false);
    }
  };
  return { value, isBusy, error, show: () => void show(), hide: () => setValue(null) };
}
