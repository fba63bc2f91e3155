/**
 * Arrivals: lists receipts that match no message, and texts that people sent.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { AsCame, Carrier, Inbound } from '../../carriers/carrier.ts';
import { carrierNamed } from '../../carriers/one-peer.ts';
import { toReference } from '../../lib/ids.ts';
import { oneOf, strict } from '../../lib/schemas.ts';
import {
  type ListedReceipt,
  type ListedText,
  listInboundTexts,
  listUnmatched,
} from '../../store/messages/arrival-lists.ts';
import { type FittingMessage, fittingMessages } from './fitting-messages.ts';
import type { OperatorOptions } from './options.ts';
import { AfterId, cursorOf, DEFAULT_LIMIT, FULL, LISTING, placeOf, queryOf } from './request.ts';
import { numberOf, pageOf, timeOf, timeOrNull } from './shapes.ts';

const ReceiptQuery = Type.Object(
  {
    state: Type.Optional(oneOf(['waiting', 'given_up'])),
    carrier: Type.Optional(Type.String({ maxLength: 40 })),
    ...FULL,
    ...LISTING,
  },
  strict,
);

const TextQuery = Type.Object(
  {
    customer_id: Type.Optional(Type.String({ maxLength: 64 })),
    meaning: Type.Optional(oneOf(['stop', 'start', 'help', 'other', 'incomplete'])),
    ...FULL,
    ...LISTING,
  },
  strict,
);

export function arrivalRoutes(app: FastifyInstance, { db, carriers, context }: OperatorOptions): void {
  app.get('/unmatched-receipts', async (request) => {
    const { state = 'waiting', carrier, full, limit = DEFAULT_LIMIT, after } = queryOf(ReceiptQuery, request);
    const before = placeOf(AfterId, after)?.[0];
    const rows = await listUnmatched(db, { state, carrier, before, limit: limit + 1 });
    const read = new Map(rows.map((row) => [row.id, interpret(row)]));
    const fits = await fittingMessages(db, carriers, rows, read);
    const show = (row: ListedReceipt) => {
      const found = fits.get(row.id);
      const fitting = found ? { ...found, todo: todoOf(carriers, found, row) } : null;
      return receiptShape(row, read.get(row.id) ?? null, fitting, full);
    };
    const { items, next } = pageOf(rows, limit, ({ id }) => cursorOf([id]), show);
    return { receipts: items, next };
  });

  app.get('/inbound-texts', async (request) => {
    const { customer_id: accountId, meaning, full, limit = DEFAULT_LIMIT, after } = queryOf(TextQuery, request);
    const before = placeOf(AfterId, after)?.[0];
    const rows = await listInboundTexts(db, { accountId, meaning, before, limit: limit + 1 });
    const show = (row: ListedText) => textShape(row, full);
    const { items, next } = pageOf(rows, limit, ({ id }) => cursorOf([id]), show);
    return { texts: items, next };
  });

  /** Null when its carrier is no longer configured, or does not know what the bytes mean. */
  function interpret(row: ListedReceipt): Inbound | null {
    try {
      return carrierNamed(carriers, row.carrier)?.interpret(row) ?? null;
    } catch (error) {
      context.log.warn({ err: error, inbox: row.id }, 'stored input could not be read');
      return null;
    }
  }
}

function receiptShape(
  row: ListedReceipt,
  inbound: Inbound | null,
  fits: (FittingMessage & { readonly todo: string }) | null,
  full: boolean | undefined,
): Record<string, unknown> {
  const report = inbound?.type === 'report' ? inbound : null;
  return {
    id: row.id,
    carrier: row.carrier,
    kind: row.kind,
    received_on: timeOf(row.receivedAt),
    tries: row.tries,
    result: row.result,
    next_try_on: timeOrNull(row.dueAt),
    report: report && {
      state: report.state,
      remote_ids: report.keys,
      to: report.to === undefined ? null : numberOf(report.to, full),
      from: report.from === undefined ? null : numberOf(report.from, full),
      reason: report.reason ?? null,
      as_came: report.asCame === undefined ? null : asCameShape(report.asCame, full),
    },
    fits: fits && { carrier: fits.carrier, reference_id: toReference(fits.messageId), todo: fits.todo },
  };
}

/** What makes a receipt that of a message of another carrier, or of this one under its former name. */
function todoOf(carriers: readonly Carrier[], { carrier }: FittingMessage, row: ListedReceipt): string {
  if (carriers.some(({ name }) => name === carrier)) return TO_SHARE;
  return `if ${row.carrier} is what was called ${carrier}, give it formerly: [${carrier}]`;
}

const TO_SHARE = 'if both are the same SMSC account, give both carriers the same word as receipts_with';

/** Addresses as the carrier wrote them. */
function asCameShape({ source, destination }: AsCame, full: boolean | undefined): Record<string, unknown> {
  return { source: numberOf(source, full), destination: numberOf(destination, full) };
}

/** The text itself is shown only in full. */
export function textShape(text: ListedText, full: boolean | undefined): Record<string, unknown> {
  return {
    id: text.id,
    carrier: text.carrier,
    channel: text.channel,
    kind: text.kind ?? 'text',
    customer_id: text.accountId,
    from: numberOf(text.sender, full),
    to: numberOf(text.recipient, full),
    meaning: text.meaning,
    characters: text.body.length,
    ...(full === true ? { text: text.body } : {}),
    received_on: timeOf(text.receivedAt),
    texts_removed_on: timeOrNull(text.textsRemovedAt),
  };
}
