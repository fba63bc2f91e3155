/**
 * The phone of a handset in full: its talks, what it can press, answer and write, and its call.
 */
import { useState } from 'react';
import { usePermission } from '../../app/session-context.ts';
import type { CallActs } from '../../phone/call.tsx';
import type { PhoneButton } from '../../phone/content.ts';
import { numberText, senderText } from '../../phone/number-text.ts';
import { Phone } from '../../phone/phone.tsx';
import { FailureNotice } from '../../ui/failure.tsx';
import type { Call, Handset, Message } from './handset.ts';
import styles from './live-phone.module.css';
import { LiveSound } from './live-sound.tsx';
import { PastCalls } from './past-calls.tsx';
import { ReplyBar } from './reply/reply-bar.tsx';
import * as requests from './requests.ts';
import { ShownCall } from './shown-call.tsx';
import { talkHead } from './talk-head.ts';
import { callUnderWay, type TalkOf, talksOf } from './thread.ts';
import { ThreadOf } from './thread-of.tsx';
import { useClock } from './use-clock.ts';
import { useDeed } from './use-handsets.ts';

export interface LivePhoneProps {
  readonly handset: Handset;
  /** By what the gateway is asked (address.ts). */
  readonly address: string;
  /** With whom it talks; absent, the newest. A talk that has not begun may be named. */
  readonly peer: string | null;
  readonly onPeer: (peer: string) => void;
}

export function LivePhone({ handset, address, peer, onPeer }: LivePhoneProps) {
  const { phone_number: number, sent, calls } = handset;
  const clock = useClock();
  const talks = withTalk(talksOf(handset), peer);
  const talk = talks.find((each) => each.peer === peer) ?? talks[0] ?? null;
  const call = callUnderWay(calls);
  const { press, problem } = usePressing(address);
  return (
    <div className={styles.phone}>
      <Phone
        label={numberText(number)}
        clock={clock}
        talk={talk && talkHead(talk)}
        talks={talks.length > 1 && <Talks talks={talks} talk={talk} onPeer={onPeer} />}
        last={`${talk?.peer} ${talk?.items.length}`}
        footer={talk && <ReplyBar key={talk.peer} address={address} to={talk.peer} channel={talk.channel} />}
        call={call && <HeldCall address={address} call={call} />}
      >
        {talk ? <ThreadOf key={talk.peer} talk={talk} sent={sent} onPress={press} /> : <PastCalls calls={calls} />}
      </Phone>
      {problem && <FailureNotice what="The button was not pressed." error={problem} />}
    </div>
  );
}

/** A talk that has not begun is one by SMS, to a number. */
function withTalk(talks: readonly TalkOf[], peer: string | null): readonly TalkOf[] {
  if (peer === null || talks.some((talk) => talk.peer === peer)) return talks;
  return [{ peer, channel: 'sms', items: [], lastOn: '' }, ...talks];
}

function usePressing(address: string) {
  const why = usePermission('operate');
  const pressing = useDeed(async ({ message, index }: { readonly message: Message; readonly index: number }) => {
    return requests.tap(address, { reference_id: message.attempt_reference_id ?? undefined, index });
  });
  const press = (message: Message, _: PhoneButton, index: number) => pressing.mutate({ message, index });
  return { press: why === null ? press : undefined, problem: pressing.error };
}

interface TalksProps {
  readonly talks: readonly TalkOf[];
  readonly talk: TalkOf | null;
  readonly onPeer: (peer: string) => void;
}

function Talks({ talks, talk, onPeer }: TalksProps) {
  return (
    <nav className={styles.talks} aria-label="Talks">
      {talks.map(({ peer, channel }) => (
        <button key={peer} type="button" aria-pressed={peer === talk?.peer} onClick={() => onPeer(peer)}>
          {senderText(peer)} <small>{channel.toUpperCase()}</small>
        </button>
      ))}
    </nav>
  );
}

type Act = { readonly act: 'answer' | 'decline' | 'hang-up' } | { readonly act: 'keys'; readonly keys: string };

function HeldCall({ address, call }: { readonly address: string; readonly call: Call }) {
  const why = usePermission('operate');
  const [typed, setTyped] = useState('');
  const [isSpeakerOn, setSpeakerOn] = useState(false);
  const acting = useDeed(async (act: Act) => {
    await requests.actOnCall(address, call.id, act);
    return null;
  });
  const acts: CallActs = {
    onAnswer: () => acting.mutate({ act: 'answer' }),
    onDecline: () => acting.mutate({ act: 'decline' }),
    onHangUp: () => acting.mutate({ act: 'hang-up' }),
    onKey: (key) => {
      setTyped(typed + key);
      acting.mutate({ act: 'keys', keys: key });
    },
    onSpeaker: () => setSpeakerOn(!isSpeakerOn),
  };
  // What was pressed here is shown before the gateway says so.
  const told = call.pressed ?? '';
  const pressed = told.length >= typed.length ? told : typed;
  return (
    <>
      <ShownCall call={{ ...call, pressed }} isSpeakerOn={isSpeakerOn} acts={why === null ? acts : undefined} />
      {isSpeakerOn && call.state === 'answered' && <LiveSound address={address} callId={call.id} />}
    </>
  );
}
