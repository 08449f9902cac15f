import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import type { ReaderGroup } from '#domain/event-subscription/event-subscription.ts';
import { randomId } from '#platform/uuid.ts';
import type { WorkerWorld } from './worker-world.ts';

type Asked = Readonly<{
  kafkaEnvId: number;
  topicName: string;
  topicId?: number;
  organizationId?: number;
  writes?: boolean;
  group?: ReaderGroup | null;
  given?: string;
}>;

/** What people ask for about subscriptions, as commands. Each answers the operation's id. */
export const subscriptionRequests = ({
  vault,
  pool,
  send,
  names,
}: Pick<WorkerWorld, 'vault' | 'pool' | 'send' | 'names'>) => {
  const seal = async (id: number, value: string) => {
    const secretId = randomId();
    await vault.sealSecret(pool, { id: secretId, kind: 'kafka-password', owner: `event-subscription-${id}`, value });
    return { secretId, fingerprint: vault.fingerprint(value) };
  };
  const userOf = (id: number, generation = 1) => `${names.installation}-${id}.${generation}`;
  const passwordOf = (id: number, generation = 1) => `password-of-${id}-${generation}`;
  const credential = async (id: number, generation: number, given?: string) => ({
    user: given ?? userOf(id, generation),
    isGiven: given !== undefined,
    password: await seal(id, passwordOf(id, generation)),
  });
  const ask = async (id: number, type: 'FollowOrganization' | 'RequestRemoval'): Promise<string> => {
    const operationId = randomId();
    await send(eventSubscriptionDecider, id, { type, data: { operationId } });
    return operationId;
  };
  return {
    userOf,
    /** The login of a subscription, as its client has it. */
    loginOf: (id: number, generation = 1) => ({ user: userOf(id, generation), password: passwordOf(id, generation) }),
    stemOf: (id: number) => `${names.installation}-${id}.`,
    add: async (
      id: number,
      { kafkaEnvId, topicName, topicId = 1, organizationId = 1, writes = false, group, given }: Asked,
    ): Promise<string> => {
      const operationId = randomId();
      await send(eventSubscriptionDecider, id, {
        type: 'RequestSubscription',
        data: {
          eventSubscriptionId: id,
          operationId,
          topicId,
          kafkaEnvId,
          organizationId,
          name: `Subscription ${id}`,
          topicName,
          writes,
          group: group === undefined ? { pattern: 'prefixed', name: `${names.installation}-${id}.` } : group,
          credential: await credential(id, 1, given),
        },
      });
      return operationId;
    },
    rotate: async (id: number, generation: number, until = new Date(Date.now() + 3_600_000)): Promise<string> => {
      const operationId = randomId();
      await send(eventSubscriptionDecider, id, {
        type: 'RequestRotation',
        data: { operationId, credential: await credential(id, generation), until: until.toISOString() },
      });
      return operationId;
    },
    endPrevious: async (id: number): Promise<string> => {
      const operationId = randomId();
      await send(eventSubscriptionDecider, id, { type: 'EndPrevious', data: { operationId, dueBy: null } });
      return operationId;
    },
    follow: (id: number) => ask(id, 'FollowOrganization'),
    remove: (id: number) => ask(id, 'RequestRemoval'),
  };
};
