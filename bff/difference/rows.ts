import { type Kysely, sql } from 'kysely';
import { nameInEnvironment } from '#domain/core/environment.ts';
import type { DifferenceForm } from '#domain/difference/difference.ts';
import type { DifferenceQuery, DifferenceRow } from '#domain/difference/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { fullName } from '../sql/full-name.ts';
import type { Given } from '../sql/statement.ts';

/** An undefined value filters nothing. `words` as for `like any`. */
export type DifferenceFilters = Readonly<{
  words: readonly string[] | undefined;
  gatewayId: number | undefined;
  organizationId: number | undefined;
  deploymentId: number | undefined;
  form: DifferenceForm | undefined;
  states: readonly string[] | undefined;
}>;

/** The columns behind the names by which the list is sorted. */
export const orders = {
  object: 'sort_object',
  api: 'sort_name',
  organization: 'sort_organization',
  gateway: 'gateway_name',
  form: 'form',
  foundAt: 'found_at',
} as const satisfies Record<DifferenceQuery['sort'], string>;

/** The differences at deployments that are there, filtered, with what a row shows. */
export const differences = (
  db: Kysely<ReadTables>,
  { words, gatewayId, organizationId, deploymentId, form, states }: Given<DifferenceFilters>,
) =>
  db
    .selectFrom('differences as found')
    .innerJoin('deployments', 'deployments.id', 'found.deployment_id')
    .innerJoin('apis', 'apis.id', 'deployments.api_id')
    .innerJoin('resources', 'resources.id', 'found.gateway_id')
    .leftJoin('gateway_mirrors as mirror', 'mirror.gateway_id', 'found.gateway_id')
    .leftJoin('users', 'users.id', 'found.answered_by')
    .$if(words !== undefined, (list) =>
      list.where(sql<boolean>`(found.search like any(${words}::text[]) or apis.sort_name like any(${words}::text[])
        or apis.sort_organization like any(${words}::text[]) or fold_text(deployments.context_path) like any(${words}::text[]))`),
    )
    .$if(gatewayId !== undefined, (list) => list.where(sql<boolean>`found.gateway_id = ${gatewayId}`))
    .$if(organizationId !== undefined, (list) => list.where(sql<boolean>`apis.organization_id = ${organizationId}`))
    .$if(deploymentId !== undefined, (list) => list.where(sql<boolean>`found.deployment_id = ${deploymentId}`))
    .$if(form !== undefined, (list) => list.where(sql<boolean>`found.form = ${form}`))
    .$if(states !== undefined, (list) => list.where(sql<boolean>`found.state = any(${states}::text[])`))
    .select([
      'found.id',
      'found.deployment_id',
      'found.gateway_id',
      'found.object_id',
      'found.kind',
      'found.label',
      'found.name',
      'found.form',
      'found.state',
      'found.fields',
      'found.digest',
      'found.intact_at',
      'found.written_at',
      'found.found_at',
      'found.is_adoptable',
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
      'apis.sort_name',
      'apis.organization_id',
      'apis.organization_name',
      'apis.sort_organization',
      'resources.name as gateway_name',
      'mirror.has_database',
      fullName('users').as('answered_by_name'),
    ]);

export type FoundRow = Awaited<ReturnType<ReturnType<typeof differences>['execute']>>[number];

/** Returns a difference as it goes over the wire. */
export const rowOf = (row: FoundRow): DifferenceRow => ({
  id: row.id,
  deploymentId: row.deployment_id,
  path: `/${nameInEnvironment(row.context_path, row.environment)}`,
  env: row.environment,
  api: { id: row.api_id, name: row.api_name },
  organization: { id: row.organization_id, name: row.organization_name },
  gateway: { id: row.gateway_id, name: row.gateway_name },
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
