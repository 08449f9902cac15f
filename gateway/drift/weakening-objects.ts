import { type DesiredEntity, type FoundEntity, referenceIn } from '../admin-api/entity.ts';
import { protects } from './lost-objects.ts';
import { isBoundToRoute, isProtectingPlugin } from './protection.ts';

/** Kong runs, of plugins with one name, the one that is bound to a route or a consumer before that of a service. */
const isBoundClosely = ({ body }: FoundEntity): boolean =>
  isBoundToRoute({ body }) || referenceIn(body, 'consumer') !== undefined;

const weakensAsPlugin = (desired: readonly DesiredEntity[], entity: FoundEntity): boolean =>
  desired.some((each) => each.kind === 'plugin' && protects(each) && each.body.name === entity.body.name) ||
  (entity.body.enabled !== false && isProtectingPlugin(entity) && isBoundClosely(entity));

/** A lockdown has no other routes, and a route to another service has none of the deployment's plugins. */
const weakensAsRoute = (desired: readonly DesiredEntity[], { body }: FoundEntity): boolean =>
  desired.some((each) => each.kind === 'plugin' && isBoundToRoute(each)) ||
  !desired.some(({ kind, id }) => kind === 'service' && id === referenceIn(body, 'service'));

/**
 * Returns what nobody applied, under the tags of a deployment or a key, that takes the place of its protection, or lets calls go
 * around it: a second `key-auth` with `anonymous` at a route, an `acl` that allows more, a route past a lockdown, a key's second group. The rest of
 * what nobody applied waits for a person.
 *
 * @param desired of one deployment or one key.
 * @param own     what the gateway holds under its tags.
 */
export const weakeningObjects = (desired: readonly DesiredEntity[], own: readonly FoundEntity[]): FoundEntity[] => {
  const planned = new Set(desired.map(({ id }) => id));
  return own.filter((entity) => {
    if (planned.has(entity.id)) return false;
    if (entity.kind === 'plugin') return weakensAsPlugin(desired, entity);
    // A key with one more group may call another deployment.
    if (entity.kind === 'acl') return true;
    return entity.kind === 'route' && weakensAsRoute(desired, entity);
  });
};
