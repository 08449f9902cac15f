import type { ForeignKind } from './drift.ts';

/**
 * What somebody else's object does to the calls of a deployment, as people are told. `caller`: a stranger may call. `key`: a key of another
 * deployment may. `credential`: a key has one more.
 */
export const foreignEffects = ['route', 'plugin', 'upstream', 'caller', 'key', 'credential'] as const;
export type ForeignEffect = (typeof foreignEffects)[number];

/** Returns whether objects of a kind have names. A group or a credential is told by whose it is. */
export const isNamed = (kind: ForeignKind): boolean => kind === 'route' || kind === 'plugin' || kind === 'upstream';

/** Returns what an object does. @param isOfKey whether the portal knows the key whose consumer it belongs to. */
export const effectOf = (kind: ForeignKind, isOfKey: boolean): ForeignEffect => {
  if (kind === 'acl') return isOfKey ? 'key' : 'caller';
  return kind === 'key-auth' || kind === 'oauth2' ? 'credential' : kind;
};
