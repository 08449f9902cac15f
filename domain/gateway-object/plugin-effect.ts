import { isRecord } from './form-field.ts';

/** Plugins that let in only callers who say who they are. With `anonymous` they let in everybody. */
const asksWho = new Set([
  'key-auth',
  'basic-auth',
  'hmac-auth',
  'jwt',
  'oauth2',
  'ldap-auth',
  'session',
  'key-auth-enc',
  'openid-connect',
  'mtls-auth',
  'ldap-auth-advanced',
  'oauth2-introspection',
  'saml',
]);
/** Plugins that let in some callers only. */
const choosesCallers = new Set(['acl', 'ip-restriction', 'bot-detection']);
/** Plugins that refuse calls above a limit. */
const limits = new Set(['rate-limiting', 'rate-limiting-advanced', 'response-ratelimiting', 'request-size-limiting']);

/** What a plugin does to callers, of those things that somebody would want to know before. */
type Guard = 'asks-who' | 'chooses' | 'limits' | 'answers-all';

type State = Readonly<{ name: string; enabled: boolean; config: unknown }>;

const guardOf = ({ name, enabled, config }: State): Guard | undefined => {
  if (!enabled) return undefined;
  const anonymous = isRecord(config) ? config.anonymous : undefined;
  if (asksWho.has(name)) return typeof anonymous === 'string' && anonymous !== '' ? undefined : 'asks-who';
  if (choosesCallers.has(name)) return 'chooses';
  if (limits.has(name)) return 'limits';
  return name === 'request-termination' ? 'answers-all' : undefined;
};

export type PluginEffect =
  | Readonly<{ does: 'closes' | 'opens'; guard: Guard }>
  | Readonly<{ does: 'may-change'; guard: Guard }>;

/**
 * Returns what a change of a plugin does to callers: it closes the door to some, opens it, or changes whom a guard lets in; undefined
 * for all else.
 *
 * @param before undefined for a new plugin.
 * @param after  undefined for one that is deleted.
 */
export const effectOf = (before: State | undefined, after: State | undefined): PluginEffect | undefined => {
  const was = before && guardOf(before);
  const is = after && guardOf(after);
  if (is !== undefined && was === undefined) return { does: 'closes', guard: is };
  if (was !== undefined && is === undefined) return { does: 'opens', guard: was };
  return is === undefined ? undefined : { does: 'may-change', guard: is };
};
