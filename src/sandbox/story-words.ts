/**
 * The stories of numbers in words, by their last three digits: what docs/sandbox.md says in its tables. A test compares
 * the two, and both with the stories themselves.
 */
export type StoryAbout = 'messages' | 'people' | 'telephones' | 'identity' | 'everything';

/** In the words of the table: what happens on RCS and by SMS. */
const MESSAGES: ReadonlyArray<readonly [ending: string, rcs: string, sms: string]> = [
  ['901', 'not reachable (404)', 'delivered'],
  ['902', 'out of reach: taken, and no receipt comes; withdrawing it succeeds', 'delivered'],
  [
    '903',
    'taken, and no receipt comes in time; withdrawing it is answered "delivered already", and the receipt follows',
    'delivered',
  ],
  ['904', 'taken; withdrawing it succeeds, and 3 s later it is delivered all the same', 'delivered'],
  ['905', "the agent's quota is used up (429) for 3 s, then it is taken", 'delivered'],
  ['906', 'taken and delivered, but the connection is cut instead of an answer, once', 'delivered'],
  ['907', 'delivered (3000), then read (3005)', 'delivered'],
  ['908', 'taken; half way through its `fallback_time` RBM says that it has expired and was withdrawn', 'delivered'],
  [
    '909',
    'taken; half way through its `fallback_time` RBM says that it has expired and could not be withdrawn',
    'delivered',
  ],
  ['910', 'taken, and no receipt comes; withdrawing it fails (500)', 'delivered'],
  ['911', 'not reachable', 'refused for good'],
  ['912', 'not reachable', 'the SMSC throttles for 3 s, then takes it'],
  ['913', 'not reachable', 'the receipt says undeliverable'],
  ['914', 'not reachable', 'the receipt says expired'],
  ['915', 'not reachable', 'the receipt says rejected'],
  ['916', 'not reachable', 'the receipt comes before the answer to the submit'],
  ['917', 'not reachable', 'taken, and no receipt ever comes'],
  ['918', 'not reachable', 'taken and delivered, but the connection is cut instead of an answer, once'],
  ['919', 'not reachable', 'the id is hexadecimal in the answer and decimal in the receipt'],
  [
    '920',
    'the connection is cut instead of each answer, and nothing has arrived: withdrawing it is answered 404',
    'delivered',
  ],
  ['971', 'not reachable', 'a receipt says that it is under way, 3 s later another one that it has arrived'],
  ['972', 'not reachable', 'the receipt says that nobody knows what became of it (3039)'],
  [
    '973',
    'not reachable',
    'delivered, and the receipt comes after 10 s: with a shorter `fallback_time` when the message was given up already',
  ],
  ['974', 'texts alone: its capabilities name no features, and a card is refused (400)', 'delivered'],
  [
    '975',
    'outside of coverage: messages and questions are refused, since the agent is not launched there (403)',
    'delivered',
  ],
  ['976', 'delivered; a question about its capabilities fails (503)', 'delivered'],
  ['990', 'not reachable', 'the receipt says undeliverable: everything fails'],
  ['991', 'not reachable', 'undeliverable, since the network does not know the subscriber (error 1)'],
  ['992', 'not reachable', 'undeliverable, since the telephone is off (error 27)'],
  ['993', 'not reachable', "undeliverable, since the telephone's memory is full (error 32)"],
  ['994', 'not reachable', 'undeliverable, since the line takes no SMS (error 21)'],
  ['995', 'not reachable', 'undeliverable, since the network failed (error 34)'],
  ['996', 'not reachable', 'undeliverable, since the subscriber may not roam (error 8)'],
  ['997', 'not reachable', 'refused for its sender'],
  ['998', 'not reachable', 'refused for its alphabet'],
];

type Words = ReadonlyArray<readonly [ending: string, words: string]>;

/** Who has the handset, some seconds after a message. */
const PEOPLE: Words = [
  ['980', 'replies "Yes, please"'],
  ['981', 'not on RCS: replies "Yes, please" by SMS, to the sender of the text'],
  ['982', 'presses the first button of its newest card, or of its newest message that has a button'],
  ['983', 'says STOP to the RCS agent, which Google reports as a text and as UNSUBSCRIBE'],
  ['984', 'not on RCS: says STOP by SMS'],
  ['985', 'sends a file, `photo.jpg`'],
  ['986', 'sends where it is'],
];

