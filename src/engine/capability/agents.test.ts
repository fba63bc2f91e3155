import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScriptedCarrier } from '../../../test/support/engine/scripted-carrier.ts';
import type { CapabilitySource } from '../../carriers/capability.ts';
import type { Route } from '../sending/route.ts';
import { type AgentQuestion, carrierOfAgent, findAsked } from './agents.ts';

class AgentCarrier extends ScriptedCarrier {
  readonly capabilities: CapabilitySource;

  constructor(name: string, agent: string) {
    super(name, 'rcs');
    this.capabilities = { agent, ask: async () => ({ kind: 'not_supported' }) };
  }
}

const CARRIERS = [
  new ScriptedCarrier('sms-1', 'sms'),
  new ScriptedCarrier('mute', 'rcs'),
  new AgentCarrier('rcs-1', 'bakery@rbm.goog'),
  new AgentCarrier('rcs-2', 'bank@rbm.goog'),
  new AgentCarrier('rcs-3', 'bank@other.example'),
];

function agentFor(change: Partial<AgentQuestion>, routes: readonly Route[] = []): string {
  const question: AgentQuestion = { channel: 'rcs', number: '4915112345678', senders: [], agent: null, ...change };
  const asked = findAsked(question, { carriers: CARRIERS, routes });
  return typeof asked === 'string' ? asked : asked.capabilities.agent;
}

const senders = (...names: string[]) => names.map((sender) => ({ sender }));
const route = (carriers: readonly string[], more: Partial<Route> = {}): Route => ({
  channel: 'rcs',
  carriers,
  ...more,
});

test('without a name it is the first agent to which the routes lead, one that is registered before others', () => {
  assert.equal(agentFor({}), 'bakery@rbm.goog');
  assert.equal(agentFor({ senders: senders('ACME', 'bank@rbm.goog') }), 'bank@rbm.goog');
  assert.equal(agentFor({}, [route(['mute', 'rcs-2', 'rcs-1'])]), 'bank@rbm.goog');
  const away = senders('bank@other.example');
  assert.equal(
    agentFor({ senders: away }, [route(['rcs-1'])]),
    'bakery@rbm.goog',
    'a message would come from this one',
  );
});

test('routes by prefix and type count, those of codes first', () => {
  const german = route(['rcs-1'], { prefixes: ['49'] });
  assert.equal(agentFor({ number: '33612345678' }, [german]), 'none');
  assert.equal(agentFor({ number: '33612345678' }, [german, route(['rcs-2'])]), 'bank@rbm.goog');
  const byType = [route(['rcs-1'], { messageTypes: ['MKT'] }), route(['rcs-2'], { messageTypes: ['OTP'] })];
  assert.equal(agentFor({}, byType), 'bank@rbm.goog');
  assert.equal(agentFor({ messageType: 'MKT' }, byType), 'bakery@rbm.goog');
  assert.equal(agentFor({ messageType: 'ARN' }, byType), 'none');
});

test('a named agent has to be one of the account, in full or without its host', () => {
  assert.equal(agentFor({ agent: 'bakery@rbm.goog' }), 'bakery@rbm.goog');
  assert.equal(agentFor({ agent: 'bakery' }), 'bakery@rbm.goog');
  assert.equal(agentFor({ agent: 'bank' }), 'not_of_account', 'two agents begin so');
  assert.equal(agentFor({ agent: 'bank@other.example' }), 'bank@other.example');
  for (const agent of ['nobody', 'bak', '', 'bakery@', 'BAKERY@rbm.goog']) {
    assert.equal(agentFor({ agent }), 'not_of_account', agent);
  }
  const own = senders('bank@rbm.goog');
  assert.equal(agentFor({ agent: 'bank', senders: own }), 'bank@rbm.goog', 'of its own there is one');
  assert.equal(agentFor({ agent: 'bakery@rbm.goog', senders: own }), 'not_of_account');
  assert.equal(agentFor({ agent: 'bank@rbm.goog', senders: own }, [route(['rcs-1'])]), 'bank@rbm.goog');
  assert.equal(agentFor({ agent: 'bank@rbm.goog' }, [route(['rcs-1'])]), 'not_of_account', 'not routed there');
});

test('no other channel is asked about, and an agent that is gone has no carrier', () => {
  assert.equal(agentFor({ channel: 'sms' }), 'none');
  assert.equal(agentFor({ channel: 'sms', agent: 'bakery@rbm.goog' }), 'not_of_account');
  assert.equal(carrierOfAgent(CARRIERS, 'bank@rbm.goog')?.name, 'rcs-2');
  assert.equal(carrierOfAgent(CARRIERS, 'gone@rbm.goog'), undefined);
});
