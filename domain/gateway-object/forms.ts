import * as z from 'zod/mini';
import { idSchema } from '../core/id.ts';
import { atMost, requiredText } from '../core/required-text.ts';

/** Kong takes letters, digits and these signs. Another check says that a name is missing. */
const kongName = /^[\p{L}\p{N}._~-]*$/u;

/**
 * What every form says of the object.
 *
 * @property id   edits that object; without it a new one is made.
 * @property seen as its details told. Without it the object is taken as it was read last.
 */
export const place = {
  id: z.optional(z.uuid()),
  gatewayId: z.optional(idSchema),
  seen: z.optional(z.string().check(atMost(40))),
};

const nameOf = (required: string) =>
  requiredText(128, required).check(z.regex(kongName, 'gateway-object.name-invalid'));

/** The fields of the form that the gateway's schema tells. Without them all stay as they are. */
const settings = z.optional(z.record(z.string(), z.unknown()));

const milliseconds = z.optional(z.int().check(z.minimum(1), z.maximum(2_147_483_646)));

/** `POST /api/kong/service`. What is left out stays as it is, or has Kong's default. */
export const serviceForm = z.object({
  ...place,
  name: nameOf('gateway-object.service-name-required'),
  url: requiredText(2_000, 'gateway-object.service-url-required'),
  retries: z.optional(z.int().check(z.minimum(0), z.maximum(32_767))),
  connectTimeout: milliseconds,
  writeTimeout: milliseconds,
  readTimeout: milliseconds,
  enabled: z.optional(z.boolean()),
  settings,
});
export type ServiceForm = z.output<typeof serviceForm>;

/**
 * `POST /api/kong/routes`. `contextPath` may name several paths, with spaces between, and none where the settings say which calls are
 * meant: hosts, methods.
 */
export const routeForm = z.object({
  ...place,
  name: nameOf('gateway-object.route-name-required'),
  contextPath: z.string().check(z.trim(), atMost(4_000)),
  serviceId: z.uuid('gateway-object.route-service-required'),
  stripPath: z.optional(z.boolean()),
  preserveHost: z.optional(z.boolean()),
  settings,
});
export type RouteForm = z.output<typeof routeForm>;

/**
 * `POST /api/kong/plugin`. With an id it edits, and then the plugin works on what it worked on. Without service, route and consumer
 * a new one works on all calls.
 *
 * @property config all fields of the plugin's form. A secret that stays is `{ fingerprint }`, as it was shown.
 */
export const pluginForm = z.object({
  ...place,
  name: requiredText(100, 'gateway-object.plugin-required'),
  serviceId: z.optional(z.uuid()),
  routeId: z.optional(z.uuid()),
  consumerId: z.optional(z.uuid()),
  enabled: z.optional(z.boolean()),
  protocols: z.optional(z.array(z.string().check(atMost(40))).check(z.maxLength(40))),
  config: z.record(z.string(), z.unknown()),
});
export type PluginFormBody = z.output<typeof pluginForm>;

/** `POST /api/kong/upstream`. @property settings all fields of the form that the gateway's schema tells. */
export const upstreamForm = z.object({
  ...place,
  name: requiredText(128, 'gateway-object.upstream-name-required').check(
    z.regex(/^[a-z0-9._-]*$/i, 'gateway-object.upstream-name-invalid'),
  ),
  settings: z.record(z.string(), z.unknown()),
});
export type UpstreamForm = z.output<typeof upstreamForm>;

/** The most of a target's share, as Kong has it. */
const heaviest = 65_535;

/** `POST /api/kong/target`. @property target `orders.example:8080`. With an id only the weight changes. */
export const targetForm = z.object({
  ...place,
  upstreamId: z.uuid(),
  target: requiredText(300, 'gateway-object.target-required'),
  weight: z.int().check(z.minimum(0), z.maximum(heaviest)),
});
export type TargetForm = z.output<typeof targetForm>;

/** The port of a target that names none. */
const targetPort = 8000;

/** Returns the host and the port of a target; undefined for what is none. */
export const hostOfTarget = (target: string): Readonly<{ host: string; port: number }> | undefined => {
  const [, host = '', port] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(target) ?? [];
  const number = port === undefined ? targetPort : Number(port);
  return host !== '' && number > 0 && number <= 65_535 ? { host: host.toLowerCase(), port: number } : undefined;
};

/** The parts of an address that Kong keeps of a service. */
export type ServiceTarget = Readonly<{ protocol: string; host: string; port: number; path: string | null }>;

/** Returns the parts of a service's address; undefined for what Kong would not keep as it was typed. */
export const targetOf = (url: string): ServiceTarget | undefined => {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(url);
  const plain = protocol.slice(0, -1);
  if (!['http', 'https'].includes(plain) || search + hash + username + password !== '') return undefined;
  return {
    protocol: plain,
    host: hostname,
    port: port === '' ? (plain === 'https' ? 443 : 80) : Number(port),
    path: pathname === '/' ? null : pathname,
  };
};

/** Ports that an address does not name. */
const usualPorts: Readonly<Record<string, number>> = { http: 80, https: 443 };

/** Returns the address of a service, as its form shows it. */
export const urlOf = ({
  protocol,
  host,
  port,
  path,
}: {
  [Name in keyof ServiceTarget]?: ServiceTarget[Name] | null | undefined;
}): string => {
  if (!host) return '';
  const named = port && usualPorts[protocol ?? 'http'] !== port ? `:${port}` : '';
  return `${protocol ?? 'http'}://${host}${named}${path ?? ''}`;
};

/** Returns the paths of a route's form. */
export const pathsOf = (contextPath: string): readonly string[] =>
  contextPath.split(/\s+/).filter((path) => path !== '');
