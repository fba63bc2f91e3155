import { RbmRig } from '../../../test/support/rbm/rig.ts';
import { carrierConformance } from '../conformance.ts';
import type { ConformanceRig, PeerManner } from '../conformance-bench.ts';
import { signEvent } from './webhook.ts';

const ATTEMPT = '0197a3c2-1b4d-7e00-8a11-9f2e3d4c5b6a';
const REPLIES = {
  accept: { status: 200, json: {} },
  refuse: { status: 400, json: { error: { code: 400, status: 'INVALID_ARGUMENT' } } },
  throttle: { status: 429 },
  stay_silent: 'silence',
  cut: 'cut',
} as const satisfies Record<PeerManner, unknown>;

const who = { senderPhoneNumber: '+4915112345900', agentId: 'bakery@rbm.goog', sendTime: '2026-01-01T00:00:00Z' };
const EVENTS = [
  { ...who, eventType: 'DELIVERED', messageId: ATTEMPT, eventId: 'e1' },
  { ...who, eventType: 'UNSUBSCRIBE', eventId: 'e2' },
  { ...who, messageId: 'Mx1', text: 'Hello 🥨' },
  { ...who, eventId: 'e3', suggestionResponse: { postbackData: 'dial:7' } },
];

function posted(event: object): { body: Buffer; signature: string } {
  const data = Buffer.from(JSON.stringify(event));
  const message = { attributes: { type: 'event' }, data: data.toString('base64'), messageId: '14150' };
  return { body: Buffer.from(JSON.stringify({ message })), signature: signEvent('SJENtestCLIENTtoken', data) };
}

async function make(): Promise<ConformanceRig> {
  const rig = new RbmRig();
  await rig.peer.start();
  const carrier = rig.make({ request_timeout_ms: 5000 });
  const { body, signature } = posted(EVENTS[0] ?? {});
  return {
    carrier,
    peer: {
      behave: (manner) => {
        rig.peer.otherwise = REPLIES[manner];
      },
      arrived: () => rig.peer.requests.length,
      deliver: async () => {
        const reply = await carrier.webhook?.({ headers: { 'x-goog-signature': signature }, body });
        return reply?.status === 200 ? 'acknowledged' : 'send_again';
      },
      goAway: () => rig.peer.stop(),
      comeBack: () => rig.peer.start(),
    },
    contents: [
      { type: 'rcs_text', text: 'Your code is 123456' },
      {
        type: 'rcs_dial_card',
        orientation: 'HORIZONTAL',
        mediaUrl: 'https://cdn.example/i.jpg',
        dialText: 'Call',
        phoneNumberToDial: '15557654321',
        dialPayload: 'p',
      },
      { type: 'rcs_file', url: 'https://cdn.example/a.pdf', suggestions: [REPLY] },
      { type: 'rcs_card', orientation: 'VERTICAL', card: { title: 'Shoes', suggestions: [REPLY] } },
      { type: 'rcs_carousel', width: 'SMALL', cards: [{ title: 'Shoes' }, { title: 'Boots' }], suggestions: [REPLY] },
    ],
    secrets: ['SJENtestCLIENTtoken', 'PRIVATE KEY', 'token-1'],
    samples: EVENTS.map((event) => ({ kind: 'rbm_event', body: posted(event).body })),
    now: () => rig.clock.now(),
    passTime: (ms) => rig.clock.advance(ms),
    close: () => rig.peer.stop(),
  };
}

const MESSAGES = { answersSay: 'taken', roomIsFor: 'parts', hasInput: true, takesBack: 'what_was_taken' } as const;

const REPLY = { type: 'reply', text: 'Yes', payload: 'p' } as const;

carrierConformance('RCS', MESSAGES, make);
