import { requestTransformerLists, requestTransformerRules } from '#domain/deployment/request-transformer.ts';
import { responseTransformerLists, responseTransformerRules } from '#domain/deployment/response-transformer.ts';
import type { TransformerRule } from '#domain/deployment/transformer-list.ts';
import type { EntityKind, KongObject } from './entity.ts';

type Fields = Readonly<Record<string, string>>;

/** The form that an entity's values come from, and the name of a plugin. */
export type FilledFrom = Readonly<{ form: 'deployment' | 'key'; plugin: string }>;

/** Kong's fields that come from a field of the deploy form. Portico sets the others itself. */
const fields: Partial<Record<EntityKind, Fields>> = {
  service: { name: 'name', host: 'upstreamUrl', port: 'upstreamUrl', path: 'upstreamUrl', protocol: 'upstreamUrl' },
  route: { name: 'contextPath', paths: 'contextPath' },
  // Kong says of the whole that the key does not match.
  certificate: { cert: 'cert', key: 'key', snis: 'snis', '@entity': 'key' },
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

/** Returns the form that an entity's values come from. Only entities of a consumer come from a key's form. */
export const filledFrom = ({ consumer, name }: KongObject): FilledFrom => ({
  form: consumer ? 'key' : 'deployment',
  plugin: typeof name === 'string' ? name : '',
});

/** Returns the form field that a value of Kong's field comes from; undefined when it comes from none. */
export const fieldOf = ({ form, plugin }: FilledFrom, kind: EntityKind, kongField: string): string | undefined =>
  (kind === 'plugin' ? pluginFields[form][plugin] : fields[kind])?.[kongField];