/** A call … */
const TELEPHONES: Words = [
  ['921', 'is busy (486)'],
  ['922', 'is declined (603)'],
  ['923', 'rings for ever'],
  ['924', 'is answered by a mailbox, which presses no key'],
  ['925', 'is hung up after 2 s'],
  ['926', 'is answered, and 1 is pressed after the first saying'],
  ['927', 'goes over a trunk that asks for a password (digest)'],
  ['928', 'loses 5 % of its packets'],
  ['929', 'goes to a number that is not allocated (404)'],
  ['930', 'finds the first trunk down (503) and takes the second'],
  [
    '931',
    'is answered by somebody who, once asked for a key (`pressx`), tries 0 to 9 one after the other until told more',
  ],
  ['932', 'is ended by the network before it is answered (487): 108'],
  ['933', 'is unwanted, as the callee has told the network (607): 129'],
  ['934', 'is not let through by the network (608): 130'],
  ['935', 'is held after a second for a second, and goes on in the other law (re-INVITE)'],
  ['936', 'goes to a telephone that says by a host name where its audio is'],
  ['937', 'goes to a telephone whose audio is at an address that we cannot send to: 106'],
  ['938', 'rings until somebody takes it in hand'],
];

/** A look-up finds … */
const IDENTITY: Words = [
  ['940', 'everything is known (2800)'],
  ['942', 'the source is unavailable (2802)'],
  ['943', 'the number is not covered (2803)'],
  ['944', 'the add-on is not applicable (2804)'],
  ['945', 'nothing is known (2805)'],
  ['947', 'a value is refused (2807): `contact_match`, `number_deactivation` with a date'],
  ['949', 'another postal code (2809): `contact_plus`'],
  ['950', 'nonsense in place of an answer (2810)'],
  ['951', 'no answer in time (2811)'],
  ['952', 'the SIM was swapped today'],
  ['953', 'ported twice, the second time 20 days ago'],
  ['954', 'forwarded when busy'],
  ['955', 'deactivated 30 days ago'],
  ['956', 'stands in a breach'],
  ['957', 'prepaid, for 40 days'],
  ['958', 'belongs to Jörg Käthe Müller-Lüdenscheidt, Königstraße 27 b, Köln'],
  [
    '960',
    'the operator hangs when asked for the SIM swap: `sim_swap` ends in 2811, all others in 2800, the whole in 301',
  ],
  ['961', 'the operator answers 429, the quota is used up: 2802 for what is asked of it'],
  ['962', 'the operator answers 429, it has too much to do: 2802 for what is asked of it'],
  [
    '963',
    'the operator knows the unconditional forwarding only: `call_forward_detection` asks it for that and is answered',
  ],
  ['964', 'the operator compares nothing without an identity document: `contact_match` ends in 2805'],
];

/** What every number does that is not in the list. */
export const WITHOUT_STORY =
  'Behaves well: it has RCS, everything is delivered at once, it answers the phone and listens to the end, and it is well known.';

export interface StoryInWords {
  readonly ending: string;
  readonly about: StoryAbout;
  /** As sentences. */
  readonly says: string;
}

/** By their endings. */
export const STORY_WORDS: readonly StoryInWords[] = [
  ...MESSAGES.map(([ending, rcs, sms]): StoryInWords => {
    return { ending, about: 'messages', says: `On RCS: ${rcs}. By SMS: ${sms}.` };
  }),
  ...PEOPLE.map(
    ([ending, words]): StoryInWords => ({ ending, about: 'people', says: `Some seconds later: ${words}.` }),
  ),
  ...TELEPHONES.map(([ending, words]): StoryInWords => ({ ending, about: 'telephones', says: `A call ${words}.` })),
  ...IDENTITY.map(([ending, words]): StoryInWords => ({ ending, about: 'identity', says: `A look-up: ${words}.` })),
  {
    ending: '979',
    about: 'everything' as const,
    says: 'No way works: not on RCS, undeliverable by SMS, and the telephone is busy.',
  },
].sort((a, b) => a.ending.localeCompare(b.ending));
