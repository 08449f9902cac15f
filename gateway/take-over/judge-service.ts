import type { TakeOverDifference, TakeOverLeft, TakeOverRefusal } from '#domain/take-over/preview.ts';
import { isKongObject, type KongObject, referenceIn } from '../admin-api/entity.ts';
import { onlyWatches } from '../admin-api/watching-plugins.ts';
import type { ForeignCaller, ForeignObject, ForeignService, OtherPlace } from './foreign-service.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
const isGiven = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isKongObject(value) ? Object.keys(value).length > 0 : Boolean(value);

const refusal = (code: TakeOverRefusal['code'], parameters: TakeOverRefusal['parameters'] = {}): TakeOverRefusal => ({
  code,
  parameters,
});

/** Plugins whose settings a deployment has, too. */
const understood: ReadonlySet<string> = new Set(['key-auth', 'acl', 'rate-limiting', 'ip-restriction']);

const isOn = ({ body }: ForeignObject): boolean => body.enabled !== false;

export const nameOfObject = ({ id, body }: ForeignObject): string =>
  text(body.name) || texts(body.paths)[0] || texts(body.hosts)[0] || id;

/** Returns the settings of a plugin of the service; undefined when it has none, or one that is off. */
export const settingsOf = (plugins: readonly ForeignObject[], name: string): KongObject | undefined => {
  const found = plugins.find((plugin) => plugin.body.name === name && isOn(plugin));
  if (!found) return undefined;
  return isKongObject(found.body.config) ? found.body.config : {};
};

const ofService = ({ service: { body }, upstreams, routes }: ForeignService): TakeOverRefusal[] => [
  ...(body.enabled === false ? [refusal('service-off')] : []),
  ...(['http', 'https'].includes(text(body.protocol))
    ? []
    : [refusal('service-protocol', { protocol: text(body.protocol) })]),
  ...([body.client_certificate, body.ca_certificates, body.tls_verify, body.tls_verify_depth].some(isGiven)
    ? [refusal('service-certificate')]
    : []),
  ...(upstreams.has(text(body.host)) ? [refusal('service-upstream', { upstream: text(body.host) })] : []),
  ...(routes.length === 0 ? [refusal('no-route')] : []),
];

const ofRoute = (route: ForeignObject): TakeOverRefusal[] => {
  const { body } = route;
  const named = { route: nameOfObject(route) };
  const other = texts(body.protocols).find((protocol) => protocol !== 'http' && protocol !== 'https');
  return [
    ...(isGiven(body.expression) ? [refusal('route-expression', named)] : []),
    ...(other === undefined ? [] : [refusal('route-protocol', { ...named, protocol: other })]),
    ...(isGiven(body.headers) ? [refusal('route-headers', named)] : []),
    ...([body.snis, body.sources, body.destinations].some(isGiven) ? [refusal('route-places', named)] : []),
  ];
};

const ofKeys = (keyAuth: KongObject | undefined): TakeOverRefusal[] =>
  keyAuth === undefined
    ? [refusal('no-keys')]
    : [
        ...(isGiven(keyAuth.anonymous) ? [refusal('anonymous')] : []),
        ...(keyAuth.key_in_body === true ? [refusal('key-in-body')] : []),
        ...(keyAuth.run_on_preflight === false ? [refusal('preflight')] : []),
      ];

const ofGroups = (acl: KongObject | undefined): TakeOverRefusal[] => {
  if (acl === undefined) return [refusal('no-groups')];
  const isPlain = isGiven(acl.allow) && !isGiven(acl.deny) && acl.include_consumer_groups !== true;
  return isPlain ? [] : [refusal('denied-groups')];
};

/** Returns whether settings have these values where they have any. */
const isUsual = (settings: KongObject, usual: KongObject): boolean =>
  Object.entries(usual).every(([name, value]) => (settings[name] ?? value) === value);

/** Calls a minute that a limit allows; undefined when it says more than a deployment's limit can. */
export const perMinute = (limit: KongObject): number | undefined => {
  const says = ['second', 'hour', 'day', 'month', 'year', 'path', 'header_name'].some((name) => isGiven(limit[name]));
  const usual = { limit_by: 'consumer', policy: 'local', hide_client_headers: false, error_code: 429 };
  const { minute } = limit;
  return !says && isUsual(limit, usual) && typeof minute === 'number' && Number.isInteger(minute) ? minute : undefined;
};

