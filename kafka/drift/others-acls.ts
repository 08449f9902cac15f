import type { Acl } from '../admin/acls.ts';
import { aclText } from './acl-text.ts';
import { differing, digestOf, type KafkaDiffering } from './differing.ts';

/** The most things that are named beside a right to several. */
const mostNamed = 20;

/** Groups of readers: one by its name, or all that begin so. */
type OwnGroup = Readonly<{ pattern: 'literal' | 'prefixed'; name: string }>;

/** What of Portico's rights may be about. @property groups of its subscriptions' readers. */
type OwnThings = Readonly<{ topics: readonly string[]; groups: readonly OwnGroup[] }>;

/** A right of somebody else to topics of Portico's, or to groups of its readers. @property covers all that it is about. */
export type OthersAcl = Readonly<{ acl: Acl; covers: readonly string[] }>;

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

/** Returns the sorted names that begin so. */
const beginningWith = (sorted: readonly string[], beginning: string): readonly string[] => {
  const first = placeOf(sorted, beginning);
  let end = first;
  while (sorted[end]?.startsWith(beginning)) end += 1;
  return sorted.slice(first, end);
};

const sortedNames = (names: Iterable<string>): string[] =>
  [...new Set(names)].sort((one, other) => (one < other ? -1 : 1));

/** Returns a function that says which of sorted names an ACL is about. */
const coveredTopics =
  (sorted: readonly string[]) =>
  ({ name, pattern }: Acl): readonly string[] => {
    if (pattern === 'prefixed') return beginningWith(sorted, name);
    if (name === '*') return sorted;
    return sorted[placeOf(sorted, name)] === name ? [name] : [];
  };

/** Returns a function that says which groups an ACL is about. Those that begin alike are written `till.*`. */
const coveredGroups = (groups: readonly OwnGroup[]) => {
  const namesOf = (wanted: OwnGroup['pattern']) =>
    sortedNames(groups.flatMap(({ pattern, name }) => (pattern === wanted ? [name] : [])));
  const [literals, prefixes] = [namesOf('literal'), namesOf('prefixed')];
  const [ofOne, ofSeveral] = [new Set(literals), new Set(prefixes)];
  const written = (found: readonly string[]) => found.map((prefix) => `${prefix}*`);
  return ({ name, pattern }: Acl): readonly string[] => {
    if (pattern === 'literal' && name === '*') return [...literals, ...written(prefixes)];
    /** What begins with `name`, or is it; and beginnings of `name` itself. */
    const [one, longer] =
      pattern === 'prefixed'
        ? [beginningWith(literals, name), beginningWith(prefixes, name)]
        : [ofOne.has(name) ? [name] : [], ofSeveral.has(name) ? [name] : []];
    const shorter = Array.from(name, (_sign, length) => name.slice(0, length)).filter((each) => ofSeveral.has(each));
    return [...one, ...written([...shorter, ...longer])];
  };
};

/**
 * Returns the ACLs on these topics and groups that are for nobody of Portico's: by name, by the beginning of names, on all, and for
 * everybody. Who may read as a group can move its place, so that its readers miss messages, and take partitions from them.
 *
 * @param isOwn whether a principal is a user of Portico's, or the login of Portico itself.
 */
export const othersAcls = (
  acls: readonly Acl[],
  { topics, groups }: OwnThings,
  isOwn: (principal: string) => boolean,
): OthersAcl[] => {
  const coveredBy = { topic: coveredTopics(sortedNames(topics)), group: coveredGroups(groups) };
  return acls.flatMap((acl) => {
    if (isOwn(acl.principal) || (acl.resource !== 'topic' && acl.resource !== 'group')) return [];
    const covers = coveredBy[acl.resource](acl);
    return covers.length === 0 ? [] : [{ acl, covers }];
  });
};

/** Returns the id of an ACL. */
export const aclObject = ({ resource, name, pattern, principal, host, operation, permission }: Acl): string =>
  `acl-${digestOf(resource, name, pattern, principal, host, operation, permission)}`;

/**
 * Returns an ACL that nobody gave here as a difference. A topic or group that it is about too, and that is made later, does not make it
 * another one.
 */
export const othersDifference = ({ acl, covers }: OthersAcl): KafkaDiffering => {
  const fields = (['resource', 'name', 'pattern', 'principal', 'host', 'operation', 'permission'] as const).map(
    (field) => ({ field, applied: null, held: acl[field] }),
  );
  const named = covers.slice(0, mostNamed).join('\n');
  const isNamedByItself = covers.length === 1 && covers[0] === acl.name;
  return differing(
    {
      objectId: aclObject(acl),
      label: 'ACL',
      name: aclText(acl),
      form: 'added',
      fields,
      isReappliable: true,
    },
    isNamedByItself
      ? []
      : [
          {
            field: acl.resource === 'group' ? 'groups' : 'topics',
            applied: null,
            held: covers.length > mostNamed ? `${named}\n…` : named,
          },
        ],
  );
};
