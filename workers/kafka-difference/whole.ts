import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import { loadState } from '#eventstore/load.ts';
import type { Acl } from '#kafka/admin/acls.ts';
import type { KafkaDiffering } from '#kafka/drift/differing.ts';
import type { SeenLogin } from '#kafka/drift/login-differences.ts';
import { aclObject, type OthersAcl, othersAcls, othersDifference } from '#kafka/drift/others-acls.ts';
import { principalOf } from '#kafka/subscription-acls.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { unknownUser } from './find-protection.ts';
import { isOfOneTopic, type SeenRights } from './look-at-kafka.ts';
import { type KnownLogins, ownPrincipals, subscriptionIn } from './own-principals.ts';

/** What Portico has at one Kafka, as the read tables know it. @property ownUser who Portico is there. */
export type OwnAtKafka = Readonly<{
  topics: readonly string[];
  logins: readonly KnownLogins[];
  ownUser: string | null;
}>;

/** The most of others' rights that one look reports. What is left over is reported after an answer to these. */
const mostOthers = 500;

/** Returns what each user may do, by its name. */
export const rightsByUser = ({ acls }: SeenRights): ReadonlyMap<string, readonly Acl[]> =>
  Map.groupBy(
    acls.filter(({ principal }) => principal.startsWith(principalOf(''))),
    ({ principal }) => principal.slice(principalOf('').length),
  );

/** A user with this installation's name that no subscription has now. @property isMade whether the subscription ever had it. */
export type FormerUser = Readonly<{ id: number; login: SeenLogin; isMade: boolean }>;

/** Returns the users that Kafka has, or that have rights there, and that this installation may have made and has no more. */
export const formerUsers = async (
  { store, names: { installation } }: Pick<WorkerServices, 'store' | 'names'>,
  seen: SeenRights,
  { logins }: OwnAtKafka,
): Promise<FormerUser[]> => {
  const rights = rightsByUser(seen);
  const now = new Set(logins.flatMap(({ users }) => users));
  const former: FormerUser[] = [];
  for (const user of new Set([...seen.users, ...rights.keys()])) {
    const id = now.has(user) ? undefined : subscriptionIn(installation, user);
    if (id === undefined) continue;
    const state = await loadState(store, eventSubscriptionDecider, id);
    const isMade = state.status !== 'none' && state.made.some((each) => each.user === user);
    const login = { user, rights: [], held: rights.get(user) ?? [], isThere: seen.users.has(user) };
    former.push({ id, login, isMade });
  }
  return former;
};

/** Returns others' rights to Portico's topics and to the groups of its readers. */
export const othersIn = (
  { names }: Pick<WorkerServices, 'names'>,
  { acls }: Pick<SeenRights, 'acls'>,
  { topics, logins, ownUser }: OwnAtKafka,
): OthersAcl[] => {
  const groups = logins.flatMap(({ group }) => (group ? [group] : []));
  const found = othersAcls(acls, { topics, groups }, ownPrincipals(names.installation, logins, ownUser));
  // A broker tells them in no fixed order, and each look must leave out the same ones.
  return found.length <= mostOthers
    ? found
    : found.toSorted((one, other) => (aclObject(one.acl) < aclObject(other.acl) ? -1 : 1)).slice(0, mostOthers);
};

/** Returns what belongs to no topic and no subscription: rights to several topics or to groups, and users that the log does not know. */
export const wholeDifferences = (others: readonly OthersAcl[], former: readonly FormerUser[]): KafkaDiffering[] => [
  ...others.filter((each) => !isOfOneTopic(each)).map(othersDifference),
  ...former.filter(({ isMade }) => !isMade).map(({ login }) => unknownUser(login.user, login)),
];
