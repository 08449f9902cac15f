import type { KafkaLogins, ReaderGroup } from '#domain/event-subscription/event-subscription.ts';
import { credentialsIn } from '#domain/event-subscription/logins.ts';
import type { Acl } from '#kafka/admin/acls.ts';
import { aclsOf, principalOf } from '#kafka/subscription-acls.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/** Milliseconds that a look waits for the read tables. */
const patience = 2_000;

type Row = Readonly<{
  id: number;
  topicName: string;
  writes: boolean;
  group: ReaderGroup | null;
  wanted: KafkaLogins;
  applied: KafkaLogins | null;
  /** Whether its operations have ended, and Kafka should have its logins. */
  isSettled: boolean;
  isSuspended: boolean;
}>;

/** A subscription with the logins that Kafka should have, and the rights of each. */
export type KnownLogins = Readonly<{
  id: number;
  isSettled: boolean;
  /** All users that it has or asked for, also while an operation changes them. */
  users: readonly string[];
  /** Null: it may not read. */
  group: ReaderGroup | null;
  logins: readonly Readonly<{ user: string; rights: readonly Acl[] }>[];
}>;

/**
 * Reads the subscriptions at a Kafka. Undefined: the read tables do not show yet what was asked for before this call, so nobody can say
 * whose a user is.
 */
export const readKnownLogins = async (
  { pool, store }: Pick<WorkerServices, 'pool' | 'store'>,
  kafkaEnvId: number,
): Promise<readonly KnownLogins[] | undefined> => {
  const isShown = await waitForPosition(pool, await store.newest(), patience, [
    'event_subscriptions',
    'organizations',
    'operations',
  ]);
  if (!isShown) return undefined;
  const { rows } = await pool.query<Row>(
    `select subscription.id, topic_name as "topicName", writes, reader_group as "group", wanted, applied,
       subscription.state in ('active', 'change-failed') and not exists (
         select from operations where place = 'event-subscription-' || subscription.id
           and operations.state in ('requested', 'started', 'waiting'))
         and not exists (
         select from operations where subject_noun = 'organization' and subject_id = subscription.organization_id::text
           and operations.state in ('requested', 'started', 'waiting')) as "isSettled",
       coalesce(organizations.status in ('deactivated', 'deleting', 'deleted'), false) as "isSuspended"
     from event_subscriptions subscription left join organizations on organizations.id = subscription.organization_id
     where kafka_env_id = $1 order by subscription.id`,
    [kafkaEnvId],
  );
  return rows.map(({ id, topicName: topic, writes, group, wanted, applied, isSettled, isSuspended }) => ({
    id,
    isSettled,
    group,
    users: [...credentialsIn(wanted), ...credentialsIn(applied)].map(({ user }) => user),
    logins: credentialsIn(applied).map(({ user }) => ({
      user,
      rights: isSuspended ? [] : aclsOf({ user, topic, writes, group }),
    })),
  }));
};

/** Returns the number of the subscription in the name of a user that this installation made: `portico-0a1b2c3d-12.1`. */
export const subscriptionIn = (installation: string, user: string): number | undefined => {
  if (!user.startsWith(`${installation}-`)) return undefined;
  const [, id] = /^([1-9]\d{0,9})\.[1-9]\d{0,9}$/.exec(user.slice(installation.length + 1)) ?? [];
  return id === undefined ? undefined : Number(id);
};

/**
 * Returns whether a principal is one of Portico's users, or Portico itself.
 *
 * @param ownUser who Portico is at this Kafka.
 */
export const ownPrincipals = (
  installation: string,
  known: readonly KnownLogins[],
  ownUser: string | null,
): ((principal: string) => boolean) => {
  const own = new Set(
    [...known.flatMap(({ users }) => users), ...(ownUser === null ? [] : [ownUser])].map(principalOf),
  );
  const prefix = principalOf('');
  return (principal) =>
    own.has(principal) ||
    (principal.startsWith(prefix) && subscriptionIn(installation, principal.slice(prefix.length)) !== undefined);
};
