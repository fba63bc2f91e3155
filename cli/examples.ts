/**
 * Examples at the end of each help: those of the table, else the command with samples of what it needs.
 */
import type { Command } from 'commander';

/** By the words of the command. What is there twice or more shows what else it can do. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'account create': [
    'account create "Acme" --products rcs,masking,voice --countries DE,AT --sender 491579000000:*',
    'account create "Acme" --countries "*" --key @key.txt --json',
  ],
  'account list': ['account list --limit 100', 'account list --json | jq -r .accounts[].customer_id'],
  'account set': [
    'account set ACME --sender 491579000000:DE,AT',
    'account set ACME --setting callback_url=https://acme.example/callbacks --setting requests_per_second.verify=5',
  ],
  'message list': [
    'message list --account ACME --from 2026-01-31 --to 2026-02-01',
    'message list --recipient 4915112345678 --full',
  ],
  'message show': [
    'message show 01A216F4C95B7000B6ED515D5B43FAF3',
    'message show 01A216F4C95B7000B6ED515D5B43FAF3 --json',
  ],
  'callback list': ['callback list --account ACME --state given_up'],
  'callback redeliver-range': [
    'callback redeliver-range --account ACME --from 2026-01-31T08:00:00Z --to 2026-01-31T09:00:00Z --count',
    'callback redeliver-range --account ACME --from 2026-01-31T08:00:00Z --to 2026-01-31T09:00:00Z --state given_up',
  ],
  'carrier drain': ['carrier drain operator-1'],
  'masking-session list': ['masking-session list --account ACME --state live'],
  'number import': ['number import masks.csv', 'number import masks.csv --account ACME'],
  'import contacts': ['import contacts subscribers.csv --set subscribers'],
  'operator create': ['operator create monitoring --rights read'],
  erase: ['erase 4915112345678', 'erase 4915112345678 --yes --wait 600 --json > receipt.json'],
  send: ['send 4915112345678 "Hello"', 'send 4915112345678 "Hello" --rcs'],
  trigger: ['trigger 902', 'trigger 921 --number 31612345921'],
  completion: ['completion bash >> ~/.bashrc', 'completion fish > ~/.config/fish/completions/trunkline.fish'],
  usage: [
    'usage --from 2026-01-01 --to 2026-02-01 --by product,country',
    'usage --account ACME --format csv > usage.csv',
  ],
  watch: ['watch', 'watch --topics messages,callbacks --customer ACME', 'watch --json'],
  doctor: ['doctor', 'doctor --json'],
  simulate: ['simulate --smpp-port 2775 --webhook-url http://127.0.0.1:8080/carriers/bakery/webhook'],
  'user create': ['user create anna --role developer'],
  'sandbox send': [
    `sandbox send messaging --body '{"phone_number": "4915112345678", "message": "Hello", "message_type": "ARN"}'`,
    'sandbox send omnichannel --body @message.json --dry-run',
  ],
  'sandbox reply': ['sandbox reply 4915112345678 --to 491579000000 --text STOP'],
};

/** Of arguments and of options that have to be given. */
const SAMPLES: Readonly<Record<string, string>> = {
  account: 'ACME',
  address: '10.0.0.1:2775',
  addon: 'sim_swap',
  agent: 'sandbox-agent@rbm.goog',
  body: '@body.json',
  call_id: '5f1c2d3e4a5b6c7d',
  carrier: 'operator-1',
  customer_id: 'ACME',
  date: '2026-01-31',
  file: 'numbers.csv',
  forward: 'http://127.0.0.1:9000/callbacks',
  from: '2026-01-31',
  id: '01A216F4C95B7000B6ED515D5B43FAF3',
  key_id: '01A216F4C95B7000B6ED515D5B43FAF3',
  keys: '1',
  kind: 'contacts',
  label: 'laptop',
  latitude: '52.52',
  longitude: '13.4',
  name: 'operator-1',
  number: '4915112345678',
  operation: 'messaging',
  out: 'call.wav',
  password: '-',
  recipient: '4915112345678',
  reference_id: '01A216F4C95B7000B6ED515D5B43FAF3',
  rights: 'read',
  role: 'developer',
  seq: '42',
  session_id: '01A216F4C95B7000B6ED515D5B43FAF3',
  set: 'subscribers',
  status: '503',
  text: '"Who is there?"',
  to: '491579000000',
  uri: 'https://example.com/photo.jpg',
  user: 'anna',
};
/** Where the same word means something else. */
const NAMES: Readonly<Record<string, string>> = { user: 'anna', operator: 'monitoring', receiver: 'callbacks' };

/** To each command that does something. */
export function addExamples(program: Command): void {
  for (const { words, command } of leavesOf(program)) {
    const examples = examplesOf(words, command).map((line) => `  $ npx trunkline ${line}\n`);
    command.addHelpText('after', `\nExamples:\n${examples.join('')}`.trimEnd());
  }
}

export function examplesOf(words: readonly string[], command: Command): readonly string[] {
  const written = EXAMPLES[words.join(' ')];
  if (written) return written;
  const sampleOf = (name: string) =>
    (name === 'name' ? NAMES[words[0] ?? ''] : undefined) ?? SAMPLES[name] ?? `<${name}>`;
  const values = command.registeredArguments.filter(({ required }) => required).map((each) => sampleOf(each.name()));
  const options = command.options.filter(({ mandatory }) => mandatory);
  return [[...words, ...values, ...options.map(({ long }) => `${long} ${sampleOf(long?.slice(2) ?? '')}`)].join(' ')];
}

export interface Leaf {
  readonly words: readonly string[];
  readonly command: Command;
}

/** The commands without commands of their own. */
export function leavesOf(program: Command): Leaf[] {
  const within = (command: Command, words: readonly string[]): Leaf[] =>
    command.commands.length === 0
      ? [{ words, command }]
      : command.commands.flatMap((each) => within(each, [...words, each.name()]));
  return within(program, []);
}
