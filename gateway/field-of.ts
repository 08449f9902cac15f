import type { EntityKind } from './entity.ts';

/** Fields of Kong that come from a field of the deploy form; the rest is Portico's own doing. */
const fields: Partial<Record<EntityKind, Readonly<Record<string, string>>>> = {
  service: { name: 'name', host: 'upstreamUrl', port: 'upstreamUrl', path: 'upstreamUrl', protocol: 'upstreamUrl' },
  route: { name: 'contextPath', paths: 'contextPath' },
  plugin: { 'config.minute': 'rateLimit.ratePerMinute', 'config.token_expiration': 'oAuth2Config.tokenExpiration' },
};

/** The form field that a field of Kong was filled from, where there is one. */
export const fieldOf = (kind: EntityKind, kongField: string): string | undefined => fields[kind]?.[kongField];
