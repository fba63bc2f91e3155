/**
 * The call of a handset that is under way, on its phone.
 */
import { type CallActs, CallScreen } from '../../phone/call.tsx';
import { senderText } from '../../phone/number-text.ts';
import type { Call } from './handset.ts';

export interface ShownCallProps {
  readonly call: Call;
  readonly isSpeakerOn?: boolean;
  readonly acts?: CallActs;
}

export function ShownCall({ call, isSpeakerOn, acts }: ShownCallProps) {
  const { from, answered_on: at, pressed } = call;
  return (
    <CallScreen
      from={senderText(from)}
      answeredAt={at === null ? null : Date.parse(at)}
      keys={pressed ?? ''}
      isSpeakerOn={isSpeakerOn}
      acts={acts}
    />
  );
}
