/**
 * What a diagnosis says of what a gateway was given beside its database and its carriers: a certificate, and how many
 * files it may open.
 */
import type { Config } from '../config/config.ts';
import { checkCertificate } from '../diagnosis/certificate.ts';
import { checkOpenFiles } from '../diagnosis/open-files.ts';
import { readOpenFilesLimit } from '../http/guard/connection-limit.ts';
import { readCertificate } from '../http/tls.ts';
import type { Check } from '../lib/checks.ts';

type HttpSettings = Pick<Config['http'], 'tls'>;

/** Of this process. */
export async function checkSurroundings(http: HttpSettings, now: number): Promise<Check[]> {
  return [...certificateChecks(http, now), ...checkOpenFiles(await readOpenFilesLimit())];
}

/** Nothing where there is no TLS. */
export function certificateChecks({ tls }: HttpSettings, now: number): Check[] {
  return tls === null ? [] : [checkCertificate(() => readCertificate(tls).cert, now)];
}
