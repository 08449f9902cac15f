import { type Kysely, sql } from 'kysely';
import type { Environment } from '#domain/core/environment.ts';
import { type GatewayNames, generationIn } from '#gateway/names/gateway-names.ts';
import type { LogEntry } from '#gateway/telemetry/log-entry.ts';
import type { MatchOperation } from '#gateway/telemetry/match-operation.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { type Given, statement } from '../sql/statement.ts';
import type { OperationMatchers } from './operation-matchers.ts';

/** To whom a gateway call belongs. */
export type Attribution = Readonly<{
  apiId: number | null;
  apiName: string;
  environment: Environment | '';
  organizationId: number | null;
  organizationName: string;
  consumerId: number | null;
  /** The key's nickname. */
  consumerName: string | null;
  /** The path template of the operation that the call was for; null when the description has none. */
  operation: string | null;
  /** The generation of credentials that was used, if its id proves it. */
  generation: number | null;
  /** What could not be proved; the other fields are then null. */
  unattributed: 'service' | 'consumer' | null;
}>;

const nothing = (unattributed: 'service' | 'consumer'): Attribution => ({
  apiId: null,
  apiName: '',
  environment: '',
  organizationId: null,
  organizationName: '',
  consumerId: null,
  consumerName: null,
  operation: null,
  generation: null,
  unattributed,
});

/** Returns the deployment in the service's tag, if Portico derived the service's id. */
const claimedDeployment = (names: GatewayNames, { service }: LogEntry): number | undefined => {
  const ids = (service?.tags ?? []).map((tag) => names.numberIn(tag, 'deployment')).filter((id) => id !== undefined);
  const generation = generationIn(service?.tags ?? []);
  return ids.find((id) => names.serviceId(id, generation) === service?.id);
};

/** Returns the named consumer, if Portico derived its id. */
const claimedConsumer = (names: GatewayNames, { consumer }: LogEntry): number | undefined => {
  const id = consumer?.customId === undefined ? undefined : names.consumerNamed(consumer.customId);
  return id !== undefined && names.consumerId(id) === consumer?.id ? id : undefined;
};

type Claimed = Given<{ gatewayId: number; ids: readonly number[] }>;

const readDeployments = statement((db, { gatewayId, ids }: Claimed, _choices: Readonly<Record<string, never>>) =>
  db
    .selectFrom('deployments')
    .innerJoin('apis', 'apis.id', 'deployments.api_id')
    .leftJoin('document_operations', 'document_operations.hash', 'apis.spec_hash')
    .select(['deployments.id', 'deployments.environment', 'apis.id as apiId', 'apis.name as apiName'])
    .select([
      // The configuration that the gateway serves.
      sql<string | null>`coalesce(applied, config) ->> 'contextPath'`.as('contextPath'),
      sql<string | null>`coalesce(applied, config) ->> 'upstreamUrl'`.as('upstreamUrl'),
      // Those of the deployed version where it is locked to them, else those of the API's document.
      sql<
        string | null
      >`coalesce(coalesce(applied, config) -> 'lockdown' ->> 'operations', document_operations.operations)`.as(
        'operations',
      ),
    ])
    .where('deployments.gateway_id', '=', gatewayId)
    .where('deployments.id', '=', sql<number>`any(${ids})`),
);

const readConsumers = statement((db, { gatewayId, ids }: Claimed, _choices: Readonly<Record<string, never>>) =>
  db
    .selectFrom('consumers')
    .innerJoin('deployments', 'deployments.id', 'consumers.deployment_id')
    .innerJoin('organizations', 'organizations.id', 'consumers.organization_id')
    .select([
      'consumers.id',
      'consumers.generation',
      'consumers.nickname',
      // A key that was taken over is always the first generation.
      sql<
        string | null
      >`coalesce(consumers.applied #>> '{credentials,apiKey,former,credentialId}', consumers.applied #>> '{previous,credentials,apiKey,former,credentialId}')`.as(
        'formerId',
      ),
      'organizations.id as organizationId',
      'organizations.name as organizationName',
    ])
    .where('deployments.gateway_id', '=', gatewayId)
    .where('consumers.id', '=', sql<number>`any(${ids})`),
);

const distinct = (ids: readonly (number | undefined)[]): number[] => [...new Set(ids.filter((id) => id !== undefined))];

const byId = <Row extends Readonly<{ id: number }>>(rows: readonly Row[]): ReadonlyMap<number, Row> =>
  new Map(rows.map((row) => [row.id, row]));

/** Returns the generation whose credential has the id that the gateway reports: the newest or the one before. */
const generationOf = (
  names: GatewayNames,
  consumer: Readonly<{ id: number; generation: number; formerId: string | null }>,
  credential: string | undefined,
) =>
  consumer.formerId !== null && consumer.formerId === credential
    ? 1
    : ([consumer.generation, consumer.generation - 1].find(
        (generation) =>
          generation > 0 &&
          (['key-auth', 'oauth2'] as const).some(
            (kind) => names.credentialId(kind, consumer.id, generation) === credential,
          ),
      ) ?? null);

/**
 * Attributes gateway calls by Portico's own records only (requirement D10). A name in an entry only says where to look:
 * the object's id must be the one that Portico derived, and the deployment must be on the gateway that posts. A call
 * that can't be proved belongs to nobody.
 *
 * @returns one attribution for each entry, in the same order.
 */
export const attribute = async (
  { db, names, matchers }: Readonly<{ db: Kysely<ReadTables>; names: GatewayNames; matchers: OperationMatchers }>,
  gatewayId: number,
  entries: readonly LogEntry[],
): Promise<Attribution[]> => {
  const claims = entries.map((entry) => ({
    deployment: claimedDeployment(names, entry),
    consumer: claimedConsumer(names, entry),
  }));
  const deploymentIds = distinct(claims.map(({ deployment }) => deployment));
  const consumerIds = distinct(claims.map(({ consumer }) => consumer));
  const [deployments, consumers] = await Promise.all([
    deploymentIds.length === 0 ? [] : readDeployments(db, { gatewayId, ids: deploymentIds }, {}),
    consumerIds.length === 0 ? [] : readConsumers(db, { gatewayId, ids: consumerIds }, {}),
  ]).then(([deployed, keys]) => [byId(deployed), byId(keys)] as const);
  const matches = new Map<number, MatchOperation | undefined>();
  for (const deployment of deployments.values()) matches.set(deployment.id, await matchers(deployment));
  return entries.map((entry, index) => {
    const claim = claims[index];
    const deployment = deployments.get(claim?.deployment ?? 0);
    if (!deployment) return nothing('service');
    const match = matches.get(deployment.id);
    const recognised = entry.consumer !== undefined && entry.consumer.id !== names.anonymousId(deployment.id);
    const consumer = recognised ? consumers.get(claim?.consumer ?? 0) : undefined;
    if (recognised && !consumer) return nothing('consumer');
    return {
      apiId: deployment.apiId,
      apiName: deployment.apiName,
      environment: deployment.environment,
      organizationId: consumer?.organizationId ?? null,
      organizationName: consumer?.organizationName ?? '',
      consumerId: consumer?.id ?? null,
      consumerName: consumer?.nickname ?? null,
      operation: match && entry.method !== null && entry.path !== null ? match(entry.method, entry.path) : null,
      generation: consumer ? generationOf(names, consumer, entry.credential) : null,
      unattributed: null,
    };
  });
};
