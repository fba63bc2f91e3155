/**
 * Imports: takes files of deactivated numbers, breached numbers and contact records row by row, and shows the sets that
 * they make.
 *
 * 1. The refusal of a row names its line and the fault, never its text: a file may hold names. The other rows are
 *    imported.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  addRows,
  finishImport,
  removeDataSet,
  type StartedImport,
  startImport,
  stopImport,
} from '../../engine/data/imports.ts';
import { Refusal } from '../../errors.ts';
import { isDay } from '../../lib/instant.ts';
import { oneOf, strict } from '../../lib/schemas.ts';
import { DATA_SET_KINDS, type DataSet, type DataSetKind, listDataSets } from '../../store/phone-id/data-sets.ts';
import { faultsOf, findImport, type Import, listImports } from '../../store/phone-id/imports.ts';
import { readRows } from './import-rows.ts';
import type { OperatorOptions } from './options.ts';
import {
  AfterId,
  bodyOf,
  cursorOf,
  DEFAULT_LIMIT,
  idOf,
  LISTING,
  notFound,
  paramOf,
  placeOf,
  queryOf,
  wrong,
} from './request.ts';
import { pageOf, timeOf, timeOrNull } from './shapes.ts';

const MOST_ROWS = 10_000;
const ROWS_LIMIT_BYTES = 8 * 1024 * 1024;
const A_NAME = 'a name of 1 to 60 characters';
const AN_OPEN_ONE = 'an import that is open';
const A_DAY = 'a day such as 2026-01-31';

const NewImport = Type.Object(
  {
    kind: oneOf(DATA_SET_KINDS),
    set: Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f]{1,60}$', allowed: A_NAME }),
    date: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', allowed: A_DAY })),
    data: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { maxItems: 50 })),
    file: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    keep_others: Type.Optional(Type.Boolean()),
  },
  strict,
);

const RowsBody = Type.Object(
  {
    from: Type.Integer({ minimum: 0 }),
    rows: Type.Array(Type.Unknown(), { minItems: 1, maxItems: MOST_ROWS }),
  },
  strict,
);

const ListQuery = Type.Object({ ...LISTING }, strict);
const NoQuery = Type.Object({}, strict);

export function importRoutes(app: FastifyInstance, options: OperatorOptions): void {
  const { db, dataSetsChanged = async () => {} } = options;
  const tell = (id: string) => options.context.hints.of('imports', id, null);

  app.post('/imports', async (request, reply) => {
    const body = bodyOf(NewImport, request);
    const { kind, set: name, date, data = [], file, keep_others: keepsOthers = false } = body;
    if (date === undefined && kind === 'deactivations') throw new Refusal('parameter_missing', { name: 'date' });
    if (date !== undefined && !isDay(date)) throw wrong('date', A_DAY);
    const known = file ?? createHash('sha256').update(options.context.ids.next()).digest('hex');
    const started = await startImport(options, { kind, name, day: date ?? null, data, file: known, keepsOthers });
    if (started.state === 'new') tell(started.import.id);
    return reply.code(started.state === 'new' ? 201 : 200).send(startedShape(started));
  });

  app.get('/imports', async (request) => {
    const { limit = DEFAULT_LIMIT, after } = queryOf(ListQuery, request);
    const rows = await listImports(db, placeOf(AfterId, after)?.[0], limit + 1);
    const { items, next } = pageOf(rows, limit, ({ id }) => cursorOf([id]), importShape);
    return { imports: items, next };
  });

  app.get('/imports/:id', async (request) => {
    queryOf(NoQuery, request);
    const known = await importOf(request);
    return { ...importShape(known), faults: await faultsOf(db, known.id) };
  });

  app.post('/imports/:id/rows', { bodyLimit: ROWS_LIMIT_BYTES }, async (request) => {
    const { id, kind } = await importOf(request);
    const { from, rows } = bodyOf(RowsBody, request);
    const { taken, refused } = readRows(kind, from, rows);
    const added = await addRows(options, id, { from, taken, count: rows.length, refused });
    if (added === null) throw wrong('id', AN_OPEN_ONE);
    if (added === 'gap') {
      const { position } = await importOf(request);
      throw wrong('from', `at most ${position}, where this import is`);
    }
    tell(id);
    return { ...importShape(added), refused_rows: refused };
  });

  app.post('/imports/:id/finish', async (request) => {
    const { id } = await importOf(request);
    const finished = await finishImport(options, id);
    if (finished === null) throw notFound('Import');
    if (finished.stoppedAt !== null) throw wrong('id', AN_OPEN_ONE);
    await dataSetsChanged();
    tell(id);
    return importShape(finished);
  });

  app.post('/imports/:id/stop', async (request) => {
    const { id } = await importOf(request);
    const stopped = await stopImport(options, id);
    if (stopped === null) throw notFound('Import');
    if (stopped.stoppedAt === null) throw wrong('id', AN_OPEN_ONE);
    tell(id);
    return importShape(stopped);
  });

  dataSetRoutes(app, options);

  async function importOf(request: FastifyRequest): Promise<Import> {
    const id = idOf(paramOf(request, 'id'));
    const known = id === null ? null : await findImport(db, id);
    if (!known) throw notFound('Import');
    return known;
  }
}

function dataSetRoutes(app: FastifyInstance, options: OperatorOptions): void {
  const { context, db, dataSetsChanged = async () => {} } = options;
  app.get('/data-sets', async (request) => {
    queryOf(NoQuery, request);
    return { data_sets: (await listDataSets(db)).map(setShape) };
  });

  app.delete('/data-sets/:kind/:name', async (request) => {
    const kind = DATA_SET_KINDS.find((each) => each === paramOf(request, 'kind'));
    const name = paramOf(request, 'name');
    const gone = kind ? await removeDataSet(options, kind, name) : null;
    if (!kind || !gone) throw notFound('Data set');
    await dataSetsChanged();
    context.hints.of('imports', `${kind}/${name}`, null);
    return { kind, set: name, removed: gone.removed, is_all: gone.isAll };
  });
}

function startedShape({ import: known, state }: StartedImport): Record<string, unknown> {
  return { ...importShape(known), was_there: state !== 'new' };
}

function importShape(known: Import): Record<string, unknown> {
  return {
    id: known.id,
    kind: known.kind satisfies DataSetKind,
    set: known.name,
    date: known.day,
    state: known.stoppedAt !== null ? 'stopped' : known.finishedAt === null ? 'open' : 'whole',
    position: known.position,
    taken: known.taken,
    refused: known.refused,
    removed: known.removed,
    started_on: timeOf(known.startedAt),
    changed_on: timeOf(known.changedAt),
    finished_on: timeOrNull(known.finishedAt),
    stopped_on: timeOrNull(known.stoppedAt),
  };
}

function setShape(set: DataSet): Record<string, unknown> {
  return {
    kind: set.kind,
    set: set.name,
    first_date: set.firstDay,
    last_date: set.lastDay,
    data: set.data,
    imported_on: timeOf(set.importedAt),
  };
}
