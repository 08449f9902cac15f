import { type KongObject, referenceIn } from '../admin-api/entity.ts';
import { settingsOf, texts } from './judge-service.ts';

/** The kinds that are read whole to judge a service. */
export const wholeKinds = ['route', 'plugin', 'consumer', 'acl', 'key-auth', 'upstream'] as const;
export type WholeObjects = Readonly<Record<(typeof wholeKinds)[number], readonly KongObject[]>>;

const takesKeys = ({ name }: KongObject): boolean => name === 'key-auth' || name === 'acl';
const idOf = ({ id }: KongObject): string => String(id);

/**
 * Returns the objects of a gateway that decide whether a service may be a deployment: with all others, `gatherService` would return the
 * same. A gateway with many services has many that don't.
 */
export const whatConcerns = (service: KongObject, objects: WholeObjects): WholeObjects => {
  const { route: routes, plugin: plugins, acl: acls } = objects;
  const isOfService = (body: KongObject) => referenceIn(body, 'service') === service.id;
  const forAllCallers = plugins.filter((plugin) => referenceIn(plugin, 'consumer') === undefined);
  const own = routes.filter(isOfService);
  const [ownIds, paths] = [new Set(own.map(idOf)), new Set(own.flatMap((route) => texts(route.paths)))];
  const keyRoutes = new Set(forAllCallers.filter(takesKeys).map((plugin) => referenceIn(plugin, 'route')));
  const ofService = forAllCallers.filter((plugin) => isOfService(plugin) && referenceIn(plugin, 'route') === undefined);
  const acl = settingsOf(
    ofService.map((body) => ({ id: idOf(body), body })),
    'acl',
  );
  const groups = new Set(texts(acl?.allow));
  const callers = new Set(
    acls.filter(({ group }) => groups.has(String(group))).map((body) => referenceIn(body, 'consumer')),
  );
  const isOfCaller = (body: KongObject) => {
    const consumer = referenceIn(body, 'consumer');
    return consumer !== undefined && callers.has(consumer);
  };
  const concerns = (plugin: KongObject): boolean => {
    if (referenceIn(plugin, 'consumer') !== undefined) return isOfCaller(plugin);
    const route = referenceIn(plugin, 'route');
    const isForAll = route === undefined && referenceIn(plugin, 'service') === undefined;
    return takesKeys(plugin) || isForAll || isOfService(plugin) || (route !== undefined && ownIds.has(route));
  };
  return {
    route: routes.filter(
      (route) => isOfService(route) || keyRoutes.has(idOf(route)) || texts(route.paths).some((path) => paths.has(path)),
    ),
    plugin: plugins.filter(concerns),
    consumer: objects.consumer.filter((consumer) => callers.has(idOf(consumer))),
    acl: acls.filter(isOfCaller),
    'key-auth': objects['key-auth'].filter(isOfCaller),
    upstream: objects.upstream.filter(({ name }) => name === service.host),
  };
};
