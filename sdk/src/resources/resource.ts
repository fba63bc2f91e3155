/**
 * What the subjects of the API have in common: each method is one request of openapi.yaml, and takes and gives its bodies as
 * they stand there.
 */
import { type AskPage, List, pageOf } from '../pages.ts';
import type { paths } from '../schema.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type { ItemOf, ListAnswer } from '../types.ts';

export abstract class Resource {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }
}

/** What a list is asked with; `after` is where it begins. */
export interface Asked {
  readonly query?: { readonly after?: string | number; readonly limit?: number } | undefined;
  readonly options?: CallOptions | undefined;
}

/** The list at a path: `name` is what its items are called in the answer. */
export function listOf<Path extends keyof paths & string, Name extends keyof ListAnswer<Path> & string>(
  transport: Transport,
  path: Path,
  name: Name,
  asked: Asked = {},
): List<ItemOf<Path, Name>> {
  return listAt(transport, path, name, asked);
}

/** The same where the path has values in it. */
export function listAt<T>(transport: Transport, path: string, name: string, asked: Asked): List<T> {
  const after = asked.query?.after;
  return new List(askOf<T>(transport, path, name, asked), after === undefined ? undefined : String(after));
}

export function askOf<T>(transport: Transport, path: string, name: string, { query, options }: Asked): AskPage<T> {
  return async (after) =>
    pageOf(
      await transport.send<Record<string, unknown>>({ method: 'GET', path, query: { ...query, after } }, options),
      name,
    );
}
