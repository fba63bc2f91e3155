/** Names for the types of the API (schema.ts), as they stand in openapi.yaml. */
import type { components, paths } from './schema.ts';

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** What a list can be asked for. */
export type QueryOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never;

/** Of a request that may also be asked what it would do. */
export type Answer<Request, Done> = Request extends { dry_run: true } ? Schema<'Planned'> : Done;

/** What a list is answered with. */
export type ListAnswer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

export type ItemOf<Path extends keyof paths, Name extends keyof ListAnswer<Path>> =
  ListAnswer<Path>[Name] extends ReadonlyArray<infer Item> ? Item : never;

export type Inbound = ItemOf<'/v1/inbound', 'inbound'>;
export type Event = ItemOf<'/v1/events', 'events'>;
export type Code = Schema<'VerificationStatus'> | Schema<'CodeTextStatus'>;
export type HandsetCall = Schema<'HandsetCall'> | Schema<'LiveHandsetCall'>;
