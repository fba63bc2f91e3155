/**
 * What the stream asks the gateway for.
 */
import { ApiFailure, api, type Schema, take } from '../../api/client.ts';
import {
  ofBatch,
  ofCall,
  ofCallback,
  ofCarrier,
  ofLookUp,
  ofMessage,
  ofNode,
  ofSession,
  ofText,
  type Seen,
} from './events.ts';
import type { Asked } from './reader.ts';
import type { StreamFilter, StreamTopic } from './topics.ts';

const LIMIT = 50;

type Query = { readonly customer_id?: string; readonly limit: number };
type Page = Awaited<ReturnType<Asked['newest']>>;

const NEWEST: Readonly<Record<StreamTopic, (query: Query, code: number | null) => Promise<Page>>> = {
  async messages(query, code) {
    const params = { query: { ...query, ...(code === null ? {} : { code }) } };
    const { messages, next } = await take(api.GET('/operator/v1/messages', { params }));
    // Calls are a topic of their own.
    return pageOf(messages.filter(({ kind }) => kind !== 'call').map(ofMessage), next);
  },
  async calls(query, code) {
    const params = { query: { ...query, ...(code === null ? {} : { code }) } };
    const { calls, next } = await take(api.GET('/operator/v1/calls', { params }));
    return pageOf(calls.map(ofCall), next);
  },
  async callbacks(query) {
    const { callbacks, next } = await take(api.GET('/operator/v1/callbacks', { params: { query } }));
    return pageOf(callbacks.filter(goesOut).map(ofCallback), next);
  },
  async inbound(query) {
    const { texts, next } = await take(api.GET('/operator/v1/inbound-texts', { params: { query } }));
    return pageOf(texts.map(ofText), next);
  },
  async sessions(query) {
    const { sessions, next } = await take(api.GET('/operator/v1/masking-sessions', { params: { query } }));
    return pageOf(sessions.map(ofSession), next);
  },
  async look_ups(query, code) {
    const status = code === 300 || code === 301 ? (code as 300 | 301) : undefined;
    const params = { query: { ...query, status } };
    const { look_ups: lookUps, next } = await take(api.GET('/operator/v1/look-ups', { params }));
    return pageOf(lookUps.map(ofLookUp), next);
  },
  async batches(query) {
    const { batches, next } = await take(api.GET('/operator/v1/batches', { params: { query } }));
    return pageOf(batches.map(ofBatch), next);
  },
  async carriers() {
    const { carriers } = await take(api.GET('/operator/v1/carriers'));
    return pageOf(carriers.map(ofCarrier), null);
  },
  async nodes() {
    const { nodes } = await take(api.GET('/operator/v1/nodes'));
    return pageOf(nodes.map(ofNode), null);
  },
  // Hints are all that tells of them.
  accounts: async () => pageOf([], null),
};

const ONE: Readonly<Partial<Record<StreamTopic, (id: string) => Promise<Seen | null>>>> = {
  async messages(id) {
    const params = { path: { reference_id: id } };
    return ofMessage(await take(api.GET('/operator/v1/messages/{reference_id}', { params })));
  },
  async calls(id) {
    const params = { path: { reference_id: id } };
    return ofCall(await take(api.GET('/operator/v1/calls/{reference_id}', { params })));
  },
  async callbacks(id) {
    const params = { path: { callback_id: id } };
    const callback = await take(api.GET('/operator/v1/callbacks/{callback_id}', { params }));
    return goesOut(callback) ? ofCallback(callback) : null;
  },
  async inbound(id) {
    const params = { path: { inbound_id: id } };
    return ofText(await take(api.GET('/operator/v1/inbound-texts/{inbound_id}', { params })));
  },
  async sessions(id) {
    const params = { path: { session_id: id } };
    return ofSession(await take(api.GET('/operator/v1/masking-sessions/{session_id}', { params })));
  },
  async look_ups(id) {
    const params = { path: { reference_id: id } };
    return ofLookUp(await take(api.GET('/operator/v1/look-ups/{reference_id}', { params })));
  },
};

export const ASKED: Asked = {
  newest: (topic, { account, code }: StreamFilter) =>
    NEWEST[topic]({ limit: LIMIT, ...(account === null ? {} : { customer_id: account }) }, code),
  async one(topic, id) {
    try {
      return (await ONE[topic]?.(id)) ?? null;
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 404) return null;
      throw error;
    }
  },
};

/** Nobody is told of one without an address: the event itself has its line already. */
function goesOut({ state }: Schema<'OperatorCallback'>): boolean {
  return state !== 'not_sent';
}

function pageOf(rows: readonly Seen[], next: string | null): Page {
  return { rows, isMore: next !== null };
}
