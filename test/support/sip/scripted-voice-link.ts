/**
 * A voice process that is scripted: it notes what it is told to do, and says what a test has it say.
 */
import type { CallEnd, EndCause, TrunkState } from '../../../src/carriers/sip/call.ts';
import type { VoiceLink, VoiceListener } from '../../../src/carriers/sip/voice/voice-link.ts';
import type { CallOver, ToVoice } from '../../../src/carriers/sip/voice/voice-messages.ts';

const TRUNK: TrunkState = {
  name: 'trunk-1',
  state: 'up',
  calls: 0,
  mostCalls: 4,
  callsPerSecond: null,
  transport: 'udp',
  lastError: null,
  byesFailed: 0,
};

export class ScriptedVoiceLink implements VoiceLink {
  readonly sent: ToVoice[] = [];
  listener: VoiceListener | null = null;
  /** Calls that were placed with processes before this one. */
  private placedBefore = 0;

  start(listener: VoiceListener): void {
    this.listener = listener;
    this.placedBefore = this.placed().length;
    listener.received({ type: 'started' });
    this.tell(4);
  }

  tell(room: number, trunk: Partial<TrunkState> = {}): void {
    const placed = this.placed().length - this.placedBefore;
    this.listener?.received({ type: 'state', room, placed, trunks: [{ ...TRUNK, ...trunk }] });
  }

  send(message: ToVoice): void {
    this.sent.push(message);
  }

  end(
    cause: EndCause,
    more: Partial<CallEnd> = {},
    over: Partial<CallOver> = {},
    id = this.placed().at(-1) ?? '',
  ): void {
    const times = { dialledAt: 1, rangAt: null, answeredAt: null, endedAt: 2 };
    const end: CallEnd = {
      ...{ cause, by: 'peer', wasAnswered: false, mayHaveLeft: true, status: null, q850: null },
      ...{ reason: cause, trunk: 'trunk-1', ...more },
    };
    const what = { ...times, end, why: null, codec: null, timesSaid: 0, keys: '', trace: [], ...over };
    this.listener?.received({ type: 'over', id, over: what });
  }

  placed(): string[] {
    return this.sent.flatMap((message) => (message.type === 'place' ? [message.id] : []));
  }

  async stop(): Promise<void> {
    for (const id of this.placed()) this.end('cancelled', { by: 'us' }, {}, id);
  }

  describe() {
    return { pid: 7, starts: 1 };
  }
}
