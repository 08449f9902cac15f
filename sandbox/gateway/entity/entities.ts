import { entitySchema } from '../schema/recorded-schemas.ts';
import { namedFields, type Schema } from '../schema/schema.ts';
import * as own from './own-schemas.ts';

/** One kind of object of the Admin API. */
export type Entity = {
  /** Kong's name, as in messages and `/tags`. */
  name: string;
  /** The path of its collection: `/key-auths`. Undefined if it is only found below its parent. */
  path: string | undefined;
  schema: Schema;
  /** The unique field that paths may use instead of the id. */
  key?: string;
  /** True if the key is unique only below a parent. */
  keyOfParent?: boolean;
  /** Sets of fields whose values no two rows may share. Each field marked `unique` is such a set. */
  unique: string[][];
  /** The paths below a parent, such as `/consumers/{consumer}/key-auth`, and the foreign key of each. */
  below: { field: string; path: string }[];
  /** True if PUT and PATCH refuse names that can't be in a path. */
  namedByUtf8?: boolean;
};

const below = (path: string, ...fields: string[]) => fields.map((field) => ({ field, path }));

function entity(name: string, schema: Schema, more: Partial<Entity> = {}): Entity {
  const unique = namedFields(schema).flatMap(([field, { unique: alone }]) => (alone ? [[field]] : []));
  return { name, path: name, schema, below: [], ...more, unique: [...unique, ...(more.unique ?? [])] };
}

/** Every kind of object by Kong's name, in the order in which references are looked up. */
export const entities: ReadonlyMap<string, Entity> = new Map(
  [
    entity('services', entitySchema('services'), { key: 'name', namedByUtf8: true }),
    entity('routes', entitySchema('routes'), { key: 'name', namedByUtf8: true, below: below('routes', 'service') }),
    entity('consumers', entitySchema('consumers'), { key: 'username' }),
    entity('plugins', entitySchema('plugins'), {
      key: 'instance_name',
      unique: [['consumer', 'name', 'route', 'service']],
      below: below('plugins', 'service', 'route', 'consumer'),
    }),
    entity('keyauth_credentials', own.keyAuthSchema, {
      path: 'key-auths',
      key: 'key',
      below: below('key-auth', 'consumer'),
    }),
    entity('basicauth_credentials', own.basicAuthSchema, {
      path: 'basic-auths',
      key: 'username',
      below: below('basic-auth', 'consumer'),
    }),
    entity('jwt_secrets', own.jwtSchema, { path: 'jwts', key: 'key', below: below('jwt', 'consumer') }),
    entity('hmacauth_credentials', own.hmacAuthSchema, {
      path: 'hmac-auths',
      key: 'username',
      below: below('hmac-auth', 'consumer'),
    }),
    entity('oauth2_credentials', own.oauth2Schema, {
      path: 'oauth2',
      key: 'client_id',
      below: below('oauth2', 'consumer'),
    }),
    entity('oauth2_tokens', own.oauth2TokenSchema, {
      key: 'access_token',
      below: [...below('oauth2_tokens', 'credential'), ...below('oauth2_tokens', 'service')],
    }),
    entity('acls', own.aclSchema, {
      key: 'group',
      keyOfParent: true,
      unique: [['consumer', 'group']],
      below: below('acls', 'consumer'),
    }),
    entity('upstreams', entitySchema('upstreams'), { key: 'name' }),
    entity('targets', own.targetSchema, {
      path: undefined,
      key: 'target',
      keyOfParent: true,
      unique: [['target', 'upstream']],
      below: below('targets', 'upstream'),
    }),
    entity('certificates', own.certificateSchema),
    entity('snis', own.sniSchema, { key: 'name', below: below('snis', 'certificate') }),
  ].map((each) => [each.name, each]),
);

/** Returns the kind with this name. Throws for an unknown name, which is a mistake in this folder. */
export function entityNamed(name: string): Entity {
  const found = entities.get(name);
  if (!found) throw new Error(`no entity named ${name}`);
  return found;
}

/**
 * Returns the foreign keys of a kind: the field, the kind that it points to, and whether the row is deleted with that.
 */
export function foreignKeys(of: Entity): { field: string; to: string; cascade: boolean }[] {
  return namedFields(of.schema).flatMap(([field, { type, reference, on_delete }]) =>
    type === 'foreign' && reference ? [{ field, to: reference, cascade: on_delete === 'cascade' }] : [],
  );
}
