import { createHash } from 'node:crypto';
import { isKongObject } from '../admin-api/entity.ts';
import type { MirroredObject } from '../mirror/mirrored-object.ts';
import type { ForeignCaller, ForeignObject, ForeignService, OtherPlace, Twin } from './foreign-service.ts';
import { nameOfObject, settingsOf, texts } from './judge-service.ts';

/** An object of a gateway, without secrets: from the mirror, or read a moment ago. */
export type SeenObject = Pick<
  MirroredObject,
  'kind' | 'id' | 'name' | 'body' | 'hash' | 'isOwn' | 'serviceId' | 'routeId' | 'consumerId'
>;

const isOn = ({ body }: SeenObject): boolean => body.enabled !== false;

const fingerprintOf = ({ body: { key } }: SeenObject): string =>
  isKongObject(key) && typeof key.fingerprint === 'string' ? key.fingerprint : '';

/** Returns what an acl plugin that works beside a key-auth plugin allows; null: every key. */
const groupsBeside = (
  keyAuth: SeenObject,
  acls: readonly SeenObject[],
  serviceId: string | null,
): readonly string[] | null => {
  const onRoute = acls.find(({ routeId }) => routeId !== null && routeId === keyAuth.routeId);
  const onService = acls.find((acl) => acl.routeId === null && serviceId !== null && acl.serviceId === serviceId);
  const forAll = acls.find((acl) => acl.routeId === null && acl.serviceId === null);
  const found = onRoute ?? onService ?? forAll;
  if (!found) return null;
  const { allow, deny } = isKongObject(found.body.config) ? found.body.config : {};
  // A list of the refused lets in everybody else.
  return texts(deny).length > 0 ? null : texts(allow);
};

/** A consumer that is not this portal's. @property plugins those for its calls alone, of any service. */
type Caller = Omit<ForeignCaller, 'plugins'> & Readonly<{ plugins: readonly SeenObject[] }>;

/** Objects of one gateway, sorted out once for all services that are gathered from them. */
type Reading = Readonly<{ of: (kind: SeenObject['kind']) => readonly SeenObject[]; callers: readonly Caller[] }>;

// `localeCompare` would make one for each comparison, and a gateway has thousands of callers.
const { compare } = new Intl.Collator('en', { numeric: true });

const readingOf = (objects: readonly SeenObject[]): Reading => {
  const kinds = Map.groupBy(objects, ({ kind }) => kind);
  const of = (kind: SeenObject['kind']) => kinds.get(kind) ?? [];
  const byCaller = (kind: SeenObject['kind']) => Map.groupBy(of(kind), ({ consumerId }) => consumerId ?? '');
  const [acls, keys, plugins] = [byCaller('acl'), byCaller('key-auth'), byCaller('plugin')];
  const callers = of('consumer')
    .filter(({ isOwn }) => !isOwn)
    .map(
      ({ id, name, body }): Caller => ({
        id,
        name: name || String(body.custom_id ?? id),
        // A group that this portal gave belongs to no other service.
        groups: (acls.get(id) ?? []).filter(({ isOwn }) => !isOwn).map((acl) => acl.name),
        keys: (keys.get(id) ?? []).map((key) => ({
          id: key.id,
          fingerprint: fingerprintOf(key),
          expires: typeof key.body.ttl === 'number',
        })),
        plugins: (plugins.get(id) ?? []).filter(isOn),
      }),
    )
    .sort((one, other) => compare(one.name, other.name) || compare(one.id, other.id));
  return { of, callers };
};

/** Returns what else takes keys, of other services or of all calls. What this portal made takes its own groups only. */
const placesBeside = ({ of }: Reading, serviceId: string): OtherPlace[] => {
  const plugins = of('plugin').filter((each) => isOn(each) && !each.isOwn && each.consumerId === null);
  const acls = plugins.filter(({ name }) => name === 'acl');
  const routes = new Map(of('route').map((route) => [route.id, route]));
  const services = new Map(of('service').map((service) => [service.id, service]));
  return plugins.flatMap((plugin): OtherPlace[] => {
    if (plugin.name !== 'key-auth') return [];
    const route = routes.get(plugin.routeId ?? '');
    const service = plugin.serviceId ?? route?.serviceId ?? null;
    if (service === serviceId) return [];
    const place = route ?? services.get(service ?? '');
    return [
      {
        name: place ? nameOfObject(place) : (plugin.routeId ?? service ?? ''),
        groups: groupsBeside(plugin, acls, service),
      },
    ];
  });
};

