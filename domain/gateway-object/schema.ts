import * as z from 'zod/mini';
import { idParameter, idSchema } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { atMost } from '../core/required-text.ts';
import { type FormField, isRecord, pluginScopes } from './form-field.ts';
import { type ListedKind, listedKinds, objectKinds } from './kind.ts';

/** Rows on a page unless asked otherwise, and at most. */
export const objectPageSize = 20;
const largestPage = 500;

const gatewayFilter = { gatewayId: z.optional(idParameter) };

/** What a list of objects can be asked for. `owner` is `own` for what this portal made, and `others` for the rest. */
const filters = {
  ...gatewayFilter,
  size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(largestPage)), objectPageSize),
  search: z._default(z.string().check(atMost(200)), ''),
  tag: z._default(z.string().check(atMost(200)), ''),
  owner: z.optional(z.enum(['own', 'others'])),
  state: z.optional(z.enum(['enabled', 'disabled'])),
};

/** All lists take the same, but for what they can be sorted by. */
const listQuery = (sortable: readonly [string, ...string[]], sort: string) =>
  z.extend(listParameters(sortable, { sort, order: 'desc' }), filters);

/** `GET /api/kong/services` and its brothers. Services are sorted by name, all others by age (docs/product/gateways.md). */
export const objectQueries = {
  service: listQuery(['name', 'host', 'owner', 'tags', 'createdAt'], 'name'),
  route: listQuery(['name', 'paths', 'service', 'owner', 'tags', 'createdAt'], 'createdAt'),
  consumer: listQuery(['name', 'customer_id', 'owner', 'tags', 'createdAt'], 'createdAt'),
  plugin: listQuery(['name', 'scope', 'service', 'owner', 'tags', 'createdAt'], 'createdAt'),
  upstream: listQuery(['name', 'slots', 'owner', 'tags', 'createdAt'], 'createdAt'),
  certificate: listQuery(['name', 'snis', 'expiresAt', 'owner', 'tags', 'createdAt'], 'createdAt'),
} as const satisfies Record<ListedKind, unknown>;
export type ObjectListQuery = z.output<(typeof objectQueries)[ListedKind]>;

/** Ids are unique at their gateway only. */
export const objectQuery = z.object(gatewayFilter);
/** @property seen as the object's details told. Without it the object is taken as it was read last. */
export const objectDeletion = z.object({ ...gatewayFilter, seen: z.optional(z.string().check(atMost(40))) });

export const targetDeletion = z.extend(objectDeletion, { upstreamId: z.uuid() });

/** Another object, named for people. */
const other = z.optional(z.nullable(z.object({ id: z.string(), name: z.string() })));
const text = z.optional(z.nullable(z.string()));
const number = z.optional(z.nullable(z.number()));
const texts = z.optional(z.array(z.string()));

export const scopes = ['Route', 'Service', 'Consumer', 'Global'] as const;

/** A row of any kind, with the specification's names. Below `isOwn` are fields of one kind or another. */
const objectRow = z.object({
  id: z.string(),
  kind: z.enum(listedKinds),
  gatewayId: idSchema,
  name: z.string(),
  tags: z.array(z.string()),
  enabled: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.nullable(z.string()),
  /** The deployment that it belongs to. It is changed there. */
  owner: z.nullable(
    z.object({ deploymentId: idSchema, apiId: z.nullable(idSchema), apiName: z.string(), path: z.string() }),
  ),
  /** Whether this portal made it. */
  isOwn: z.boolean(),
  retries: number,
  protocol: text,
  host: text,
  port: number,
  path: text,
  connectTimeout: number,
  writeTimeout: number,
  readTimeout: number,
  protocols: texts,
  hosts: texts,
  paths: texts,
  methods: texts,
  username: text,
  customer_id: text,
  scope: z.optional(z.enum(scopes)),
  service: other,
  route: other,
  consumer: other,
  slots: number,
  snis: texts,
  expiresAt: text,
});
export type ObjectRow = z.output<typeof objectRow>;

/** @property asOf when the gateway was last read whole; null: never yet. @property next the next page's number. */
export const objectPage = z.extend(pageOf('data', objectRow), {
  next: z.nullable(z.int()),
  gatewayId: z.nullable(idSchema),
  asOf: z.nullable(z.string()),
});
export type ObjectPage = z.output<typeof objectPage>;

