import type { ObjectKind } from '#domain/gateway-object/kind.ts';

/**
 * Where each kind is listed whole at the Admin API. Targets are listed below their upstreams only. A Kong without the plugin of a
 * credential has no list of it, and says 404.
 */
export const collections: Readonly<Record<Exclude<ObjectKind, 'target'>, string>> = {
  service: '/services',
  route: '/routes',
  consumer: '/consumers',
  plugin: '/plugins',
  upstream: '/upstreams',
  certificate: '/certificates',
  sni: '/snis',
  acl: '/acls',
  'key-auth': '/key-auths',
  oauth2: '/oauth2',
  'basic-auth': '/basic-auths',
  'hmac-auth': '/hmac-auths',
  jwt: '/jwts',
};
