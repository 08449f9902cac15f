import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type ForeignKind, foreignKinds } from '#domain/drift/drift.ts';
import { type FoundEntity, numbersIn, referenceIn } from '../admin-api/entity.ts';
import { type Claim, takesSomeFrom } from '../change/route-match.ts';
import type { GatewayNames } from '../names/gateway-names.ts';
import { belongsToKey } from '../plan/own-entities.ts';
import { onlyWatches } from '../plan/watching-plugins.ts';

/** Somebody else's object, and a deployment whose calls it changes. */
export type FoundForeign = Readonly<{ deploymentId: number; entity: FoundEntity & Readonly<{ kind: ForeignKind }> }>;

/**
 * @property all    what the gateway holds: at least all of its routes, plugins, upstreams, groups and credentials.
 * @property own    what of it has Portico's tags.
 * @property claims the paths of deployments.
 * @property since  seconds since 1970. Routes that were written before are not compared with the paths again.
 * @property known  the ids of routes that are compared whenever they were written.
 */
type Seen = Readonly<{
  all: readonly FoundEntity[];
  own: readonly FoundEntity[];
  claims: readonly Readonly<{ deploymentId: number; claim: Claim }>[];
  since: number;
  known: ReadonlySet<string>;
}>;

const writtenAt = ({ body: { updated_at, created_at } }: FoundEntity): number =>
  [updated_at, created_at].find((time) => typeof time === 'number') ?? Number.POSITIVE_INFINITY;

const isOfForeignKind = (entity: FoundEntity): entity is FoundForeign['entity'] =>
  foreignKinds.some((one) => one === entity.kind);

/** Portico makes groups and credentials for keys only, and no upstreams: its tags alone do not make one its own. */
const isOurs = (entity: FoundEntity): boolean =>
  entity.kind === 'route' || entity.kind === 'plugin' || belongsToKey(entity);

/** Returns what is known of the deployments on a gateway: whose each object is, and what leads to each. */
const deploymentsOf = (names: GatewayNames, own: readonly FoundEntity[], claims: Seen['claims']) => {
  const numberOf = new Map(own.map((entity) => [entity.id, numbersIn(names, [entity], 'deployment')[0]]));
  const services = own.filter(({ kind }) => kind === 'service');
  return {
    numberOf,
    byHost: Map.groupBy(services, ({ body }) => body.host),
    byGroup: new Map<unknown, number>(claims.map(({ deploymentId }) => [names.group(deploymentId), deploymentId])),
    plugins: new Set(own.filter(({ kind }) => kind === 'plugin').map(({ body }) => body.name)),
  };
};
type Deployments = ReturnType<typeof deploymentsOf>;

/** A plugin that only watches changes no call. Where Portico has one of the same name, it takes its place. */
const isIdle = ({ plugins }: Deployments, { kind, body }: FoundEntity): boolean =>
  kind === 'plugin' && (body.enabled === false || (onlyWatches(body.name) && !plugins.has(body.name)));

/** Returns the deployments whose objects an object is bound to, or whose target or group it names. */
const touchedBy = ({ numberOf, byHost, byGroup }: Deployments, { kind, body }: FoundEntity) => {
  if (kind === 'upstream') return (byHost.get(body.name) ?? []).map(({ id }) => numberOf.get(id));
  if (kind === 'acl') return [byGroup.get(body.group)];
  return (['service', 'route', 'consumer'] as const).map((field) => numberOf.get(referenceIn(body, field) ?? ''));
};

/**
 * Returns somebody else's objects that change the calls of deployments (`foreignKinds`). Plugins for all calls of a gateway and its
 * certificates are left to whoever runs it (docs/decisions/0155-what-others-add-by-hand.md).
 */
export const foreignObjects = async (
  names: GatewayNames,
  { all, own, claims, since, known }: Seen,
): Promise<FoundForeign[]> => {
  const ids = new Set(own.filter(isOurs).map(({ id }) => id));
  const deployments = deploymentsOf(names, own, claims);
  const found: FoundForeign[] = [];
  for (const entity of all) {
    const { id, kind, body } = entity;
    if (!isOfForeignKind(entity) || ids.has(id) || isIdle(deployments, entity)) continue;
    const taken = new Set(touchedBy(deployments, entity).filter((id) => id !== undefined));
    if (kind === 'route' && (writtenAt(entity) >= since || known.has(id))) {
      for (const { deploymentId, claim } of claims) if (takesSomeFrom(body, claim)) taken.add(deploymentId);
      // A gateway may have thousands of routes: others' work goes on in between.
      await yieldToOthers();
    }
    for (const deploymentId of taken) found.push({ deploymentId, entity });
  }
  return found;
};
