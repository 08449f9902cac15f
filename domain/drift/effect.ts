import type { ForeignKind } from './drift.ts';

/**
 * What somebody else's object does to the calls of a deployment, as people are told. `caller`: a stranger may call. `key`: a key of another
 * deployment may. `credential`: a key has one more. `consumer`: an older event does not say whether it is a key's or a stranger's.
 */
export const foreignEffects = ['route', 'plugin', 'upstream', 'caller', 'key', 'credential', 'consumer'] as const;
export type ForeignEffect = (typeof foreignEffects)[number];

/** Returns whether objects of a kind have names. A group or a credential is told by whose it is. */
export const isNamed = (kind: ForeignKind): kind is 'route' | 'plugin' | 'upstream' =>
  kind === 'route' || kind === 'plugin' || kind === 'upstream';

/**
 * Returns what an object does.
 *
 * @param name    as the event has it: of a group or a credential '', in older events, which know no key, an id.
 * @param isOfKey whether the portal knows the key whose consumer it belongs to.
 */
export const effectOf = (kind: ForeignKind, name: string, isOfKey: boolean): ForeignEffect => {
  if (isNamed(kind)) return kind;
  if (!isOfKey && name !== '') return 'consumer';
  if (kind === 'acl') return isOfKey ? 'key' : 'caller';
  return 'credential';
};
