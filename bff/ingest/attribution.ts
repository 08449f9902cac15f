import { type Kysely, sql } from 'kysely';
import type { Environment } from '#domain/core/environment.ts';
import { type GatewayNames, generationIn } from '#gateway/names/gateway-names.ts';
import type { LogEntry } from '#gateway/telemetry/log-entry.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { type Given, statement } from '../sql/statement.ts';

/** To whom a gateway call belongs. */
export type Attribution = Readonly<{
  apiId: number | null;
  apiName: string;
  environment: Environment | '';
  organizationId: number | null;
  organizationName: string;
  consumerId: number | null;
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
    .select(['deployments.id', 'deployments.environment', 'apis.id as apiId', 'apis.name as apiName'])
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
  consumer: Readonly<{ id: number; generation: number }>,
  credential: string | undefined,
) =>
  [consumer.generation, consumer.generation - 1].find(
    (generation) =>
      generation > 0 &&
      (['key-auth', 'oauth2'] as const).some(
        (kind) => names.credentialId(kind, consumer.id, generation) === credential,
      ),
  ) ?? null;

/**
 * Attributes gateway calls by Portico's own records only (requirement D10). A name in an entry only says where to look:
 * the object's id must be the one that Portico derived, and the deployment must be on the gateway that posts. A call
 * that can't be proved belongs to nobody.
 *
 * @returns one attribution for each entry, in the same order.
 */
export const attribute = async (
  { db, names }: Readonly<{ db: Kysely<ReadTables>; names: GatewayNames }>,
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
  return entries.map((entry, index) => {
    const claim = claims[index];
    const deployment = deployments.get(claim?.deployment ?? 0);
    if (!deployment) return nothing('service');
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
      generation: consumer ? generationOf(names, consumer, entry.credential) : null,
      unattributed: null,
    };
  });
};
