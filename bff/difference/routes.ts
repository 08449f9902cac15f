import { type Kysely, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import { answerDifference, listDifferences, readDifference } from '#domain/difference/calls.ts';
import { differenceDecider } from '#domain/difference/decider.ts';
import { type DifferenceQuery, differencePageSize } from '#domain/difference/schema.ts';
import { kafkaDifferenceDecider } from '#domain/kafka-difference/decider.ts';
import { randomId } from '#platform/uuid.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { changesByTwo } from '../approval-rule/shared/needs-two.ts';
import { followerRefused, followsAt } from '../deployment/moves.ts';
import { runCommand } from '../http/command.ts';
import { listRoutes } from '../http/list-routes.ts';
import { pageOf } from '../http/page.ts';
import { authorize, authorizeOpenly, route } from '../http/route.ts';
import { refuseReadOnly } from '../resource/shared/refuse-read-only.ts';
import { containingQuickly } from '../sql/containing.ts';
import { givenOf } from '../sql/statement.ts';
import { readRemoval } from './removal.ts';
import { type DifferenceFilters, differences, orders, rowOf } from './rows.ts';

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

/** Returns a difference. @throws RefusedError when there is none that this person may read, or what it is about is gone. */
const find = async (db: Kysely<ReadTables>, actor: Actor, id: string) => {
  const found = await differences(db, givenOf({} as DifferenceFilters))
    .where('found.id', '=', id)
    .select(followsAt(sql.ref('found.deployment_id')).as('follows_at'))
    .executeTakeFirst();
  if (!found) throw new RefusedError(notFound());
  authorize(actor, found.noun === 'deployment' ? 'difference.read' : 'kafka-difference.read');
  return found;
};

/** Ids of differences at gateways begin with the deployment's number. */
const isAtKafka = (id: string): boolean => !/^\d/.test(id);

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
      const found = await find(db, actor, id);
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
  route(answerDifference, {
    action: 'drift.answer',
    summary:
      'Re-apply what was applied or remove what nobody applied, adopt what is there, or ignore it until it changes again',
    handle: async (request) => {
      const { services, actor, parameters, body } = request;
      authorize(actor, 'drift.answer');
      const operationId = randomId();
      const { answer, reason, seen: digest, below } = body;
      const content = { ...parameters, ...body };

      const prepare = async (action: 'difference.answer' | 'kafka-difference.answer') => {
        const found = await find(services.db, actor, parameters.id);
        const { id, noun, form, resource_id: resourceId, environment, follows_at: leaderAt } = found;
        authorize(actor, action);
        if (answer === 'adopt' && leaderAt !== null) throw followerRefused(leaderAt);
        // It makes what one person has written at the gateway the wanted form.
        if (answer === 'adopt' && environment !== null && (await changesByTwo(services, environment)))
          throw new RefusedError(refuse('conflict', { code: 'difference.two-people' }));
        if (noun === 'deployment' && answer !== 'ignore') await refuseReadOnly(services.db, resourceId);
        const isRemoval = noun === 'deployment' && form === 'foreign' && answer === 'reapply';
        const data = { operationId, answer, reason, digest, ...(isRemoval && below !== undefined && { below }) };
        const command = { type: 'AnswerDifference', data } as const;
        return { id, command, response: { entityId: id, operationId } };
      };
      if (isAtKafka(parameters.id))
        return await runCommand(request, content, async () => ({
          decider: kafkaDifferenceDecider,
          ...(await prepare('kafka-difference.answer')),
        }));
      return await runCommand(request, content, async () => ({
        decider: differenceDecider,
        ...(await prepare('difference.answer')),
      }));
    },
  }),
];
