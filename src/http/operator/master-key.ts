/**
 * The master key: seals rows of older keys anew under the current one, page by page.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { resealPage } from '../../engine/data/master-key.ts';
import { Refusal } from '../../errors.ts';
import { strict } from '../../lib/schemas.ts';
import { masterKeyId } from '../../lib/sealed.ts';
import { nodesWithOtherKey } from '../../store/secrets/sealed-values.ts';
import type { OperatorOptions } from './options.ts';
import { bodyOf, cursorOf, placeOf } from './request.ts';

const ResealBody = Type.Object(
  { after: Type.Optional(Type.String({ maxLength: 4_000, allowed: 'the "next" of the page before' })) },
  strict,
);

const Place = Type.Tuple([
  Type.Integer({ minimum: 0 }),
  Type.Integer({ minimum: 0 }),
  Type.Union([Type.Null(), Type.Array(Type.Union([Type.String(), Type.Integer()]), { maxItems: 4 })]),
]);

export function masterKeyRoutes(app: FastifyInstance, { context, db, masterKey, leaseMs }: OperatorOptions): void {
  app.post('/master-key/reseal', async (request) => {
    const place = placeOf(Place, bodyOf(ResealBody, request).after);
    const id = masterKeyId(masterKey);
    const others = await nodesWithOtherKey(db, id, context.clock.now() - leaseMs);
    if (others.length > 0) throw new Refusal('nodes_differ', { nodes: others.join(', ') });
    const from = place && { table: place[0], lane: place[1], after: place[2] };
    const { resealed, unreadable, next } = await resealPage(context, db, masterKey, from);
    return {
      master_key: id,
      resealed,
      unreadable,
      next: next && cursorOf([next.table, next.lane, next.after]),
    };
  });
}