/** Returns who calls a service: consumers that are not this portal's, with a key, in a group that the service allows, by name. */
const callersOf = ({ callers }: Reading, serviceId: string, groups: readonly string[]): ForeignCaller[] =>
  callers
    .filter((caller) => caller.keys.length > 0 && caller.groups.some((group) => groups.includes(group)))
    .map((caller) => ({
      ...caller,
      plugins: caller.plugins
        .filter((plugin) => plugin.serviceId === null || plugin.serviceId === serviceId)
        .map(({ name }) => name),
    }));

/** Returns the groups that a service lets in. */
export const groupsOf = (plugins: readonly ForeignObject[]): readonly string[] =>
  texts(settingsOf(plugins, 'acl')?.allow);

/** Returns whether calls may fit both lists. An empty one fits all. */
const mayMeet = (one: unknown, other: unknown): boolean => {
  const [ones, others] = [texts(one), texts(other)];
  return ones.length === 0 || others.length === 0 || ones.some((each) => others.includes(each));
};

const isClosedToCallers = ({ body: { headers } }: SeenObject): boolean =>
  isKongObject(headers) && Object.keys(headers).length > 0;

/** Returns the paths that routes of a service have in common with those of others. */
const twinsOf = (routes: readonly SeenObject[], others: readonly SeenObject[]): Twin[] =>
  others
    .filter((other) => !isClosedToCallers(other))
    .flatMap((other) =>
      routes
        .filter(({ body }) => mayMeet(body.hosts, other.body.hosts) && mayMeet(body.methods, other.body.methods))
        .flatMap((route) =>
          texts(route.body.paths)
            .filter((path) => texts(other.body.paths).includes(path))
            .map((path) => ({ route: nameOfObject(route), path, other: nameOfObject(other) })),
        ),
    );

const plain = ({ id, body }: SeenObject): ForeignObject => ({ id, body });

const gather = (reading: Reading, serviceId: string): ForeignService | undefined => {
  const { of } = reading;
  const service = of('service').find(({ id }) => id === serviceId);
  if (!service) return undefined;
  const routes = of('route').filter((each) => each.serviceId === serviceId);
  const routeIds = new Set(routes.map(({ id }) => id));
  const forEverybody = of('plugin').filter(({ consumerId }) => consumerId === null);
  const plugins = forEverybody.filter((plugin) => plugin.serviceId === serviceId && plugin.routeId === null).map(plain);
  const groups = groupsOf(plugins);
  return {
    service: plain(service),
    routes: routes.map(plain),
    plugins,
    routePlugins: forEverybody.filter(({ routeId }) => routeId !== null && routeIds.has(routeId)).map(plain),
    globalPlugins: forEverybody
      .filter((plugin) => isOn(plugin) && plugin.serviceId === null && plugin.routeId === null)
      .map(({ name }) => name),
    callers: callersOf(reading, serviceId, groups),
    twins: twinsOf(
      routes,
      // Those of this portal are under paths of their own, but for the deployment that the service becomes.
      of('route').filter((each) => each.serviceId !== serviceId && !each.isOwn),
    ),
    elsewhere: placesBeside(reading, serviceId),
    upstreams: new Set(of('upstream').map(({ name }) => name)),
  };
};

/**
 * Returns a function for somebody else's services, each with all that works on its calls; undefined for one that is not among the objects.
 *
 * @param objects of one gateway: at least the services, their routes and those with the same paths, all plugins, and the consumers, groups and
 *   keys of their callers.
 */
export const gatherFrom = (objects: readonly SeenObject[]): ((serviceId: string) => ForeignService | undefined) => {
  const reading = readingOf(objects);
  return (serviceId) => gather(reading, serviceId);
};

/** Returns one service, as `gatherFrom` does. */
export const gatherService = (objects: readonly SeenObject[], serviceId: string): ForeignService | undefined =>
  gatherFrom(objects)(serviceId);

/** Returns the ids of all that belongs to a service: it, its routes, their plugins, its callers with keys. */
const idsOf = ({ service, routes, plugins, routePlugins, callers }: ForeignService): ReadonlySet<string> =>
  new Set([
    ...[service, ...routes, ...plugins, ...routePlugins].map(({ id }) => id),
    ...callers.flatMap(({ id, keys }) => [id, ...keys.map((key) => key.id)]),
  ]);

/**
 * Returns what tells the state of a service with all that belongs to it. Another state gives another text.
 *
 * @param objects that it was gathered from.
 */
export const stateOfService = (objects: readonly SeenObject[], foreign: ForeignService): string => {
  const ids = idsOf(foreign);
  const groups = foreign.callers.map(({ id, groups: held }) => `${id} ${held.toSorted().join(' ')}`);
  const hashes = objects.filter(({ id }) => ids.has(id)).map(({ kind, id, hash }) => `${kind} ${id} ${hash}`);
  return createHash('sha256')
    .update([...hashes, ...groups].sort().join('\n'))
    .digest('base64url')
    .slice(0, 22);
};
