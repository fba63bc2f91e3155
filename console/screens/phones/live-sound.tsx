/**
 * What a telephone hears in a call that is under way, from its beginning: when all that was fetched has been played, what has
 * been said since is fetched. A page that nobody looks at is silent.
 */
import { useEffect, useRef } from 'react';
import { useLive } from '../../app/live.tsx';
import * as requests from './requests.ts';

export interface LiveSoundProps {
  /** Of the handset (address.ts). */
  readonly address: string;
  readonly callId: string;
}

const AGAIN_MS = 500;
/** Less is not worth a beginning. */
const LEAST_SECONDS = 0.2;

export function LiveSound({ address, callId }: LiveSoundProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const heardUntil = useRef(0);
  const isHidden = useLive().state === 'hidden';
  useEffect(() => {
    const element = audio.current;
    if (!element || isHidden) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = () => {
      timer = setTimeout(() => element.load(), AGAIN_MS);
    };
    const begin = () => {
      if (element.duration < heardUntil.current + LEAST_SECONDS) return again();
      element.currentTime = heardUntil.current;
      // A browser that plays nothing shows it: there is nothing to be said.
      element.play().catch(again);
    };
    const go = () => {
      heardUntil.current = element.currentTime;
      element.load();
    };
    const listeners = { loadedmetadata: begin, ended: go, error: again };
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener);
    element.src = requests.recordingUrl(address, callId);
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener);
      heardUntil.current = Math.max(heardUntil.current, element.currentTime);
      element.removeAttribute('src');
      element.load();
    };
  }, [address, callId, isHidden]);
  // Nobody speaks but a machine, and says what stands in the message.
  return (
    <audio ref={audio}>
      <track kind="captions" />
    </audio>
  );
}
