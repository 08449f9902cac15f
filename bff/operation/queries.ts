import type { Kysely } from 'kysely';
import type * as z from 'zod';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { listOperations } from '#domain/operation/calls.ts';
import { getOperation } from '#domain/operation/running-call.ts';
import { type operationListQuery, operationPageSize } from '#domain/operation/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { growingPageOf } from '../http/page.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { containing } from '../sql/containing.ts';
import type { Given } from '../sql/statement.ts';
import { countRemovals } from './removals.ts';
import { operations, rowOf } from './row.ts';
import { planOf, readable } from './shared/readable.ts';

/** Returns an operation, or undefined. */
export const findOperation = async (db: Kysely<ReadTables>, id: string) =>
  await operations(db).where('operations.id', '=', id).executeTakeFirst();

type Filters = Pick<z.output<typeof operationListQuery>, 'state' | 'kind' | 'apiId'> & { words: string | undefined };

const readOperations = growingPageOf((db, { state, kind, apiId, words }: Given<Filters>) =>
  operations(db)
    .$if(state !== undefined, (list) => list.where('operations.state', '=', state as NonNullable<typeof state>))
    .$if(kind !== undefined, (list) => list.where('operations.kind', '=', kind as NonNullable<typeof kind>))
    .$if(apiId !== undefined, (list) => list.where('operations.api_id', '=', apiId as NonNullable<typeof apiId>))
    .$if(words !== undefined, (list) => list.where('operations.search', 'like', words as NonNullable<typeof words>)),
);

const sortColumns = { requestedAt: 'requested_at', updatedAt: 'updated_at', kind: 'kind', state: 'state' } as const;
const filled = Object.values(sortColumns);

export const operationQueries = [
  route(listOperations, {
    action: 'operation.list',
    summary: 'Every operation, newest first',
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'operation.list');
      const { state, kind, apiId, name, sort, ...asked } = query;
      const filters = { state, kind, apiId, words: containing(name) };
      const wanted = { ...asked, size: operationPageSize, sort: sortColumns[sort], filled };
      const [{ rows, ...place }, removals] = await Promise.all([
        readOperations(services.db, filters, wanted),
        countRemovals(services.db),
      ]);
      return {
        operations: rows.map((row) => rowOf(row, actor, { plan: null, gateway: true })),
        ...place,
        removals,
      };
    },
  }),
  route(getOperation, {
    action: 'operation.read',
    summary: 'One operation with its steps; what it changes on the gateway for those who may open the deployment',
    handle: async ({ services, actor, parameters: { id } }) => {
      const row = await findOperation(services.db, id);
      if (!row) throw new RefusedError(notFound());
      const { plan, ...subject } = await planOf(services.db, id);
      const sees = may(actor, 'deployment.read', { applicationId: subject.applicationId });
      return rowOf(readable(row, actor, subject), actor, {
        plan: sees ? plan : null,
        gateway: sees || may(actor, 'operation.list'),
        asksAnew: may(actor, 'deployment.request', { applicationId: subject.applicationId }),
      });
    },
  }),
];
