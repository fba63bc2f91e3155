/**
 * A waveform as bars; those that have been heard have the accent. An image to a screen reader: what plays it says the rest.
 */
import { classes } from '../ui/classes.ts';
import styles from './waveform-bars.module.css';

export interface WaveformBarsProps {
  /** 0 to 1 each. */
  readonly bars: readonly number[];
  /** 0 to 1: how far it has been heard. */
  readonly played?: number;
}

const WIDTH = 3;
const STEP = 5;
const HEIGHT = 40;
const LEAST = 2;

export function WaveformBars({ bars, played = 0 }: WaveformBarsProps) {
  return (
    <svg
      className={styles.wave}
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {bars.map((bar, at) => {
        const height = Math.max(LEAST, bar * HEIGHT);
        const x = at * STEP + 1;
        return (
          <rect
            key={x}
            className={classes(styles.bar, at < played * bars.length && styles.heard)}
            x={x}
            y={(HEIGHT - height) / 2}
            width={WIDTH}
            height={height}
            rx={WIDTH / 2}
          />
        );
      })}
    </svg>
  );
}
