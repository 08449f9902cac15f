import { requestTransformerLists, requestTransformerRules } from '#domain/deployment/request-transformer.ts';
import { responseTransformerLists, responseTransformerRules } from '#domain/deployment/response-transformer.ts';
import type { TransformerRule } from '#domain/deployment/transformer-list.ts';
import type { EntityKind, KongObject } from './entity.ts';

type Fields = Readonly<Record<string, string>>;

/** Which form an entity was filled from, and its name where it is a plugin. */
export type FilledFrom = Readonly<{ form: 'deployment' | 'key'; plugin: string }>;

/** Fields of Kong that come from a field of the deploy form; the rest is Portico's own doing. */
const fields: Partial<Record<EntityKind, Fields>> = {
  service: { name: 'name', host: 'upstreamUrl', port: 'upstreamUrl', path: 'upstreamUrl', protocol: 'upstreamUrl' },
  route: { name: 'contextPath', paths: 'contextPath' },
};

const transformerFields = <Name extends string>(
  before: string,
  lists: readonly Name[],
  rules: Readonly<Record<Name, TransformerRule>>,
): Fields =>
  Object.fromEntries(
    lists.map((name) => [`config.${rules[name].action}.${rules[name].part}`, `${before}${name}`] as const),
  );

const pluginFields: Readonly<Record<FilledFrom['form'], Readonly<Record<string, Fields>>>> = {
  deployment: {
    'rate-limiting': { 'config.minute': 'rateLimit.ratePerMinute' },
    oauth2: { 'config.token_expiration': 'oAuth2Config.tokenExpiration' },
    'ip-restriction': { 'config.allow': 'ipRestriction.ips' },
    'request-transformer': transformerFields('requestTransformer.', requestTransformerLists, requestTransformerRules),
    'response-transformer': transformerFields(
      'responseTransformer.',
      responseTransformerLists,
      responseTransformerRules,
    ),
  },
  key: {
    'rate-limiting': {
      'config.minute': 'rateLimitPerMinute',
      'config.hour': 'rateLimitPerHour',
      'config.day': 'rateLimitPerDay',
      'config.policy': 'policy',
      'config.redis.host': 'policy',
    },
    'request-transformer': transformerFields('', requestTransformerLists, requestTransformerRules),
  },
};

/** What is bound to a consumer was filled from a key's form. */
export const filledFrom = ({ consumer, name }: KongObject): FilledFrom => ({
  form: consumer ? 'key' : 'deployment',
  plugin: typeof name === 'string' ? name : '',
});

/** The form field that a field of Kong was filled from, where there is one. */
export const fieldOf = ({ form, plugin }: FilledFrom, kind: EntityKind, kongField: string): string | undefined =>
  (kind === 'plugin' ? pluginFields[form][plugin] : fields[kind])?.[kongField];
