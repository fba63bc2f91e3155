/**
 * Carriers, blocks and nodes, for operators.
 */
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../errors.ts';
import { listBlocks, listNodes, orderCarrier } from '../../store/operator-lists.ts';
import { addOptOut, liftOptOut, type OptOut } from '../../store/opt-outs.ts';
import { Fields } from './fields.ts';
import { isoOrNull, limitOf, numberShown, type OperatorParts, type Query } from './parts.ts';

type ByName = { Params: { name: string } };

export function addCarriers(app: FastifyInstance, { db, context, carriers }: OperatorParts): void {
  function find(name: string) {
    const carrier = carriers.find((each) => each.name === name);
    if (!carrier) throw new Refusal('reference_unknown', { name: 'carrier' });
    return carrier;
  }

  app.get('/carriers', async () => ({
    carriers: carriers.map((carrier) => ({
      name: carrier.name,
      channel: carrier.channel,
      simulated: carrier.simulated,
      ...carrier.describe(),
      state: carrier.state(),
    })),
  }));

  app.post<ByName>('/carriers/:name/drain', async ({ params }) => {
    const carrier = find(params.name);
    await orderCarrier(db, carrier.name, true, context.clock.now());
    // Answered at once: what is under way may take a while, and the state says how it stands.
    void carrier.drain();
    return { name: carrier.name, state: carrier.state() };
  });

  app.post<ByName>('/carriers/:name/resume', async ({ params }) => {
    const carrier = find(params.name);
    await orderCarrier(db, carrier.name, false, context.clock.now());
    carrier.resume();
    return { name: carrier.name, state: carrier.state() };
  });

  app.get('/nodes', async () => ({
    nodes: (await listNodes(db)).map(({ id, epoch, startedAt, heartbeatAt, stoppedAt }) => ({
      id,
      epoch,
      started_on: isoOrNull(startedAt),
      heartbeat_on: isoOrNull(heartbeatAt),
      stopped_on: isoOrNull(stoppedAt),
    })),
  }));
}

export function addOptOuts(app: FastifyInstance, { db, context }: OperatorParts): void {
  app.get<{ Querystring: Query }>('/optouts', async ({ query }) => {
    const { account = null, recipient = null } = query;
    const blocks = await listBlocks(db, { accountId: account, recipient, limit: limitOf(query) });
    const number = numberShown(query);
    return {
      optouts: blocks.map((block) => ({
        account: block.accountId,
        sender: block.sender,
        recipient: number(block.recipient),
        source: block.source,
        created_on: isoOrNull(block.createdAt),
      })),
    };
  });

  app.post<{ Body: unknown }>('/optouts', async ({ body }, reply) => {
    const block = readBlock(body);
    const isNew = await addOptOut(db, { ...block, source: 'operator' }, context.clock.now());
    return reply.code(isNew ? 201 : 200).send(shownBlock(block));
  });

  app.post<{ Body: unknown }>('/optouts/lift', async ({ body }) => {
    const block = readBlock(body);
    if (!(await liftOptOut(db, block))) throw new Refusal('reference_unknown', { name: 'opt-out' });
    return { ...shownBlock(block), lifted: true };
  });
}

function readBlock(body: unknown): OptOut {
  const fields = new Fields(body);
  const accountId = fields.text('account', 'a Customer ID', (text) => text.length <= 64);
  const sender = fields.text(
    'sender',
    'a sender, or an empty text for all of the account',
    (text) => text.length <= 200,
  );
  const recipient = fields.text('recipient', 'a phone number, digits only', (text) => /^\d{4,15}$/.test(text));
  fields.end();
  return {
    accountId: fields.required('account', accountId),
    sender: sender ?? '',
    recipient: fields.required('recipient', recipient),
  };
}

function shownBlock({ accountId, sender, recipient }: OptOut): Record<string, string> {
  return { account: accountId, sender, recipient };
}
