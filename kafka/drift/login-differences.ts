import type { FieldDifference } from '#domain/difference/difference.ts';
import type { Acl } from '../admin/acls.ts';
import { without } from '../subscription-acls.ts';
import { rightText } from './acl-text.ts';
import { differing, digestOf, type KafkaDiffering } from './differing.ts';

/**
 * A login of a subscription.
 *
 * @property rights that it should have.
 * @property held   that Kafka has for it.
 * @property isThere whether Kafka has the user.
 */
export type SeenLogin = Readonly<{ user: string; rights: readonly Acl[]; held: readonly Acl[]; isThere: boolean }>;

/** Names of users may be long and have letters that ids of streams do not. */
export const loginObject = (kind: 'user' | 'rights' | 'protection', user: string): string =>
  `${kind}-${digestOf(user)}`;

/** Returns the rights that a login lacks. */
export const missingRights = ({ rights, held }: SeenLogin): Acl[] => without(rights, held);

/** Returns the denials that somebody set for a login. Taking one away opens something, so a person decides. */
export const denials = ({ held }: Pick<SeenLogin, 'held'>): Acl[] =>
  held.filter(({ permission }) => permission === 'deny');

/** Returns the rights that a login has and that nobody gave. */
export const unGivenRights = ({ rights, held }: Pick<SeenLogin, 'rights' | 'held'>): Acl[] =>
  without(held, rights).filter(({ permission }) => permission === 'allow');

export const heldFields = (acls: readonly Acl[]): FieldDifference[] =>
  acls.map((acl) => ({ field: rightText(acl), applied: null, held: acl.permission }));

/** Returns what of a login is not as it was applied, without what weakens protection. */
export const loginDifferences = (login: SeenLogin): KafkaDiffering[] => {
  const { user, isThere } = login;
  const missing = missingRights(login).map((acl) => ({ field: rightText(acl), applied: acl.permission, held: null }));
  const denied = heldFields(denials(login));
  return [
    ...(isThere
      ? []
      : [
          differing({
            objectId: loginObject('user', user),
            label: 'user',
            name: user,
            form: 'missing',
            fields: [],
            isReappliable: true,
          }),
        ]),
    ...(missing.length + denied.length === 0
      ? []
      : [
          differing({
            objectId: loginObject('rights', user),
            label: 'rights',
            name: user,
            form: denied.length > 0 ? 'changed' : 'missing',
            fields: [...missing, ...denied].sort((one, other) => (one.field < other.field ? -1 : 1)),
            isReappliable: true,
          }),
        ]),
  ];
};
