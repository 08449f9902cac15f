import { cutText } from '#platform/cut-text.ts';
import type { GatewayNames, Owner } from '../names/gateway-names.ts';

const made = ['service', 'consumer', 'plugin', 'route', 'acl', 'key-auth', 'oauth2'] as const;

/** Certificates, upstreams and targets are others': Portico makes none of its own, and changes one when a person asks. */
export type EntityKind = (typeof made)[number] | 'certificate' | 'upstream' | 'target';

/** The kinds of Kong entity that Portico makes, in the order of their creation. */
export const entityKinds: readonly EntityKind[] = made;

/**
 * One entity of Kong.
 *
 * @property id         Kong's id; Portico chooses its own by UUIDv5.
 * @property consumerId set for entities below a consumer: acl, key-auth, oauth2.
 * @property upstreamId set for a target: it is below its upstream.
 * @property label      the entity's name for people and in events (`plugin acl`); never a secret.
 */
export type EntityReference = Readonly<{
  kind: EntityKind;
  id: string;
  consumerId?: string;
  upstreamId?: string;
  label: string;
}>;

/** An entity as Portico wants it. Fields that Portico does not set have Kong's defaults. */
export type DesiredEntity = EntityReference & Readonly<{ body: KongObject }>;

/** An entity as Kong returned it. */
export type FoundEntity = EntityReference & Readonly<{ body: KongObject }>;

/** An object in Kong's JSON: an entity or a part of one. */
export type KongObject = Readonly<Record<string, unknown>>;
export const isKongObject = (value: unknown): value is KongObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const collections: Record<EntityKind, string> = {
  service: '/services',
  consumer: '/consumers',
  plugin: '/plugins',
  route: '/routes',
  acl: '/acls',
  'key-auth': '/key-auths',
  oauth2: '/oauth2',
  certificate: '/certificates',
  upstream: '/upstreams',
  target: '/targets',
};

/** The collections below a consumer have different names. */
const nested: Partial<Record<EntityKind, string>> = { acl: 'acls', 'key-auth': 'key-auth', oauth2: 'oauth2' };

/** Returns the path that lists all entities of a kind. */
export const collectionOf = (kind: EntityKind): string => collections[kind];

/** Returns the path of one entity. */
export const pathOf = ({ kind, id, consumerId, upstreamId }: EntityReference): string => {
  if (upstreamId) return `/upstreams/${upstreamId}/targets/${id}`;
  const under = nested[kind];
  return under && consumerId ? `/consumers/${consumerId}/${under}/${id}` : `${collections[kind]}/${id}`;
};

const idOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' ? value.id : undefined;

/** Returns Kong's response as an entity; undefined when it has no id, because all of Kong's entities have one. */
export const foundEntity = (kind: EntityKind, body: KongObject): FoundEntity | undefined => {
  const id = idOf(body);
  if (!id) return undefined;
  const consumerId = nested[kind] ? idOf(body.consumer) : undefined;
  const label = kind === 'plugin' && typeof body.name === 'string' ? `plugin ${cutText(body.name, 100)}` : kind;
  return { kind, id, label, body, ...(consumerId ? { consumerId } : {}) };
};

/** Returns the id that a field refers to: a plugin's route, a route's service. */
export const referenceIn = (
  body: KongObject,
  field: 'service' | 'route' | 'consumer' | 'upstream' | 'certificate',
): string | undefined => idOf(body[field]);

export const tagsOf = ({ body }: { body: KongObject }): readonly string[] =>
  Array.isArray(body.tags) ? body.tags.filter((tag) => typeof tag === 'string') : [];

/** Returns the ids of a noun's things in the entities' tags. Each comes once. */
export const numbersIn = (names: GatewayNames, entities: readonly { body: KongObject }[], owner: Owner): number[] => [
  ...new Set(entities.flatMap((entity) => tagsOf(entity).flatMap((tag) => names.numberIn(tag, owner) ?? []))),
];
