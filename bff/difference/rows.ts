import { type Kysely, sql } from 'kysely';
import { nameInEnvironment } from '#domain/core/environment.ts';
import type { DifferenceForm } from '#domain/difference/difference.ts';
import type { DifferenceQuery, DifferenceRow } from '#domain/difference/schema.ts';
import { keyLabel } from '#projections/key-label.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { fullName } from '../sql/full-name.ts';
import type { Given } from '../sql/statement.ts';

/** An undefined value filters nothing. `words` as for `like any`. */
export type DifferenceFilters = Readonly<{
  words: readonly string[] | undefined;
  resourceId: number | undefined;
  organizationId: number | undefined;
  deploymentId: number | undefined;
  topicId: number | undefined;
  /** False: only those at gateways; true: only those at Kafka. */
  isKafka: boolean | undefined;
  form: DifferenceForm | undefined;
  states: readonly string[] | undefined;
}>;

/** The columns behind the names by which the list is sorted. */
export const orders = {
  object: 'sort_object',
  subject: 'sort_name',
  organization: 'sort_organization',
  resource: 'resource_name',
  form: 'form',
  foundAt: 'found_at',
} as const satisfies Record<DifferenceQuery['sort'], string>;

const sortName = sql<string>`coalesce(apis.sort_name, topic.sort_name, subscription.sort_name, '')`;
const sortOrganization = sql<string>`coalesce(apis.sort_organization, owner.sort_name, '')`;

/**
 * What people call an object. A group or a credential has no name: it is known by the key that it is about, or else by its consumer's name. That may
 * be a person's, so the log does not have it, and the gateway's copy has it as long as the gateway does.
 */
const shownName = sql<string>`coalesce(nullif(found.name, ''), (
  select ${sql.raw(keyLabel('added.key_id'))} from foreign_objects added
  where added.deployment_id = found.deployment_id and added.object_id = found.object_id and found.form = 'foreign'), (
  select coalesce(nullif(holder.name, ''), holder.about) from gateway_objects hung join gateway_objects holder
    on holder.gateway_id = hung.gateway_id and holder.kind = 'consumer' and holder.id = hung.consumer_id
  where hung.gateway_id = found.resource_id and hung.kind = found.kind and hung.id = found.object_id
    and found.form = 'foreign'), '')`;

/**
 * The differences of things that are there, filtered, with what a row shows. What was put back about a subscription that is gone has no
 * organization any more.
 */
export const differences = (
  db: Kysely<ReadTables>,
  { words, resourceId, organizationId, deploymentId, topicId, isKafka, form, states }: Given<DifferenceFilters>,
) =>
  db
    .selectFrom('differences as found')
    .innerJoin('resources', 'resources.id', 'found.resource_id')
    .leftJoin('gateway_mirrors as mirror', 'mirror.gateway_id', 'found.resource_id')
    .leftJoin('deployments', 'deployments.id', 'found.deployment_id')
    .leftJoin('apis', 'apis.id', 'deployments.api_id')
    .leftJoin('event_topics as topic', (join) =>
      join.onRef('topic.id', '=', 'found.subject_id').on('found.noun', '=', 'event-topic'),
    )
    .leftJoin('event_subscriptions as subscription', (join) =>
      join.onRef('subscription.id', '=', 'found.subject_id').on('found.noun', '=', 'event-subscription'),
    )
    .leftJoin('organizations as owner', (join) =>
      join.on('owner.id', '=', sql<number>`coalesce(topic.organization_id, subscription.organization_id)`),
    )
    .leftJoin('users', 'users.id', 'found.answered_by')
    // A deployment or a topic that is gone takes its differences along, a moment later.
    .where(
      sql<boolean>`(apis.id is not null or found.noun in ('resource', 'event-subscription') or topic.id is not null)`,
    )
    .$if(isKafka !== undefined, (list) => list.where(sql<boolean>`(found.deployment_id is null) = ${isKafka}`))
    .$if(words !== undefined, (list) =>
      list.where(sql<boolean>`(found.search like any(${words}::text[]) or ${sortName} like any(${words}::text[])
        or ${sortOrganization} like any(${words}::text[])
        or fold_text(deployments.context_path) like any(${words}::text[]))`),
    )
    .$if(resourceId !== undefined, (list) => list.where(sql<boolean>`found.resource_id = ${resourceId}`))
    .$if(organizationId !== undefined, (list) =>
      list.where(sql<boolean>`coalesce(apis.organization_id, owner.id) = ${organizationId}`),
    )
    .$if(deploymentId !== undefined, (list) => list.where(sql<boolean>`found.deployment_id = ${deploymentId}`))
    .$if(topicId !== undefined, (list) =>
      list.where(sql<boolean>`${topicId} = case found.noun when 'event-topic' then found.subject_id
        else subscription.topic_id end`),
    )
    .$if(form !== undefined, (list) => list.where(sql<boolean>`found.form = ${form}`))
    .$if(states !== undefined, (list) => list.where(sql<boolean>`found.state = any(${states}::text[])`))
    .select([
      'found.id',
      'found.noun',
      'found.subject_id',
      'found.resource_id',
      'found.object_id',
      'found.kind',
      'found.label',
      shownName.as('name'),
      'found.form',
      'found.state',
      'found.fields',
      'found.digest',
      'found.intact_at',
      'found.written_at',
      'found.found_at',
      'found.waits_since',
      'found.is_adoptable',
      'found.is_reappliable',
      'found.is_protection',
      'found.answer',
      'found.reason',
      'found.answered_at',
      'found.operation_id',
      'found.sort_object',
      'deployments.context_path',
      'deployments.environment',
      'apis.id as api_id',
      'apis.name as api_name',
      sql<string>`coalesce(apis.name, topic.name, subscription.name, '')`.as('subject_name'),
      sortName.as('sort_name'),
      sql<number | null>`coalesce(apis.organization_id, owner.id)`.as('organization_id'),
      sql<string>`coalesce(apis.organization_name, owner.name, '')`.as('organization_name'),
      sortOrganization.as('sort_organization'),
      'resources.name as resource_name',
      'mirror.has_database',
      fullName('users').as('answered_by_name'),
    ]);

export type FoundRow = Awaited<ReturnType<ReturnType<typeof differences>['execute']>>[number];

/** Returns a difference as it goes over the wire. */
export const rowOf = (row: FoundRow): DifferenceRow => ({
  id: row.id,
  subject: { noun: row.noun, id: row.subject_id, name: row.subject_name },
  path:
    row.context_path === null || row.environment === null
      ? ''
      : `/${nameInEnvironment(row.context_path, row.environment)}`,
  env: row.environment,
  api: row.api_id === null ? null : { id: row.api_id, name: row.api_name ?? '' },
  organization: row.organization_id === null ? null : { id: row.organization_id, name: row.organization_name },
  resource: { id: row.resource_id, name: row.resource_name },
  objectId: row.object_id,
  kind: row.kind,
  label: row.label,
  name: row.name,
  form: row.form,
  state: row.state,
  isProtection: row.is_protection,
  fields: [...row.fields],
  intactAt: row.intact_at?.toISOString() ?? null,
  writtenAt: row.written_at?.toISOString() ?? null,
  foundAt: row.found_at.toISOString(),
  answer: row.answer,
  reason: row.reason,
  answeredBy: row.answered_by_name || null,
  answeredAt: row.answered_at?.toISOString() ?? null,
  operationId: row.operation_id,
});
