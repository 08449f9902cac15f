import { type Kysely, sql } from 'kysely';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { answerDifference, listDifferences, readDifference } from '#domain/difference/calls.ts';
import { differenceDecider } from '#domain/difference/decider.ts';
import { type DifferenceQuery, differencePageSize } from '#domain/difference/schema.ts';
import { randomId } from '#platform/uuid.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { runCommand } from '../http/command.ts';
import { listRoutes } from '../http/list-routes.ts';
import { pageOf } from '../http/page.ts';
import { authorize, authorizeOpenly, route } from '../http/route.ts';
import { refuseReadOnly } from '../resource/shared/refuse-read-only.ts';
import { containingQuickly } from '../sql/containing.ts';
import { givenOf } from '../sql/statement.ts';
import { type DifferenceFilters, differences, orders, rowOf } from './rows.ts';

const readPage = pageOf(differences);

const statesOf: Readonly<Record<DifferenceQuery['state'], readonly string[] | undefined>> = {
  waiting: ['open', 'answering'],
  ignored: ['ignored'],
  answered: ['answered'],
  all: undefined,
};

/** Returns when the gateways were compared last: the oldest of those that are shown; null when one was never yet. */
const readAsOf = async (db: Kysely<ReadTables>, gatewayId: number | undefined): Promise<string | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    select case when count(*) = count(looked_at) then min(looked_at) end as at
    from resources left join gateway_looks on gateway_looks.gateway_id = resources.id
    where resources.type = 'KONG' ${gatewayId === undefined ? sql`` : sql`and resources.id = ${gatewayId}`}`.execute(
    db,
  );
  return rows[0]?.at?.toISOString() ?? null;
};

/** Returns a difference. @throws RefusedError when there is none, or its deployment is gone. */
const find = async (db: Kysely<ReadTables>, id: string) => {
  const found = await differences(db, givenOf({} as DifferenceFilters))
    .where('found.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new RefusedError(notFound());
  return found;
};

/** The drift inbox (docs/product/drift.md). */
export const differenceRoutes = [
  ...listRoutes(listDifferences, {
    action: 'difference.read',
    summary: 'What of the deployments is not on their gateways as it was applied',
    pageSize: differencePageSize,
    read: async ({ services: { db }, actor, query }, size) => {
      authorizeOpenly(actor, 'difference.read');
      const { page, sort, order, search, state, gatewayId, organizationId, deploymentId, form } = query;
      const filters = {
        words: containingQuickly(search),
        states: statesOf[state],
        gatewayId,
        organizationId,
        deploymentId,
        form,
      };
      const { rows, total } = await readPage(db, filters, { page, size, sort: orders[sort], order });
      return { data: rows.map(rowOf), total, page, asOf: await readAsOf(db, gatewayId) };
    },
    rowsOf: ({ data }) => data,
    csv: {
      name: 'drift.csv',
      columns: {
        gateway: ({ gateway }) => gateway.name,
        organization: ({ organization }) => organization.name,
        api: ({ api }) => api.name,
        path: ({ path }) => path,
        object: ({ label, name }) => [label, name].filter(Boolean).join(' '),
        objectId: ({ objectId }) => objectId,
        kind: ({ form }) => form,
        state: ({ state }) => state,
        fields: ({ fields }) =>
          fields.map(({ field, applied, held }) => `${field}: ${applied ?? '-'} -> ${held ?? '-'}`).join('\n'),
        intactAt: ({ intactAt }) => intactAt ?? '',
        writtenAt: ({ writtenAt }) => writtenAt ?? '',
        foundAt: ({ foundAt }) => foundAt,
        answer: ({ answer }) => answer ?? '',
        reason: ({ reason }) => reason,
        answeredBy: ({ answeredBy }) => answeredBy ?? '',
        answeredAt: ({ answeredAt }) => answeredAt ?? '',
      },
    },
  }),
  route(readDifference, {
    action: 'difference.read',
    summary: 'A difference field by field',
    handle: async ({ services: { db }, actor, parameters: { id } }) => {
      authorize(actor, 'difference.read');
      const found = await find(db, id);
      return {
        ...rowOf(found),
        seen: found.digest,
        isAdoptable: found.is_adoptable,
        isReadOnly: found.has_database === false,
      };
    },
  }),
  route(answerDifference, {
    action: 'difference.answer',
    summary: 'Re-apply what was applied, adopt what the gateway has, or ignore it until it changes again',
    handle: async (request) => {
      const { services, actor, parameters, body } = request;
      authorize(actor, 'difference.answer');
      return await runCommand(request, { ...parameters, ...body }, async () => {
        const { id, gateway_id: gatewayId } = await find(services.db, parameters.id);
        const operationId = randomId();
        const { answer, reason, seen: digest } = body;
        if (answer !== 'ignore') await refuseReadOnly(services.db, gatewayId);
        return {
          decider: differenceDecider,
          id,
          command: { type: 'AnswerDifference', data: { operationId, answer, reason, digest } } as const,
          response: { entityId: id, operationId },
        };
      });
    },
  }),
];
