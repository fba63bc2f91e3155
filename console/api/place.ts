/**
 * Where the console and the gateway lie, found from the script's own address: a proxy may have put both below a path that
 * nobody told the gateway. Pure.
 */

/** The path of the console, with a slash at its end: `/tools/gateway/console/` of a script below its `assets/`. */
export function consolePathOf(scriptUrl: string): string {
  return new URL('../', scriptUrl).pathname;
}

/** What the paths of the API are put behind: `https://example.com/tools/gateway`. */
export function gatewayUrlOf(scriptUrl: string): string {
  return new URL('../../', scriptUrl).href.replace(/\/$/, '');
}
