import { type RequestTransformer, requestTransformerLists } from './request-transformer.ts';
import type { DeployBody } from './schema.ts';

/** What of the deploy form asks for a plugin. `always`: every deployment needs it. */
type Wish =
  | 'always'
  | 'auth'
  | 'both'
  | 'rateLimit'
  | 'ipRestriction'
  | 'botDetection'
  | 'cors'
  | 'requestTransformer'
  | 'responseTransformer'
  | 'enablePathLockdown';

export type NeededPlugin = Readonly<{ plugin: string; wish: Wish }>;

/** All that any deployment may need, as `gateway/plan` makes it. */
export const pluginsOfDeployments: readonly NeededPlugin[] = [
  { plugin: 'acl', wish: 'always' },
  { plugin: 'http-log', wish: 'always' },
  { plugin: 'key-auth', wish: 'auth' },
  { plugin: 'oauth2', wish: 'auth' },
  // Proves that a change is in force, and answers callers who are refused.
  { plugin: 'request-termination', wish: 'always' },
  // Names the realm in the refusal of a caller with neither.
  { plugin: 'response-transformer', wish: 'both' },
  { plugin: 'rate-limiting', wish: 'rateLimit' },
  { plugin: 'ip-restriction', wish: 'ipRestriction' },
  { plugin: 'bot-detection', wish: 'botDetection' },
  { plugin: 'cors', wish: 'cors' },
  { plugin: 'request-transformer', wish: 'requestTransformer' },
  { plugin: 'request-transformer', wish: 'enablePathLockdown' },
  { plugin: 'response-transformer', wish: 'responseTransformer' },
];

type Wished = Readonly<{
  auth?: DeployBody['auth'] | undefined;
  rateLimit: Readonly<{ enabled: boolean }>;
  ipRestriction: Readonly<{ enabled: boolean }>;
  botDetection: Readonly<{ enabled: boolean }>;
  cors: Readonly<{ enabled: boolean }>;
  requestTransformer: Readonly<Partial<Record<keyof RequestTransformer, readonly string[] | string | undefined>>>;
  responseTransformer?: Readonly<{ enabled: boolean }> | undefined;
  enablePathLockdown: boolean;
}>;

const asksFor = ({ plugin, wish }: NeededPlugin, form: Wished): boolean => {
  switch (wish) {
    case 'always':
      return true;
    case 'auth':
      return form.auth === 'both' || form.auth === (plugin === 'oauth2' ? 'oauth2' : 'apikey');
    case 'both':
      return form.auth === 'both';
    case 'requestTransformer':
      return requestTransformerLists.some((list) => (form.requestTransformer[list]?.length ?? 0) > 0);
    case 'enablePathLockdown':
      return form.enablePathLockdown;
    default:
      return form[wish]?.enabled === true;
  }
};

/** The field of the form at which to say that a wish can't be met. */
export const fieldOfWish = (wish: Wish): string => {
  if (wish === 'auth' || wish === 'enablePathLockdown') return wish;
  if (wish === 'both') return 'auth';
  // There is no single field for the lists of a transformer.
  return wish === 'always' || wish === 'requestTransformer' ? 'kongServer' : `${wish}.enabled`;
};

/**
 * Returns what a form asks for and a gateway lacks.
 *
 * @param lacks names of plugins.
 */
export const unmetBy = (lacks: readonly string[], form: Wished): NeededPlugin[] =>
  pluginsOfDeployments.filter((each) => lacks.includes(each.plugin) && asksFor(each, form));

/** Returns the plugins that deployments may need and a gateway does not have. Null: it is not known what it has. */
export const lackedBy = (plugins: readonly string[] | null): string[] => {
  if (plugins === null) return [];
  const needed = new Set(pluginsOfDeployments.map(({ plugin }) => plugin));
  return [...needed].filter((plugin) => !plugins.includes(plugin));
};
