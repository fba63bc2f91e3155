/**
 * Kannel beside the gateway: Debian's package as its users run it, with a file store, receipts on and a window of 100.
 *
 * 1. Its store is a file that it never flushes: what it has accepted can be lost with the machine. The gateway's 200
 *    waits for the disk.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { eventually } from '../../test/support/cluster/eventually.ts';
import { freePort } from '../../test/support/ports.ts';
import type { CpuTimes } from './gateway.ts';
import { cpuOf } from './system.ts';

export const KANNEL_WINDOW = 100;

export interface Kannel {
  /** Of its sendsms interface. */
  readonly port: number;
  /** Both of its processes, as `gateway`. */
  cpu(): CpuTimes;
  stop(): Promise<void>;
}

interface Ports {
  readonly admin: number;
  readonly box: number;
  readonly send: number;
  readonly smsc: number;
}

export async function startKannel(smscPort: number, parent: string): Promise<Kannel> {
  const folder = await mkdtemp(join(parent, 'trunkline-kannel-'));
  const ports = { admin: await freePort(), box: await freePort(), send: await freePort(), smsc: smscPort };
  const file = join(folder, 'kannel.conf');
  await writeFile(file, configuration(folder, ports));
  const children: Program[] = [];
  const stop = async () => {
    for (const child of [...children].reverse()) await child.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    children.push(new Program('bearerbox', file));
    await eventually('bearerbox is bound', () => statusHas(ports.admin, /sink.*online/s), 15_000);
    children.push(new Program('smsbox', file));
    await eventually('smsbox is connected', () => statusHas(ports.admin, /Box connections:\s*\n\s*smsbox/), 15_000);
  } catch (error) {
    const log = await readFile(join(folder, 'bearerbox.log'), 'utf8').catch(() => '');
    await stop();
    throw new Error(`Kannel did not start: ${(error as Error).message}\n${log.slice(-2_000)}`);
  }
  const cpu = () => ({ gateway: children.reduce((sum, { pid }) => sum + cpuOf(pid), 0), postgres: 0 });
  return { port: ports.send, cpu, stop };
}

/** `digits`: eight zeros of the recipient that the load counts up. */
export function kannelRequest(port: number, to: string, text: string, reportUrl: string): string {
  const query = new URLSearchParams({
    username: 'bench',
    password: 'bench',
    from: '12345',
    to,
    text,
    // Delivered and failed.
    'dlr-mask': '3',
    'dlr-url': reportUrl,
  });
  return `GET /cgi-bin/sendsms?${query.toString()} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
}

class Program {
  readonly pid: number;
  private readonly child: ChildProcess;
  private readonly ended: Promise<unknown>;

  constructor(name: 'bearerbox' | 'smsbox', file: string) {
    this.child = spawn(`/usr/sbin/${name}`, ['-v', '4', file], { stdio: 'ignore' });
    this.pid = this.child.pid ?? 0;
    const end = () => this.child.kill('SIGKILL');
    process.once('exit', end);
    this.ended = new Promise((resolve) => {
      this.child.once('exit', resolve);
      this.child.once('error', resolve);
    });
    void this.ended.then(() => process.removeListener('exit', end));
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    // It waits for connections that are kept alive; nothing of it is needed any more.
    const force = setTimeout(() => this.child.kill('SIGKILL'), 2_000);
    await this.ended;
    clearTimeout(force);
  }
}

async function statusHas(port: number, pattern: RegExp): Promise<boolean> {
  const answer = await request(`http://127.0.0.1:${port}/status.txt?password=bench`);
  return pattern.test(await answer.body.text());
}

function configuration(folder: string, { admin, box, send, smsc }: Ports): string {
  return `group = core
admin-port = ${admin}
admin-password = bench
admin-interface = 127.0.0.1
smsbox-port = ${box}
smsbox-interface = 127.0.0.1
store-type = file
store-location = "${folder}/store"
dlr-storage = internal
log-file = "${folder}/bearerbox.log"
log-level = 3

group = smsc
smsc = smpp
smsc-id = sink
host = 127.0.0.1
port = ${smsc}
transceiver-mode = true
smsc-username = bench
smsc-password = bench
system-type = ""
max-pending-submits = ${KANNEL_WINDOW}

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${send}
sendsms-interface = 127.0.0.1
log-file = "${folder}/smsbox.log"
log-level = 3

group = sendsms-user
username = bench
password = bench

group = sms-service
keyword = default
max-messages = 0
text = ""
`;
}
