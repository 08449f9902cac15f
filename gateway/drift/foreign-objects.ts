import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { ForeignObject } from '#domain/drift/drift.ts';
import { type FoundEntity, numbersIn, referenceIn } from '../admin-api/entity.ts';
import { type Claim, takesFrom } from '../change/route-match.ts';
import type { GatewayNames } from '../names/gateway-names.ts';
import { isProtectingPlugin } from './protection.ts';

export type FoundForeign = Pick<ForeignObject, 'objectId' | 'kind' | 'name' | 'deploymentId'>;

/**
 * @property all    what the gateway holds: at least all of its routes and plugins.
 * @property own    what of it is Portico's.
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

const nameOf = ({ id, body: { name, paths } }: FoundEntity): string =>
  String(name ?? (Array.isArray(paths) ? paths[0] : undefined) ?? id).slice(0, 200);

/**
 * Returns somebody else's objects that are in the way of deployments: a route that takes calls of a deployment's path or
 * leads to its service, and a plugin that replaces the deployment's protection, because the gateway prefers the one that is
 * bound more closely.
 */
export const foreignObjects = async (
  names: GatewayNames,
  { all, own, claims, since, known }: Seen,
): Promise<FoundForeign[]> => {
  const ids = new Set(own.map(({ id }) => id));
  const ownerOf = new Map(own.map((entity) => [entity.id, numbersIn(names, [entity], 'deployment')[0]]));
  const found: FoundForeign[] = [];
  for (const entity of all) {
    const { id: objectId, kind, body } = entity;
    if (ids.has(objectId) || (kind !== 'route' && kind !== 'plugin')) continue;
    if (kind === 'plugin' && (body.enabled === false || !isProtectingPlugin(entity))) continue;
    const touched = (['service', 'route', 'consumer'] as const).map((field) =>
      ownerOf.get(referenceIn(body, field) ?? ''),
    );
    const taken = new Set(touched.filter((id) => id !== undefined));
    if (kind === 'route' && (writtenAt(entity) >= since || known.has(objectId))) {
      for (const { deploymentId, claim } of claims) if (takesFrom(body, claim)) taken.add(deploymentId);
      // A gateway may have thousands of routes: others' work goes on in between.
      await yieldToOthers();
    }
    for (const deploymentId of taken) found.push({ objectId, kind, name: nameOf(entity), deploymentId });
  }
  return found;
};