const ofLimits = (plugins: readonly ForeignObject[]): TakeOverRefusal[] => {
  const limit = settingsOf(plugins, 'rate-limiting');
  const addresses = settingsOf(plugins, 'ip-restriction');
  return [
    ...(limit && perMinute(limit) === undefined ? [refusal('limit')] : []),
    ...(addresses && (isGiven(addresses.deny) || !isGiven(addresses.allow)) ? [refusal('addresses')] : []),
  ];
};

const opens = ({ groups }: OtherPlace, caller: ForeignCaller): boolean =>
  groups === null || groups.some((group) => caller.groups.includes(group));

const ofCaller = (caller: ForeignCaller, elsewhere: readonly OtherPlace[]): TakeOverRefusal[] => {
  const named = { caller: caller.name };
  const shared = elsewhere.find((place) => opens(place, caller));
  return [
    ...caller.plugins.map((plugin) => refusal('caller-plugin', { ...named, plugin })),
    ...(caller.keys.some(({ expires }) => expires) ? [refusal('key-expires', named)] : []),
    ...(shared ? [refusal(shared.name ? 'shared-key' : 'shared-with-all', { ...named, place: shared.name })] : []),
  ];
};

/** Returns why a service can't be a deployment of this portal as it is; none: it can. */
export const refusalsOf = (foreign: ForeignService): TakeOverRefusal[] => {
  const { plugins, routePlugins, routes, callers, elsewhere, twins } = foreign;
  const names = new Map(routes.map((route) => [route.id, nameOfObject(route)]));
  const nameOf = ({ body }: ForeignObject) => text(body.name);
  const changesCalls = (plugin: ForeignObject) => isOn(plugin) && !onlyWatches(nameOf(plugin));
  return [
    ...ofService(foreign),
    ...routes.flatMap(ofRoute),
    ...routePlugins.filter(changesCalls).map((plugin) => {
      const route = names.get(referenceIn(plugin.body, 'route') ?? '') ?? '';
      return refusal('route-plugin', { route, plugin: nameOf(plugin) });
    }),
    ...twins.map((twin) => refusal('route-twin', twin)),
    ...ofKeys(settingsOf(plugins, 'key-auth')),
    ...ofGroups(settingsOf(plugins, 'acl')),
    ...ofLimits(plugins),
    ...plugins
      .filter((plugin) => changesCalls(plugin) && !understood.has(nameOf(plugin)))
      .map((plugin) => refusal('plugin', { plugin: nameOf(plugin) })),
    ...callers.flatMap((caller) => ofCaller(caller, elsewhere)),
  ];
};

const left = (code: TakeOverLeft['code'], plugin: string): TakeOverLeft => ({ code, parameters: { plugin } });

/** Returns what works on the service's calls and would not belong to its deployment. */
export const leftOutside = ({ plugins, routePlugins, globalPlugins }: ForeignService): TakeOverLeft[] => {
  const logs = [...plugins, ...routePlugins].filter((plugin) => isOn(plugin) && onlyWatches(text(plugin.body.name)));
  const names = [...new Set(logs.map(({ body }) => text(body.name)))];
  return [
    ...names.map((plugin) => left('log-plugin', plugin)),
    ...globalPlugins.map((plugin) => left('global-plugin', plugin)),
  ];
};

/** The name under which every deployment takes keys. */
const ownKeyName = 'apikey';

/** Returns the names of the header in which callers send their keys. */
export const keyNamesOf = ({ plugins }: ForeignService): string[] => texts(settingsOf(plugins, 'key-auth')?.key_names);

/** Returns what callers or the target would notice of a take-over. */
export const differencesOf = (foreign: ForeignService): TakeOverDifference[] => {
  const keyAuth = settingsOf(foreign.plugins, 'key-auth');
  const acl = settingsOf(foreign.plugins, 'acl');
  const names = keyNamesOf(foreign);
  const difference = (code: TakeOverDifference['code'], parameters: TakeOverDifference['parameters'] = {}) => ({
    code,
    parameters,
  });
  return [
    ...(keyAuth && keyAuth.hide_credentials !== true ? [difference('key-hidden')] : []),
    ...(acl && acl.hide_groups_header !== true ? [difference('groups-hidden')] : []),
    difference('caller-names'),
    ...(names.length > 0 && !names.includes(ownKeyName) ? [difference('key-name', { name: ownKeyName })] : []),
    ...(settingsOf(foreign.plugins, 'rate-limiting') ? [difference('counts-anew')] : []),
  ];
};
