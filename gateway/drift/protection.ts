import { type KongObject, referenceIn } from '../admin-api/entity.ts';

/** Plugins that decide who may call a deployment, from where, and how often. */
const protecting: readonly unknown[] = [
  'key-auth',
  'oauth2',
  'acl',
  'ip-restriction',
  'bot-detection',
  'rate-limiting',
  'request-termination',
];

/** Returns whether a plugin decides who may call, from where, or how often. */
export const isProtectingPlugin = ({ body }: Readonly<{ body: KongObject }>): boolean => protecting.includes(body.name);

/** Returns whether a plugin is one of a lockdown's: it leads the calls of a route to the path that the route allows. */
export const isBoundToRoute = ({ body }: Readonly<{ body: KongObject }>): boolean =>
  referenceIn(body, 'route') !== undefined;
