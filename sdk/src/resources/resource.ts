/**
 * What the subjects of the API have in common: each method is one request of openapi.yaml, and takes and gives its bodies as
 * they stand there.
 */
import { type AskPage, List, pageOf } from '../pages.ts';
import type { paths } from '../schema.ts';
import type { Transport } from '../transport.ts';
import type { ItemOf, ListAnswer } from '../types.ts';

export abstract class Resource {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }
}

/** The list at a path: `name` is what its items are called in the answer. */
export function listOf<Path extends keyof paths & string, Name extends keyof ListAnswer<Path> & string>(
  transport: Transport,
  path: Path,
  name: Name,
  query: { readonly after?: string } = {},
): List<ItemOf<Path, Name>> {
  return new List(askOf<ItemOf<Path, Name>>(transport, path, { name, query }), query.after);
}

export function askOf<T>(
  transport: Transport,
  path: string,
  { name, query }: { readonly name: string; readonly query: object },
): AskPage<T> {
  return async (after) =>
    pageOf(await transport.send<Record<string, unknown>>({ method: 'GET', path, query: { ...query, after } }), name);
}
