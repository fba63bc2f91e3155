/**
 * The gateway's end of the voice process: starts it, speaks to it, and starts it again when it dies.
 *
 * 1. A process that has died took its calls with it: `gone` says so, before anything is sent to the next one.
 * 2. The next one is started after a pause that grows while they die young.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Context } from '../../../context.ts';
import { backoffMs } from '../../../lib/backoff.ts';
import { programArguments } from '../../../lib/child-program.ts';
import type { Timer } from '../../../lib/clock.ts';
import { packageRoot } from '../../../lib/package-root.ts';
import type { SipSettings } from '../settings.ts';
import type { FromVoice, ToVoice } from './voice-messages.ts';

/** The process, or in tests what stands for it in this one. */
export interface VoiceLink {
  /** It is another process of this gateway that places calls. Absent: no. */
  readonly isElsewhere?: boolean;
  start(listener: VoiceListener): void;
  /** Says nothing while no process runs. */
  send(message: Exclude<ToVoice, { type: 'start' | 'stop' }>): void;
  /** Resolves when all calls are over, at the latest after `STOP_WITHIN_MS`. */
  stop(): Promise<void>;
  /** For an operator. */
  describe(): { readonly pid: number | null; readonly starts: number };
}

export interface VoiceListener {
  received(message: FromVoice): void;
  /** Rule 1. */
  gone(reason: string): void;
}

export type OpenVoice = (context: Context, settings: SipSettings) => VoiceLink;

const STOP_WITHIN_MS = 4_200;
const OLD_ENOUGH_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** For a process of a gateway of several whose calls another one places: nothing is ever up here. */
export const openVoiceElsewhere: OpenVoice = () => ({
  isElsewhere: true,
  start: () => {},
  send: () => {},
  stop: async () => {},
  describe: () => ({ pid: null, starts: 0 }),
});

export const openVoiceProcess: OpenVoice = (context, settings) => new VoiceProcess(context, settings);

class VoiceProcess implements VoiceLink {
  private readonly context: Context;
  private readonly settings: SipSettings;
  private listener: VoiceListener | null = null;
  private child: ChildProcess | null = null;
  private startedAt = 0;
  private starts = 0;
  private earlyDeaths = 0;
  private again: Timer | null = null;
  private isStopping = false;
  private reason = '';

  constructor(context: Context, settings: SipSettings) {
    this.context = context;
    this.settings = settings;
  }

  start(listener: VoiceListener): void {
    this.listener = listener;
    this.run();
  }

  send(message: ToVoice): void {
    // For what is lost with a process that dies just now `gone` is called.
    if (this.child?.connected) this.child.send(message, () => {});
  }

  async stop(): Promise<void> {
    const { clock } = this.context;
    this.isStopping = true;
    if (this.again) clock.clearTimer(this.again);
    const { child } = this;
    if (!child) return;
    await new Promise<void>((resolve) => {
      const timer = clock.setTimer(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      child.once('exit', () => {
        clock.clearTimer(timer);
        resolve();
      });
      this.send({ type: 'stop' });
    });
  }

  describe(): { pid: number | null; starts: number } {
    return { pid: this.child?.pid ?? null, starts: this.starts };
  }

  private run(): void {
    this.again = null;
    this.starts += 1;
    this.startedAt = this.context.clock.monotonic();
    this.reason = '';
    const child = spawn(
      process.execPath,
      programArguments('voice-process', 'src/carriers/sip/voice/voice-process.ts'),
      {
        cwd: packageRoot(),
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        serialization: 'advanced',
        env: {},
      },
    );
    this.child = child;
    // It keeps no gateway alive by itself.
    child.unref();
    child.channel?.unref();
    child.on('message', (message: FromVoice) => {
      if (message.type === 'failed') this.reason = message.reason;
      this.listener?.received(message);
    });
    child.once('error', (error) => this.ended(child, `it cannot be run (${error.name})`));
    child.once('exit', (code, signal) => this.ended(child, this.reason || `it ended with ${signal ?? `code ${code}`}`));
    this.send({ type: 'start', settings: this.settings, logLevel: this.context.log.level });
  }

  private ended(child: ChildProcess, reason: string): void {
    if (this.child !== child) return;
    this.child = null;
    this.listener?.gone(reason);
    if (this.isStopping) return;
    const { clock, log, randomBytes } = this.context;
    this.earlyDeaths = clock.monotonic() - this.startedAt > OLD_ENOUGH_MS ? 0 : this.earlyDeaths + 1;
    const afterMs = backoffMs(this.earlyDeaths, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, randomBytes);
    log.error({ reason, againAfterMs: afterMs }, 'the voice process is gone, and is started again');
    this.again = clock.setTimer(() => this.run(), afterMs);
  }
}
