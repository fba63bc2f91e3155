/**
 * What a telephone heard: its waveform, and playing it. The sound comes from the gateway, fetched when its reader asks for it.
 */
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { clockText } from '../../phone/call-time.ts';
import { Glyph } from '../../phone/glyph.tsx';
import { waveformOf } from '../../phone/waveform.ts';
import { WaveformBars } from '../../phone/waveform-bars.tsx';
import { Hidden } from '../../ui/hidden.tsx';
import styles from './recording.module.css';
import * as requests from './requests.ts';

export interface RecordingProps {
  /** Of the handset (address.ts). */
  readonly address: string;
  readonly callId: string;
  /** What it is, to a screen reader: "the call of 14:05". */
  readonly what: string;
}

const BARS = 56;

export function Recording({ address, callId, what }: RecordingProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const sound = useQuery({
    queryKey: ['recordings', address, callId],
    queryFn: async () => waveformOf(await requests.recordingOf(address, callId), BARS),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!sound.data) return sound.error ? <p className={styles.none}>The recording is not kept any more.</p> : null;
  const { bars, seconds } = sound.data;
  const toggle = () => {
    if (isPlaying) audio.current?.pause();
    else void audio.current?.play();
  };
  return (
    <div className={styles.recording}>
      {/* Nobody speaks but a machine, and says what stands beside it. */}
      <audio
        ref={audio}
        src={requests.recordingUrl(address, callId)}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
      >
        <track kind="captions" />
      </audio>
      <button type="button" className={styles.play} onClick={toggle}>
        <Glyph name={isPlaying ? 'pause' : 'play'} size={18} />
        <Hidden>{isPlaying ? `Pause ${what}` : `Play ${what}`}</Hidden>
      </button>
      <div className={styles.wave}>
        <WaveformBars bars={bars} played={seconds === 0 ? 0 : at / seconds} />
        <input
          type="range"
          className={styles.seek}
          min={0}
          max={seconds}
          step={0.1}
          value={at}
          aria-label={`Where ${what} is played`}
          aria-valuetext={clockText(at * 1_000)}
          onChange={(event) => {
            const to = Number(event.target.value);
            setAt(to);
            if (audio.current) audio.current.currentTime = to;
          }}
        />
      </div>
      <span className={styles.length}>{clockText((isPlaying || at > 0 ? at : seconds) * 1_000)}</span>
    </div>
  );
}
