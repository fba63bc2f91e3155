/**
 * Light, dark, or as the reader's system is. Kept in this browser.
 */
export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const KEY = 'trunkline.theme';

export function themeOf(stored: string | null): Theme {
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
}

export function readTheme(): Theme {
  return themeOf(localStorage.getItem(KEY));
}

/** Shows it, and keeps it. */
export function setTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  showTheme(theme);
}

export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
