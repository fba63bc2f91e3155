/**
 * What a phone shows that got no message: its calls, or that there is nothing.
 */
import { Note } from '../../phone/bubble.tsx';
import { CallLog } from '../../phone/call-log.tsx';
import { senderText } from '../../phone/number-text.ts';
import { Time } from '../../ui/time.tsx';
import type { Call } from './handset.ts';

export function PastCalls({ calls }: { readonly calls: readonly Call[] }) {
  if (calls.length === 0) return <Note isAlone>Nothing has come to this phone yet.</Note>;
  return (
    <CallLog
      calls={calls.map(({ id, from, answered_on: answered, started_on: at }) => ({
        id,
        from: senderText(from),
        isMissed: answered === null,
        meta: <Time at={at} />,
      }))}
    />
  );
}
