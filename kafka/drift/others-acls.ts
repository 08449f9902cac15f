import type { Acl } from '../admin/acls.ts';
import { aclText } from './acl-text.ts';
import { differing, digestOf, type KafkaDiffering } from './differing.ts';

/** The most topics that are named beside a right to several. */
const mostTopics = 20;

/** A right of somebody else to topics of Portico's. @property topics all that it is about. */
export type OthersAcl = Readonly<{ acl: Acl; topics: readonly string[] }>;

/** Returns the place of the first of sorted names that is not before `name`. */
const placeOf = (sorted: readonly string[], name: string): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < name) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Returns the topics that an ACL is about. @param sorted names of topics. */
const coveredBy = ({ resource, name, pattern }: Acl, sorted: readonly string[]): readonly string[] => {
  if (resource !== 'topic') return [];
  if (pattern === 'literal' && name === '*') return sorted;
  const first = placeOf(sorted, name);
  if (pattern === 'literal') return sorted[first] === name ? [name] : [];
  let end = first;
  while (sorted[end]?.startsWith(name)) end += 1;
  return sorted.slice(first, end);
};

/**
 * Returns the ACLs on these topics that are for nobody of Portico's: by name, by the beginning of names, on all, and for everybody.
 *
 * @param isOwn whether a principal is a user of Portico's, or the login of Portico itself.
 */
export const othersAcls = (
  acls: readonly Acl[],
  topics: readonly string[],
  isOwn: (principal: string) => boolean,
): OthersAcl[] => {
  const sorted = topics.toSorted((one, other) => (one < other ? -1 : 1));
  return acls.flatMap((acl) => {
    if (isOwn(acl.principal)) return [];
    const covered = coveredBy(acl, sorted);
    return covered.length === 0 ? [] : [{ acl, topics: covered }];
  });
};

/** Returns the id of an ACL. */
export const aclObject = ({ resource, name, pattern, principal, host, operation, permission }: Acl): string =>
  `acl-${digestOf(resource, name, pattern, principal, host, operation, permission)}`;

/** Returns an ACL that nobody gave here as a difference. A topic that it is about too, and that is made later, does not make it another one. */
export const othersDifference = ({ acl, topics }: OthersAcl): KafkaDiffering => {
  const fields = (['resource', 'name', 'pattern', 'principal', 'host', 'operation', 'permission'] as const).map(
    (field) => ({ field, applied: null, held: acl[field] }),
  );
  const named = topics.slice(0, mostTopics).join('\n');
  return differing(
    {
      objectId: aclObject(acl),
      label: 'ACL',
      name: aclText(acl),
      form: 'added',
      fields,
      isReappliable: true,
    },
    topics.length > 1
      ? [{ field: 'topics', applied: null, held: topics.length > mostTopics ? `${named}\n…` : named }]
      : [],
  );
};
