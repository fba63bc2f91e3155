/**
 * Debian's baresip as the telephone that is called. It answers at once; what it hears it writes into WAV files.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../support/cluster/eventually.ts';
import { freePorts } from '../../support/ports.ts';

export interface Baresip {
  /** Of UDP and TCP; TLS is on the next one. */
  readonly port: number;
  /** What it has printed. */
  said(): string;
  /** The WAV files of what it heard, oldest first; whole once the call has ended. */
  heard(): string[];
}

export interface BaresipOptions {
  /** The number that it answers. */
  readonly number: string;
  readonly transport: 'udp' | 'tcp' | 'tls';
  readonly codec?: 'PCMU' | 'PCMA';
}

/** The certificate names `smsc.test`, and `test/support/tls/ca.pem` vouches for it. */
const CERTIFICATES = fileURLToPath(new URL('../../support/tls/', import.meta.url));
/** An address that documents use (RFC 5737): baresip does not start on a machine that has loopback alone. */
const SPARE_ADDRESS = '198.51.100.9/32';

export async function baresip(t: Pick<TestContext, 'after'>, options: BaresipOptions): Promise<Baresip> {
  const folder = mkdtempSync(join(tmpdir(), 'baresip-'));
  const { number, transport, codec = 'PCMU' } = options;
  haveAnAddress(t);
  const port = await freePorts(2);
  const pem = ['smsc.pem', 'smsc-key.pem'].map((name) => readFileSync(join(CERTIFICATES, name), 'utf8'));
  writeFileSync(join(folder, 'cert.pem'), pem.join(''));
  writeFileSync(join(folder, 'contacts'), '');
  writeFileSync(
    join(folder, 'accounts'),
    `<sip:+${number}@127.0.0.1;transport=${transport}>;regint=0;answermode=auto;audio_codecs=${codec}/8000/1\n`,
  );
  writeFileSync(join(folder, 'config'), configOf(folder, port));
  const child = spawn('baresip', ['-f', folder], { stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  let failed: Error | null = null;
  child.on('error', (error) => {
    failed = error;
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const exit = new Promise<void>((resolve) => child.once('close', () => resolve()));
  t.after(async () => {
    child.kill('SIGKILL');
    await exit;
    rmSync(folder, { recursive: true, force: true });
  });
  await eventually('baresip is ready', () => {
    assert.equal(
      failed,
      null,
      'baresip is missing: install the package baresip-core (apt-get install -y baresip-core)',
    );
    assert.equal(child.exitCode, null, `baresip has ended: ${said}`);
    return /baresip is ready/.test(said);
  });
  return {
    port,
    said: () => said,
    heard: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('dec.wav'))
        .sort()
        .map((name) => join(folder, name)),
  };
}

function configOf(folder: string, port: number): string {
  const lines = [
    'module_path /usr/lib/baresip/modules',
    `sip_listen 127.0.0.1:${port}`,
    `sip_certificate ${join(folder, 'cert.pem')}`,
    'audio_player aubridge,nil',
    'audio_source aubridge,nil',
    'audio_alert aubridge,nil',
    `snd_path ${folder}`,
    'module g711.so',
    'module aubridge.so',
    'module sndfile.so',
    'module_app account.so',
    'module_app menu.so',
  ];
  return `${lines.join('\n')}\n`;
}

function haveAnAddress(t: Pick<TestContext, 'after'>): void {
  const addresses = Object.values(networkInterfaces()).flat();
  if (addresses.some((each) => each?.family === 'IPv4' && !each.internal)) return;
  const { status, stderr } = spawnSync('ip', ['address', 'add', SPARE_ADDRESS, 'dev', 'lo']);
  assert.equal(status, 0, `baresip needs an address besides loopback, and none could be added: ${stderr}`);
  t.after(() => void spawnSync('ip', ['address', 'delete', SPARE_ADDRESS, 'dev', 'lo']));
}
