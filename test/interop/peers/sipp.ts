/**
 * Debian's SIPp as the one who is called. A scenario is a list of steps; SIPp fails when the messages do not come in that
 * order.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { eventually } from '../../support/cluster/eventually.ts';
import { freePort } from '../../support/ports.ts';

export interface ResponseOptions {
  /** Tag of the callee. */
  readonly tag?: string;
  readonly headers?: readonly string[];
  /** Port of its audio: with a session description. */
  readonly media?: number;
  /** To the INVITE, although another request came last. */
  readonly isOfInvite?: boolean;
  readonly isRepeated?: boolean;
}

export interface SippOptions {
  readonly transport?: 'udp' | 'tcp';
  readonly calls?: number;
  readonly withinSeconds?: number;
}

export interface Sipp {
  readonly port: number;
  /** Resolves when the scenario has gone through. */
  finished(): Promise<void>;
  /** Everything that passed; what was repeated, once. */
  messages(): string;
}

const TAG = 'sipp[call_number]';

/** What SIPp keeps of the INVITE, for requests of its own. */
export const INVITE = `<recv request="INVITE" rrs="true"><action>
<ereg regexp=".*" search_in="hdr" header="From:" assign_to="caller"/>
<ereg regexp=".*" search_in="hdr" header="To:" assign_to="callee"/>
<ereg regexp=".*" search_in="hdr" header="Via:" assign_to="via"/>
<ereg regexp=".*" search_in="hdr" header="CSeq:" assign_to="cseq"/>
</action></recv>`;

export function expect(method: string, attributes = ''): string {
  return `<recv request="${method}" ${attributes}/>`;
}

export function expectStatus(status: number): string {
  return `<recv response="${status}"/>`;
}

/**
 * What may come once more, or late. SIPp itself knows a request again only until it has sent two messages after it, and
 * one that took SIPp long has been repeated.
 */
export function maybe(method: string): string {
  return expect(method, 'optional="true"');
}

/** Of a final answer to the INVITE. */
export const ACK = `${maybe('INVITE')}\n${expect('ACK')}`;

/** What comes after a CANCEL has been answered, and the INVITE with it. */
export const ACK_OF_CANCELLED = `${maybe('CANCEL')}\n${expect('ACK')}`;

/** What a proxy says before the answer. */
export const MAYBE_TRYING = '<recv response="100" optional="true"/>';

/** What comes meanwhile, again, is passed over. */
export function pause(ms: number): string {
  return `<pause milliseconds="${ms}"/>`;
}

export function sdp(port: number, more = ''): string {
  const lines = [
    'v=0',
    'o=- 42 42 IN IP4 [local_ip]',
    's=-',
    'c=IN IP4 [local_ip]',
    't=0 0',
    `m=audio ${port} RTP/AVP 0 101`,
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:101 telephone-event/8000',
    ...(more === '' ? [] : [more]),
  ];
  return lines.join('\n');
}

export function answer(status: string, options: ResponseOptions = {}): string {
  const { tag = TAG, headers = [], media, isOfInvite, isRepeated } = options;
  const to = isOfInvite ? 'To: [$callee]' : '[last_To:]';
  return send(
    [
      `SIP/2.0 ${status}`,
      isOfInvite ? 'Via: [$via]' : '[last_Via:]',
      '[last_From:]',
      tag === '' ? to : `${to};tag=${tag}`,
      '[last_Call-ID:]',
      isOfInvite ? 'CSeq: [$cseq]' : '[last_CSeq:]',
      '[last_Record-Route:]',
      'Contact: <sip:[local_ip]:[local_port];transport=[transport]>',
      ...headers,
    ],
    media === undefined ? '' : sdp(media),
    isRepeated ? 'retrans="500"' : '',
  );
}

/** Of the request that came last, which has its tags already. */
export function answerInDialog(status: string): string {
  return answer(status, { tag: '' });
}

/** A request of the callee in the dialog. */
export function request(method: string, sequence: number, body = '', tag = TAG, isRepeated = true): string {
  return send(
    [
      `${method} [next_url] SIP/2.0`,
      'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]',
      '[routes]',
      `From: [$callee];tag=${tag}`,
      'To: [$caller]',
      '[last_Call-ID:]',
      `CSeq: ${sequence} ${method}`,
      'Contact: <sip:[local_ip]:[local_port];transport=[transport]>',
      'Max-Forwards: 70',
    ],
    body,
    isRepeated && method !== 'ACK' ? 'retrans="500"' : '',
  );
}

function send(lines: readonly string[], body: string, attributes: string): string {
  const type = body === '' ? [] : ['Content-Type: application/sdp'];
  const text = [...lines, ...type, 'Content-Length: [len]', '', body].join('\n');
  return `<send ${attributes}><![CDATA[\n${text}\n]]></send>`;
}

export function requireSipp(): void {
  // SIPp ends with 99 when it has only told its version.
  const { error } = spawnSync('sipp', ['-v']);
  assert.equal(error, undefined, 'SIPp is missing: install the package sip-tester (apt-get install -y sip-tester)');
}

export async function sipp(
  t: Pick<TestContext, 'after'>,
  steps: readonly string[],
  options: SippOptions = {},
): Promise<Sipp> {
  const { transport = 'udp', calls = 1, withinSeconds = 120 } = options;
  const folder = mkdtempSync(join(tmpdir(), 'sipp-'));
  const file = (name: string) => join(folder, name);
  const used = '<Reference variables="caller,callee,via,cseq"/>';
  writeFileSync(
    file('scenario.xml'),
    `<?xml version="1.0"?>\n<scenario name="callee">\n${steps.join('\n')}\n${used}\n</scenario>\n`,
  );
  const port = await freePort();
  const args = [
    ...['-sf', file('scenario.xml'), '-i', '127.0.0.1', '-p', String(port), '-m', String(calls), '-nostdin'],
    ...['-t', transport === 'udp' ? 'u1' : 't1', '-timeout', String(withinSeconds), '-timeout_error', '-skip_rlimit'],
    '-pause_msg_ign',
    ...['-trace_err', '-error_file', file('errors'), '-trace_msg', '-message_file', file('messages')],
  ];
  const child = spawn('sipp', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  t.after(async () => {
    child.kill('SIGKILL');
    await exit;
    rmSync(folder, { recursive: true, force: true });
  });
  const table = `/proc/net/${transport}`;
  const listening = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  await eventually('SIPp listens', () => {
    assert.equal(child.exitCode, null, `SIPp has ended: ${said}`);
    return readFileSync(table, 'utf8').includes(listening);
  });
  const read = (name: string) => {
    try {
      return readFileSync(file(name), 'utf8');
    } catch {
      return '';
    }
  };
  return {
    port,
    messages: () => [...new Set(read('messages').split(/^-{20,} .*\n/m))].join(''),
    async finished() {
      const code = await exit;
      assert.equal(code, 0, `SIPp was not content (${code}): ${said}\n${read('errors')}`);
    },
  };
}
