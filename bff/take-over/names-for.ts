import { type Kysely, sql } from 'kysely';
import { type Environment, nameInEnvironment } from '#domain/core/environment.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { gatewayServiceName } from '#domain/deployment/gateway-name.ts';
import { proposedNames } from '#domain/deployment/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { takesNames } from '../sql/takes-names.ts';

type Place = Readonly<{ gatewayId: number; environment: Environment; api: Readonly<{ id: number; name: string }> }>;

/**
 * Returns names for a deployment that nothing at the gateway has, neither another deployment nor an object of somebody else's.
 *
 * @throws RefusedError when all that could be proposed are taken.
 */
export const namesFor = async (
  db: Kysely<ReadTables>,
  { gatewayId, environment, api }: Place,
): Promise<Readonly<{ name: string; contextPath: string }>> => {
  const { names, contextPaths } = proposedNames(api);
  const proposals = names.flatMap((name, index) => {
    const contextPath = contextPaths[index];
    return contextPath === undefined ? [] : [{ name, contextPath }];
  });
  const services = proposals.map(({ name }) => gatewayServiceName(name, environment));
  const routes = proposals.map(({ contextPath }) => nameInEnvironment(contextPath, environment));
  const [held, deployed] = await Promise.all([
    sql<{ kind: string; name: string }>`
      select kind, name from gateway_objects where gateway_id = ${gatewayId} and not is_gone
        and ((kind = 'service' and name = any(${services}::text[])) or (kind = 'route' and name = any(${routes}::text[])))`.execute(
      db,
    ),
    db
      .selectFrom('deployments')
      .select(['name', 'context_path', 'environment'])
      .where('gateway_id', '=', gatewayId)
      .where(takesNames)
      .execute(),
  ]);
  const taken = new Set([
    ...held.rows.map(({ kind, name }) => `${kind} ${name}`),
    ...deployed.flatMap((each) => [
      `service ${gatewayServiceName(each.name, each.environment)}`,
      `route ${nameInEnvironment(each.context_path, each.environment)}`,
    ]),
  ]);
  const free = proposals.findIndex(
    (_proposal, index) => !taken.has(`service ${services[index]}`) && !taken.has(`route ${routes[index]}`),
  );
  const found = proposals[free];
  if (!found) throw new RefusedError(refuse('conflict', { code: 'take-over.no-name' }));
  return found;
};
