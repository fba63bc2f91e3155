/**
 * What a gateway does otherwise while its process is one of several: it answers the others, asks them where its answer
 * is to speak for all, and leaves to the first process what only one may do.
 */
import type { AddressSeen } from '../../carriers/addresses-seen.ts';
import type { CarrierConfig } from '../../carriers/kinds.ts';
import { openVoiceElsewhere } from '../../carriers/sip/voice/voice-link.ts';
import type { Config } from '../../config/config.ts';
import type { Context } from '../../context.ts';
import type { AccountDirectory } from '../../engine/accounts/account-directory.ts';
import { type DescribedCarrier, describeCarrier, type OtherCarriers } from '../../http/operator/carrier-shapes.ts';
import type { SettingsReload } from '../../http/operator/options.ts';
import type { People } from '../../http/operator/people/people.ts';
import type { HttpOptions, HttpServer } from '../../http/server.ts';
import { type GroupState, type ReadinessOptions, type ReadyFor, readiness } from '../../http/watching/probes.ts';
import type { Siblings } from './siblings.ts';

const NOBODY_READS = 'the process that looks after this one gives no answer, and may read them later';

/** Whether this process does what only one may. */
export function isFirst(siblings: Siblings | undefined): boolean {
  return siblings === undefined || siblings.task.number === 1;
}

/** How a process places calls of configured carriers; undefined: as a gateway of one does. */
export function voiceOf(siblings: Siblings | undefined, configured: readonly CarrierConfig[]) {
  return isFirst(siblings) || configured.length === 0 ? undefined : openVoiceElsewhere;
}

/** What its HTTP servers ask of the others. */
export function askedOfOthers(siblings: Siblings | undefined): Pick<HttpOptions, 'figuresOfAll' | 'others'> {
  if (!siblings) return {};
  return {
    async figuresOfAll() {
      const { answers } = await siblings.ask('figures');
      if (typeof answers[0] !== 'string') throw new Error('the figures of the other processes did not come');
      return answers[0];
    },
    async others(of) {
      const { answers, ...processes } = await siblings.ask('readiness', of);
      return { states: answers as GroupState[], processes };
    },
  };
}

/** How many processes there are, and should be; undefined: it is one. */
export function countOf(siblings: Siblings | undefined) {
  if (!siblings) return undefined;
  return async () => {
    const { running, of } = await siblings.ask('readiness', 'requests');
    return { running, of };
  };
}

/** What is changed of an account holds in all processes before whoever changed it is answered. */
export function toldToOthers(directory: AccountDirectory, siblings: Siblings | undefined): AccountDirectory {
  if (!siblings) return directory;
  siblings.answer('account', (id) => directory.forget(String(id)));
  return {
    find: (id) => directory.find(id),
    async forget(id) {
      await directory.forget(id);
      await siblings.ask('account', id);
    },
  };
}

/** `take`: what was read for all; null: nothing of it can be used. */
export function takeWithOthers(siblings: Siblings | undefined, take: (next: Config | null) => void): void {
  siblings?.answer('reload', (next) => {
    take(next as Config | null);
    return null;
  });
}

/** All read their settings again. */
export async function reloadedByAll(siblings: Siblings): Promise<SettingsReload> {
  const { answers } = await siblings.ask('reload');
  return (answers[0] as SettingsReload | undefined) ?? { kind: 'refused', problems: [NOBODY_READS] };
}

/** What operators are shown of carriers comes from the process that has most to say. */
export function carriersOfOthers(siblings: Siblings | undefined): OtherCarriers | undefined {
  if (!siblings) return undefined;
  const listsOf = async <Item>(question: 'carriers' | 'addresses', body: unknown) =>
    (await siblings.ask(question, body)).answers.flatMap((answer) => (answer ?? []) as readonly Item[]);
  return {
    described: () => listsOf<DescribedCarrier>('carriers', null),
    addressesSeen: (carrier) => listsOf<AddressSeen>('addresses', carrier),
  };
}

export interface InGroup extends ReadinessOptions {
  readonly context: Context;
  readonly servers: { readonly callers: Pick<HttpServer, 'isStopping' | 'connections'> };
  readonly people: People;
}

/** Answers the others, from now on. */
export function answerOthers(siblings: Siblings, options: InGroup): void {
  const { context, servers, people } = options;
  siblings.answer('figures', () => context.metrics.getMetricsAsJSON());
  siblings.answer('readiness', (of): GroupState => {
    const { isStopping } = servers.callers;
    return { isStopping, state: readiness(options, isStopping, of as ReadyFor) };
  });
  siblings.answer('connections', () => servers.callers.connections.count());
  siblings.answer('let_go', (count) => servers.callers.connections.letGo(Number(count)));
  siblings.answer('carriers', () => options.carriers.map(describeCarrier));
  siblings.answer('addresses', (name) => options.carriers.find((each) => each.name === name)?.addressesSeen?.());
  siblings.answer('link', (secret) => people.links.isOpen && people.links.takeHere(String(secret)));
  people.links.takeElsewhere = async (secret) => (await siblings.ask('link', secret)).answers.includes(true);
}
