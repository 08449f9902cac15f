import { type Kysely, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { listDifferences, readDifference } from '#domain/difference/calls.ts';
import { type DifferenceQuery, differencePageSize } from '#domain/difference/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { listRoutes } from '../http/list-routes.ts';
import { pageOf } from '../http/page.ts';
import { authorize, authorizeOpenly, route } from '../http/route.ts';
import { containingQuickly } from '../sql/containing.ts';
import { answerRoutes, findDifference } from './answer.ts';
import { readRemoval } from './removal.ts';
import { differences, orders, rowOf } from './rows.ts';

const readPage = pageOf(differences);

const statesOf: Readonly<Record<DifferenceQuery['state'], readonly string[] | undefined>> = {
  waiting: ['open', 'answering'],
  ignored: ['ignored'],
  answered: ['answered'],
  all: undefined,
};

/** Returns whether somebody reads the differences at Kafka, or those at gateways; undefined: both. */
const isKafkaFor = (actor: Actor): boolean | undefined => {
  if (!may(actor, 'kafka-difference.read')) return false;
  return may(actor, 'difference.read') ? undefined : true;
};

/** Returns when gateways and Kafkas were compared last: the oldest of those that are shown; null when one was never yet. */
const readAsOf = async (
  db: Kysely<ReadTables>,
  resourceId: number | undefined,
  isKafka: boolean | undefined,
): Promise<string | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    select case when count(*) = count(looked_at) then min(looked_at) end as at
    from (
      select resources.id, looked_at from resources left join gateway_looks on gateway_looks.gateway_id = resources.id
      where resources.type = 'KONG' and ${isKafka !== true}
      union all
      select resources.id, looked_at from resources left join kafka_looks on kafka_looks.kafka_env_id = resources.id
      where resources.type = 'KAFKA' and ${isKafka !== false}
        and exists (select from event_topics where event_topics.kafka_env_id = resources.id)
    ) compared ${resourceId === undefined ? sql`` : sql`where id = ${resourceId}`}`.execute(db);
  return rows[0]?.at?.toISOString() ?? null;
};

/** The drift inbox (docs/product/drift.md). */
export const differenceRoutes = [
  ...listRoutes(listDifferences, {
    action: 'drift.read',
    summary: 'What is not on gateways and at Kafka as it was applied',
    pageSize: differencePageSize,
    read: async ({ services: { db }, actor, query }, size) => {
      authorizeOpenly(actor, 'drift.read');
      const { page, sort, order, search, state, resourceId, organizationId, deploymentId, topicId, form } = query;
      const isKafka = isKafkaFor(actor);
      const filters = {
        words: containingQuickly(search),
        states: statesOf[state],
        resourceId,
        organizationId,
        deploymentId,
        topicId,
        isKafka,
        form,
      };
      const { rows, total } = await readPage(db, filters, { page, size, sort: orders[sort], order });
      return { data: rows.map(rowOf), total, page, asOf: await readAsOf(db, resourceId, isKafka) };
    },
    rowsOf: ({ data }) => data,
    csv: {
      name: 'drift.csv',
      columns: {
        resource: ({ resource }) => resource.name,
        organization: ({ organization }) => organization?.name ?? '',
        subject: ({ subject }) => subject.name,
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
    action: 'drift.read',
    summary: 'A difference field by field',
    handle: async ({ services: { db, names }, actor, parameters: { id } }) => {
      authorize(actor, 'drift.read');
      const found = await findDifference(db, actor, id);
      return {
        ...rowOf(found),
        seen: found.digest,
        // The form of a deployment that follows another is changed at that one.
        isAdoptable: found.is_adoptable && found.follows_at === null,
        followsAt: found.follows_at,
        isReappliable: found.is_reappliable,
        isReadOnly: found.has_database === false,
        removal: await readRemoval(db, names, found),
      };
    },
  }),
  ...answerRoutes,
];
