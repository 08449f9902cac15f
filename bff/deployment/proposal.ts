import { type Kysely, sql } from 'kysely';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { proposeDeployment } from '#domain/deployment/calls.ts';
import { type DeploymentProposal, proposedNames } from '#domain/deployment/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { takesNames } from '../sql/takes-names.ts';

/** Returns the first of several that others do not have; the last when they have all. */
const firstFree = (wanted: readonly string[], taken: readonly string[]): string =>
  wanted.find((one) => !taken.includes(one)) ?? wanted.at(-1) ?? '';

/** Returns names that no deployment of another API has, on any gateway: those of an API may be the same everywhere. */
const propose = async (
  db: Kysely<ReadTables>,
  api: Readonly<{ id: number; name: string }>,
): Promise<DeploymentProposal> => {
  const { names, contextPaths } = proposedNames(api);
  const others = await db
    .selectFrom('deployments')
    .select(['name', 'context_path'])
    .where('api_id', '<>', api.id)
    .where(takesNames)
    .where(
      sql<boolean>`(context_path = any(${contextPaths}::text[])
        or regexp_replace(trim(name), '\\s+', ' ', 'g') = any(${names}::text[]))`,
    )
    .execute();
  return {
    name: firstFree(
      names,
      others.map(({ name }) => name.trim().replace(/\s+/g, ' ')),
    ),
    contextPath: firstFree(
      contextPaths,
      others.map((other) => other.context_path),
    ),
  };
};

export const deploymentProposals = [
  route(proposeDeployment, {
    action: 'deployment.request',
    summary: 'Service and route names for a new deployment of an API, which no other API has',
    handle: async ({ services: { db }, actor, parameters: { id } }) => {
      const api = await db
        .selectFrom('apis')
        .select(['id', 'name', 'application_id'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!api) throw new RefusedError(refuse('not-found', { code: 'deployment.api-gone' }));
      const { application_id: applicationId } = api;
      authorizeOpenly(actor, 'deployment.request', { applicationId, apiId: api.id });
      return await propose(db, api);
    },
  }),
];