/** What hangs together with an object. @property isBelow it belongs to the object; otherwise the object belongs to it. */
const relative = z.object({
  kind: z.enum(objectKinds),
  id: z.string(),
  name: z.string(),
  about: z.string(),
  enabled: z.boolean(),
  isBelow: z.boolean(),
});
export type RelatedObject = z.output<typeof relative>;

/** Relatives, callers and services of a kind that are named unless asked otherwise, and at most. */
export const mostRelated = 100;
export const everyRelated = 5_000;

/** @property most how many relatives, callers and services are named of each. */
export const objectDetailsQuery = z.extend(objectQuery, {
  most: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(everyRelated)), mostRelated),
});

/**
 * @property seen         tells this state of the object. A change that is based on another one is refused.
 * @property body         all fields as the gateway has them; what is secret is `{ fingerprint }`.
 * @property relatedTotal how many relatives there are.
 * @property callers      the consumers that may call a service or a route because an `acl` in force there allows one of their groups, by name.
 * @property accessTotal  how many services a consumer may call.
 * @property access       the services that a consumer may call because an `acl` allows one of its groups, by name; of a consumer only.
 * @property isReadOnly   its gateway takes no changes, because it has no database.
 * @property drift        the difference in the drift inbox, if the object is not as it was applied.
 */
export const objectDetails = z.extend(objectRow, {
  gatewayName: z.string(),
  isReadOnly: z._default(z.boolean(), false),
  seen: z.string(),
  asOf: z.nullable(z.string()),
  body: z.record(z.string(), z.unknown()),
  related: z.array(relative),
  relatedTotal: z.int(),
  access: z.optional(z.array(z.object({ id: z.string(), service: z.string() }))),
  accessTotal: z._default(z.int(), 0),
  callers: z.optional(
    z.object({ total: z.int(), first: z.array(z.object({ id: z.string(), name: z.string(), about: z.string() })) }),
  ),
  drift: z._default(z.nullable(z.string()), null),
});
export type ObjectDetails = z.output<typeof objectDetails>;

/**
 * `GET /api/kong/gateways`: the gateways whose objects the user may see.
 *
 * @property awaySince  null: it responds.
 * @property isReadOnly it takes no changes, because it has no database.
 */
export const gatewayChoice = z.object({
  id: idSchema,
  name: z.string(),
  asOf: z.nullable(z.string()),
  awaySince: z.nullable(z.string()),
  isReadOnly: z._default(z.boolean(), false),
});
export type GatewayChoice = z.output<typeof gatewayChoice>;

/** `GET /api/kong/plugin-forms`: the names of the plugins that a gateway can run. */
export const pluginNames = z.object({ gatewayId: idSchema, names: z.array(z.string()) });

/** A field holds fields, so no schema says its depth. */
const formField = z.custom<FormField>(isRecord);

/** `GET /api/kong/plugin-form/{name}`. */
export const pluginFormDetails = z.object({
  name: z.string(),
  scopes: z.array(z.enum(pluginScopes)),
  protocols: z.nullable(formField),
  config: formField,
});

export const reachQuery = z.object({
  ...gatewayFilter,
  serviceId: z.optional(z.uuid()),
  routeId: z.optional(z.uuid()),
  consumerId: z.optional(z.uuid()),
});

/** How many routes a plugin works on, and how many deployments of this portal are among them. */
export const pluginReach = z.object({ routes: z.int(), deployments: z.int() });

/** `GET /api/kong/upstream-form` and `/api/kong/object-form/{kind}`. */
export const upstreamFormDetails = z.object({ settings: formField });

/**
 * A target of an upstream.
 *
 * @property seen   tells this state of it.
 * @property health as the gateway tells it: `HEALTHY`, `UNHEALTHY`, `DNS_ERROR`, `HEALTHCHECKS_OFF`. Null: it tells none.
 * @property isOwn  this portal made it.
 * @property body   all fields as the gateway has them.
 */
const upstreamTarget = z.object({
  id: z.string(),
  target: z.string(),
  weight: z.number(),
  seen: z.string(),
  health: z.nullable(z.string()),
  isOwn: z.boolean(),
  body: z._default(z.record(z.string(), z.unknown()), {}),
});
export type UpstreamTarget = z.output<typeof upstreamTarget>;

/** The most targets that are shown of an upstream. */
export const mostTargets = 500;

export const upstreamTargets = z.object({ targets: z.array(upstreamTarget) });
