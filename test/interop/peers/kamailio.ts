/**
 * Debian's Kamailio as the proxy between us and whoever is called: it asks for a password with SHA-256, stays in the
 * route (Record-Route), and hands everything on.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { eventually } from '../../support/cluster/eventually.ts';
import { freePort } from '../../support/ports.ts';

export interface KamailioOptions {
  /** Where calls go: `host:port`, several at once when there are several. */
  readonly to: readonly string[];
  readonly password: string;
}

/** Answers its port, of UDP and TCP. */
export async function kamailio(t: Pick<TestContext, 'after'>, options: KamailioOptions): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'kamailio-'));
  const port = await freePort();
  writeFileSync(join(folder, 'kamailio.cfg'), configOf(port, options));
  const args = ['-f', join(folder, 'kamailio.cfg'), '-DD', '-E', '-w', folder, '-Y', folder, '-m', '32', '-M', '4'];
  const child = spawn('kamailio', args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const listening = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  let said = '';
  let failed: Error | null = null;
  child.on('error', (error) => {
    failed = error;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const exit = new Promise<void>((resolve) => child.once('close', () => resolve()));
  t.after(async () => {
    // Its children are in its group.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    await exit;
    rmSync(folder, { recursive: true, force: true });
  });
  await eventually('Kamailio is ready', () => {
    assert.equal(failed, null, 'Kamailio is missing: install the package kamailio (apt-get install -y kamailio)');
    assert.equal(child.exitCode, null, `Kamailio has ended: ${said}`);
    return ['udp', 'tcp'].every((transport) => readFileSync(`/proc/net/${transport}`, 'utf8').includes(listening));
  });
  return port;
}

function configOf(port: number, { to, password }: KamailioOptions): string {
  const modules = ['kex', 'corex', 'tm', 'tmx', 'sl', 'rr', 'pv', 'maxfwd', 'textops', 'siputils', 'xlog', 'auth'];
  const [first, ...others] = to;
  return `
debug=0
log_stderror=yes
memdbg=5
memlog=5
children=2
socket_workers=1
tcp_children=2
auto_aliases=no
listen=udp:127.0.0.1:${port}
listen=tcp:127.0.0.1:${port}
mpath="/usr/lib/x86_64-linux-gnu/kamailio/modules:/usr/lib/aarch64-linux-gnu/kamailio/modules"
${modules.map((name) => `loadmodule "${name}.so"`).join('\n')}
modparam("auth", "algorithm", "SHA-256")
modparam("rr", "enable_full_lr", 1)
# A telephone that has not answered yet when it is cancelled is told so when it does.
modparam("tm", "cancel_b_method", 1)

event_route[tm:local-request] { return; }

request_route {
  if (is_method("OPTIONS")) { sl_send_reply("200", "OK"); exit; }
  if (is_method("CANCEL")) { if (t_check_trans()) t_relay(); exit; }
  if (has_totag()) {
    if (loose_route()) { t_relay(); exit; }
    if (is_method("ACK") && t_check_trans()) t_relay();
    exit;
  }
  if (!is_method("INVITE")) { sl_send_reply("405", "Method Not Allowed"); exit; }
  t_check_trans();
  if (!pv_proxy_authenticate("proxy.example", "${password}", "0")) { proxy_challenge("proxy.example", "1"); exit; }
  consume_credentials();
  record_route();
  $ru = "sip:first@${first}";
${others.map((place) => `  append_branch("sip:fork@${place}");`).join('\n')}
  t_relay();
}
`;
}
