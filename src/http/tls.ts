/**
 * Reads the certificate of the HTTP server and its key from files that another program renews.
 *
 * 1. A certificate that cannot be used stops the start. Later it is logged, and the certificate before it stays in use.
 * 2. The files are read again every 30 s, and at once on SIGHUP. Open connections keep the certificate with which they
 *    began.
 */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { Context } from '../context.ts';
import type { Timer } from '../lib/clock.ts';

export interface TlsFiles {
  /** PEM: the certificate, then those between it and the root. */
  readonly certificateFile: string;
  /** PEM, without a password. */
  readonly keyFile: string;
}

export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly minVersion: 'TLSv1.2';
  readonly ciphers: string;
}

/**
 * Those of TLS 1.3, and of 1.2 what has forward secrecy and authenticates as it encrypts (RFC 9325, 4.2).
 */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':');

const AGREED = { minVersion: 'TLSv1.2', ciphers: CIPHERS } as const;

const LOOK_EVERY_MS = 30_000;

/** Throws an Error for the operator when the files cannot be read or do not belong together. */
export function readCertificate({ certificateFile, keyFile }: TlsFiles): Certificate {
  const certificate = { cert: contentOf(certificateFile), key: contentOf(keyFile), ...AGREED };
  try {
    createSecureContext(certificate);
  } catch (error) {
    const why = (error as { code?: unknown }).code ?? 'not understood';
    throw new Error(`http.tls: ${certificateFile} and ${keyFile} are no certificate with its key (${String(why)})`);
  }
  return certificate;
}

function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`http.tls: the file ${file} cannot be read (${String((error as { code?: unknown }).code)})`);
  }
}

/** Keeps the certificate of a server fresh (rule 2). */
export class CertificateWatch {
  private readonly context: Context;
  private readonly files: TlsFiles;
  private readonly server: Pick<Server, 'setSecureContext'>;
  private current: Certificate;
  private lastProblem = '';
  private timer: Timer | null = null;

  constructor(context: Context, files: TlsFiles, server: Pick<Server, 'setSecureContext'>, first: Certificate) {
    this.context = context;
    this.files = files;
    this.server = server;
    this.current = first;
  }

  start(): void {
    this.timer = this.context.clock.setTimer(() => {
      this.look();
      this.start();
    }, LOOK_EVERY_MS);
  }

  stop(): void {
    if (this.timer) this.context.clock.clearTimer(this.timer);
  }

  look(): void {
    const { log } = this.context;
    try {
      const found = readCertificate(this.files);
      this.lastProblem = '';
      if (found.cert.equals(this.current.cert) && found.key.equals(this.current.key)) return;
      this.server.setSecureContext(found);
      this.current = found;
      log.info({ certificate: this.files.certificateFile }, 'a new certificate is in use');
    } catch (error) {
      const problem = (error as Error).message;
      // In the middle of a renewal the two do not belong together; said once.
      if (problem !== this.lastProblem) log.error({ reason: problem }, 'the certificate before it stays in use');
      this.lastProblem = problem;
    }
  }
}
