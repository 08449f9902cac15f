import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type ForeignKind, foreignKinds } from '#domain/drift/drift.ts';
import { type FoundEntity, numbersIn, referenceIn } from '../admin-api/entity.ts';
import { onlyWatches } from '../admin-api/watching-plugins.ts';
import { type Claim, takesSomeFrom } from '../change/route-match.ts';
import type { GatewayNames } from '../names/gateway-names.ts';
import { belongsToKey } from '../plan/own-entities.ts';

/**
 * Somebody else's object, and a deployment whose calls it changes.
 *
 * @property keyId of whose consumer it is, or works on. Undefined: of none.
 */
export type FoundForeign = Readonly<{
  deploymentId: number;
  keyId: number | undefined;
  entity: FoundEntity & Readonly<{ kind: ForeignKind }>;
}>;

/**
 * @property all    what the gateway holds: at least all of its routes, plugins, upstreams, groups and credentials.
 * @property own    what of it has Portico's tags.
 * @property claims the paths of the deployments that can be told of anything. `since`: seconds since 1970; what was written before is not
 *   compared with the path again.
 * @property known  the ids of routes that are compared whenever they were written.
 */
type Seen = Readonly<{
  all: readonly FoundEntity[];
  own: readonly FoundEntity[];
  claims: readonly Readonly<{ deploymentId: number; claim: Claim; since: number }>[];
  known: ReadonlySet<string>;
}>;

const writtenAt = ({ body: { updated_at, created_at } }: FoundEntity): number =>
  [updated_at, created_at].find((time) => typeof time === 'number') ?? Number.POSITIVE_INFINITY;

const isOfForeignKind = (entity: FoundEntity): entity is FoundForeign['entity'] =>
  foreignKinds.some((one) => one === entity.kind);

/** Portico makes groups and credentials for keys only: its tags alone do not make one its own. */
const isOurs = (entity: FoundEntity): boolean =>
  entity.kind === 'route' || entity.kind === 'plugin' || belongsToKey(entity);

/** Returns what is known of the deployments on a gateway: whose each object is, and what leads to each. */
const deploymentsOf = (names: GatewayNames, own: readonly FoundEntity[], claims: Seen['claims']) => {
  const told = new Set(claims.map(({ deploymentId }) => deploymentId));
  const numbered = own.flatMap((entity) =>
    numbersIn(names, [entity], 'deployment')
      .slice(0, 1)
      .filter((id) => told.has(id))
      .map((id) => ({ entity, id })),
  );
  const numberOf = new Map(numbered.map(({ entity, id }) => [entity.id, id]));
  const services = own.filter(({ kind }) => kind === 'service');
  const consumers = own.filter(({ kind }) => kind === 'consumer');
  return {
    keyOf: new Map(consumers.flatMap((each) => numbersIn(names, [each], 'consumer').map((key) => [each.id, key]))),
    numberOf,
    byHost: Map.groupBy(services, ({ body }) => body.host),
    byGroup: new Map<unknown, number>(claims.map(({ deploymentId }) => [names.group(deploymentId), deploymentId])),
    plugins: new Set(
      numbered.flatMap(({ entity: { kind, body }, id }) => (kind === 'plugin' ? [`${id}/${body.name}`] : [])),
    ),
  };
};
type Deployments = ReturnType<typeof deploymentsOf>;

/** A plugin that only watches changes no call of a deployment, unless it takes the place of the deployment's own of the same name. */
const isIdleAt = ({ plugins }: Deployments, deploymentId: number, { kind, body }: FoundEntity): boolean =>
  kind === 'plugin' &&
  (body.enabled === false || (onlyWatches(body.name) && !plugins.has(`${deploymentId}/${body.name}`)));

/**
 * Returns the deployments whose objects an object is bound to, or whose target or group it names. A plugin works where all that it is bound
 * to meet: a key's at somebody else's service touches no call of the key's deployment.
 */
const touchedBy = ({ numberOf, byHost, byGroup, keyOf }: Deployments, { kind, body }: FoundEntity) => {
  if (kind === 'upstream') return (byHost.get(body.name) ?? []).map(({ id }) => numberOf.get(id));
  if (kind === 'acl') return [byGroup.get(body.group)];
  const places = (['service', 'route'] as const).flatMap((field) => referenceIn(body, field) ?? []);
  const consumer = referenceIn(body, 'consumer') ?? '';
  // A deployment's anonymous consumer is refused, whatever credential it has.
  if ((kind === 'key-auth' || kind === 'oauth2') && !keyOf.has(consumer)) return [];
  const bound = places.length > 0 ? places : [consumer];
  return bound.map((id) => numberOf.get(id));
};

/**
 * Returns somebody else's objects that change the calls of deployments (`foreignKinds`). Plugins for all calls of a gateway and its
 * certificates are left to whoever runs it (docs/decisions/0155-what-others-add-by-hand.md).
 */
export const foreignObjects = async (
  names: GatewayNames,
  { all, own, claims, known }: Seen,
): Promise<FoundForeign[]> => {
  const ids = new Set(own.filter(isOurs).map(({ id }) => id));
  const deployments = deploymentsOf(names, own, claims);
  const oldest = claims.reduce((before, { since }) => Math.min(before, since), Number.POSITIVE_INFINITY);
  const found: FoundForeign[] = [];
  for (const entity of all) {
    const { id, kind, body } = entity;
    if (!isOfForeignKind(entity) || ids.has(id)) continue;
    const taken = new Set(touchedBy(deployments, entity).filter((each) => each !== undefined));
    const written = known.has(id) ? Number.POSITIVE_INFINITY : writtenAt(entity);
    if (kind === 'route' && written >= oldest) {
      for (const { deploymentId, claim, since } of claims)
        if (written >= since && takesSomeFrom(body, claim)) taken.add(deploymentId);
      // A gateway may have thousands of routes: others' work goes on in between.
      await yieldToOthers();
    }
    for (const deploymentId of taken)
      if (!isIdleAt(deployments, deploymentId, entity))
        found.push({ deploymentId, keyId: deployments.keyOf.get(referenceIn(body, 'consumer') ?? ''), entity });
  }
  return found;
};
