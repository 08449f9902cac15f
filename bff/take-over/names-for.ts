import { type Kysely, sql } from 'kysely';
import { type Environment, nameInEnvironment } from '#domain/core/environment.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { gatewayServiceName } from '#domain/deployment/gateway-name.ts';
import { proposedNames } from '#domain/deployment/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { takesNames } from '../sql/takes-names.ts';

/**
 * @property service the name of the service at the gateway.
 * @property given   names that the same call has given already, in the words of `claimsOf`. Gets those that are returned.
 */
type Place = Readonly<{
  gatewayId: number;
  environment: Environment;
  api: Readonly<{ id: number; name: string }>;
  service: string;
  given: Set<string>;
}>;

type Names = Readonly<{ name: string; contextPath: string }>;

/** What names take at a gateway: a service's name and a route's. */
const claimsOf = ({ name, contextPath }: Names, environment: Environment): readonly [string, string] => [
  `service ${gatewayServiceName(name, environment)}`,
  `route ${nameInEnvironment(contextPath, environment)}`,
];

/** Returns names to try, the best first: the API's, then the service's, because many services may become one API's, then numbers. */
const proposalsFor = (api: Place['api'], service: string): readonly Names[] => {
  const listOf = (named: Place['api']): Names[] => {
    const { names, contextPaths } = proposedNames(named);
    return names.flatMap((name, index) => {
      const contextPath = contextPaths[index];
      return contextPath === undefined ? [] : [{ name, contextPath }];
    });
  };
  const [first, ...numbered] = listOf(api);
  const own = service === '' ? [] : listOf({ id: api.id, name: service });
  return [...(first ? [first] : []), ...own, ...numbered];
};

/**
 * Returns names for a deployment that nothing at the gateway has: neither another deployment, nor one that a service is about to
 * become, nor an object of somebody else's.
 *
 * @throws RefusedError when all that could be proposed are taken.
 */
export const namesFor = async (
  db: Kysely<ReadTables>,
  { gatewayId, environment, api, service, given }: Place,
): Promise<Names> => {
  const proposals = proposalsFor(api, service);
  const services = proposals.map(({ name }) => gatewayServiceName(name, environment));
  const routes = proposals.map(({ contextPath }) => nameInEnvironment(contextPath, environment));
  const [held, deployed, asked] = await Promise.all([
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
    db
      .selectFrom('take_overs')
      .select(['deployment_name as name', 'context_path', 'environment'])
      .where('gateway_id', '=', gatewayId)
      .where('state', '=', 'taking')
      .execute(),
  ]);
  const taken = new Set([
    ...given,
    ...held.rows.map(({ kind, name }) => `${kind} ${name}`),
    ...[...deployed, ...asked].flatMap(({ name, context_path: contextPath, environment: at }) =>
      name === null || contextPath === null || at === null ? [] : claimsOf({ name, contextPath }, at),
    ),
  ]);
  const found = proposals.find((names) => !claimsOf(names, environment).some((claim) => taken.has(claim)));
  if (!found) throw new RefusedError(refuse('conflict', { code: 'take-over.no-name' }));
  for (const claim of claimsOf(found, environment)) given.add(claim);
  return found;
};
