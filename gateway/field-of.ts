import type { EntityKind, KongObject } from './entity.ts';

/** Which form an entity was filled from. */
export type FilledFrom = 'deployment' | 'key';

type Fields = Partial<Record<EntityKind, Readonly<Record<string, string>>>>;

/** Fields of Kong that come from a field of a form; the rest is Portico's own doing. */
const fields: Readonly<Record<FilledFrom, Fields>> = {
  deployment: {
    service: { name: 'name', host: 'upstreamUrl', port: 'upstreamUrl', path: 'upstreamUrl', protocol: 'upstreamUrl' },
    route: { name: 'contextPath', paths: 'contextPath' },
    plugin: { 'config.minute': 'rateLimit.ratePerMinute', 'config.token_expiration': 'oAuth2Config.tokenExpiration' },
  },
  key: {
    plugin: {
      'config.minute': 'rateLimitPerMinute',
      'config.hour': 'rateLimitPerHour',
      'config.day': 'rateLimitPerDay',
      'config.policy': 'policy',
      'config.redis.host': 'policy',
      'config.add.headers': 'addHeaders',
      'config.remove.headers': 'removeHeaders',
      'config.rename.headers': 'renameHeaders',
      'config.replace.headers': 'replaceHeaders',
      'config.add.querystring': 'addQuerystring',
      'config.rename.querystring': 'renameQuerystring',
      'config.remove.querystring': 'removeQuerystring',
      'config.add.body': 'addBody',
      'config.rename.body': 'renameBody',
      'config.remove.body': 'removeBody',
    },
  },
};

/** What is bound to a consumer was filled from a key's form. */
export const filledFrom = (body: KongObject): FilledFrom => (body.consumer ? 'key' : 'deployment');

/** The form field that a field of Kong was filled from, where there is one. */
export const fieldOf = (from: FilledFrom, kind: EntityKind, kongField: string): string | undefined =>
  fields[from][kind]?.[kongField];
