/**
 * Checks what the schema of one setting cannot: settings that depend on each other, and texts that must be parsed.
 */
import ipaddr from 'ipaddr.js';
import { type Path, type Problem, valueProblem } from '../lib/problems.ts';
import { parseAddress } from '../store/connection/address.ts';
import type { Settings } from './schema.ts';

export function checkTogether(settings: Settings, problems: Problem[]): void {
  const { http, database, engine, callbacks, limits, opt_out: optOut } = settings;
  if (http.port !== 0 && http.operators.port === http.port && http.operators.host === http.host) {
    problems.push(valueProblem(['http', 'operators', 'port'], 'allowed: another port than http.port, or same'));
  }
  if (engine.heartbeat_ms * 2 > engine.lease_ms) {
    problems.push(valueProblem(['engine', 'heartbeat_ms'], 'allowed: at most half of engine.lease_ms'));
  }
  for (const [index, pause] of limits.code_pauses_s.entries()) {
    if (pause >= (limits.code_pauses_s[index - 1] ?? 0)) continue;
    problems.push(valueProblem(['limits', 'code_pauses_s', index], 'allowed: at least as many seconds as before it'));
  }
  if (limits.allowed_countries.length > 1 && limits.allowed_countries.includes('*')) {
    problems.push(valueProblem(['limits', 'allowed_countries'], 'allowed: country codes, or "*" alone'));
  }
  if (callbacks.lease_ms <= callbacks.timeout_ms) {
    problems.push(valueProblem(['callbacks', 'lease_ms'], 'allowed: more than callbacks.timeout_ms'));
  }
  checkNetworks(http.trusted_proxies, ['http', 'trusted_proxies'], problems);
  checkNetworks(callbacks.allowed_networks, ['callbacks', 'allowed_networks'], problems);
  checkNetworks(callbacks.refused_networks, ['callbacks', 'refused_networks'], problems);
  checkWords(optOut, problems);
  checkAddress(database.url, problems);
}

/** No word means two things, in whatever language. */
function checkWords(optOut: Settings['opt_out'], problems: Problem[]): void {
  const meanings = new Map<string, { readonly list: string; readonly place: string }>();
  const places = Object.entries(optOut.languages).map(([language, lists]) => ({
    path: ['opt_out', 'languages', language],
    lists,
  }));
  for (const { path, lists } of [{ path: ['opt_out'], lists: optOut }, ...places]) {
    for (const list of ['stop_words', 'start_words', 'help_words'] as const) {
      for (const [index, word] of (lists[list] ?? []).entries()) {
        const before = meanings.get(word.toLowerCase());
        if (!before) meanings.set(word.toLowerCase(), { list, place: [...path, list].join('.') });
        else if (before.list !== list) {
          problems.push(valueProblem([...path, list, index], `${word} stands in ${before.place} as well`));
        }
      }
    }
  }
}

export function checkNetworks(networks: readonly string[], setting: Path, problems: Problem[]): void {
  for (const [index, network] of networks.entries()) {
    if (ipaddr.isValidCIDR(network)) continue;
    problems.push(valueProblem([...setting, index], 'allowed: a network such as 10.0.0.0/8 or fd00::/8'));
  }
}

export function checkAddress(url: string | null, problems: Problem[]): void {
  if (url === null) return;
  try {
    parseAddress(url);
  } catch (error) {
    const text = error instanceof Error ? error.message.replace(/^DATABASE_URL:? ?/, '') : 'cannot be read';
    problems.push(valueProblem(['database', 'url'], text));
  }
}
