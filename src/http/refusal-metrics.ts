/**
 * The metrics of refused requests.
 */
import { Counter } from 'prom-client';
import type { Context } from '../context.ts';
import { type Product, Refusal } from '../errors.ts';
import { StoreDown } from '../store/database.ts';

export interface RefusalMetrics {
  /** `error`: what the request ended with. */
  refused(product: Product, error: unknown): void;
}

/** Reasons are the cases of the catalogue (errors.ts), so there are only so many of them. */
export function countRefusals({ metrics }: Pick<Context, 'metrics'>): RefusalMetrics {
  const refused = new Counter({
    name: 'trunkline_requests_refused_total',
    help: 'Requests of callers that were refused, by product and reason',
    labelNames: ['product', 'reason'],
    registers: [metrics],
  });
  return {
    refused: (product, error) => refused.inc({ product, reason: reasonOf(error) }),
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.case;
  return error instanceof StoreDown ? 'storage_down' : 'failed';
}
