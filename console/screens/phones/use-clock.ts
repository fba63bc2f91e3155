/**
 * The time in the status bar of a phone: that of its reader, to the minute.
 */
import { useNow } from '../../ui/time.tsx';

const MINUTE_MS = 60_000;
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

export function useClock(): string {
  // Rounded up by `useNow`.
  return CLOCK.format(useNow(MINUTE_MS) - MINUTE_MS);
}
