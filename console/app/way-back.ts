/**
 * Where somebody was who had to leave the console to sign in at a provider. The tab remembers it, for one use.
 */
const KEY = 'trunkline.back';

export function rememberPlace(): void {
  sessionStorage.setItem(KEY, window.location.pathname + window.location.search);
}

/** Only a path of the console itself. */
export function takePlace(consolePath: string): string | null {
  const place = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return place?.startsWith(consolePath) ? place : null;
}
