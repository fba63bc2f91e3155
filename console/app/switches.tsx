/**
 * Two switches of the whole console: whether the page is kept fresh, and whether it is light or dark.
 */
import { useState } from 'react';
import { Icon, type IconName } from '../ui/icon.tsx';
import { useLive } from './live.tsx';
import type { LiveState } from './live-hub.ts';
import styles from './switches.module.css';
import { nextTheme, readTheme, setTheme, type Theme } from './theme.ts';

const SAYS: Readonly<Record<LiveState, string>> = {
  live: 'Live',
  waiting: 'Connecting …',
  paused: 'Paused',
  hidden: 'Connecting …',
};

/** Its words say what it does next: one that is pressed as well would say the opposite of one of the two. */
export function LiveSwitch() {
  const { state, setPaused } = useLive();
  const isPaused = state === 'paused';
  return (
    <button type="button" className={styles.switch} onClick={() => setPaused(!isPaused)}>
      <span className={styles.dot} data-state={state} aria-hidden="true" />
      <span className={styles.words}>{SAYS[state]}</span>
      <span className={styles.does}>
        <Icon name={isPaused ? 'play' : 'pause'} size={14} />
        {isPaused ? 'Go on' : 'Pause'}
      </span>
    </button>
  );
}

const THEME_SAYS: Readonly<Record<Theme, { readonly words: string; readonly icon: IconName }>> = {
  system: { words: 'As the system', icon: 'system' },
  light: { words: 'Light', icon: 'light' },
  dark: { words: 'Dark', icon: 'dark' },
};

export function ThemeSwitch() {
  const [theme, setOwn] = useState(readTheme);
  const change = () => {
    const next = nextTheme(theme);
    setTheme(next);
    setOwn(next);
  };
  const { words, icon } = THEME_SAYS[theme];
  return (
    <button type="button" className={styles.switch} onClick={change}>
      <Icon name={icon} />
      <span className={styles.words}>
        <span className={styles.label}>Colours: </span>
        {words}
      </span>
    </button>
  );
}
