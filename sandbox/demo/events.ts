import { keepKey } from '../../bff/resource/shared/keep-key.ts';
import { type AccessCommand, accessIdOfPair } from '../../domain/access/access.ts';
import { accessDecider } from '../../domain/access/decider.ts';
import type { EventActor } from '../../domain/core/event.ts';
import { resourceDecider } from '../../domain/resource/decider.ts';
import type { ResourceCommand } from '../../domain/resource/resource.ts';
import type { GatewayNames } from '../../gateway/names/gateway-names.ts';
import { commandOnce } from './command-once.ts';
import { demoTopic } from './event-topic.ts';
import type { Seeded, SeedServices } from './seed.ts';

/**
 * Registers the broker as a Kafka that the two organizations may use.
 *
 * @returns the id of the resource.
 */
const demoKafka = (services: SeedServices, { internal, partner, people }: Seeded): Promise<number> =>
  commandOnce(
    services,
    { name: 'kafka', actor: people.get('ada-lindqvist') as EventActor, noun: 'resource' },
    resourceDecider,
    async (resourceId, commandId): Promise<ResourceCommand> => {
      const { address, user, password } = services.kafka;
      const kept = { resourceId, commandId, kind: 'server-password', value: password } as const;
      const { secretId, fingerprint } = await keepKey(services, kept);
      return {
        type: 'RegisterResource',
        data: {
          resourceId,
          type: 'KAFKA',
          name: 'Development Kafka',
          isPublic: false,
          organizations: [internal.id, partner.id],
          custom: [],
          envType: 'DEV',
          address,
          internalAddr: null,
          securityProtocol: 'SASL_PLAINTEXT',
          mechanism: 'SCRAM-SHA-512',
          user,
          password: { secretId, fingerprint },
        },
      };
    },
  );

/** The partner has access to the events of orders, and asks for those of settlements. */
const demoEventAccess = async (services: SeedServices, seeded: Seeded): Promise<void> => {
  const person = (sub: string) => seeded.people.get(sub) as EventActor;
  const [admin, grace, liam] = [person('ada-lindqvist'), person('grace-okafor'), person('liam-chen')];
  const pairOf = (category: string) => ({
    eventCategoryId: seeded.eventCategoryIds.get(category) as number,
    organizationId: seeded.partner.id,
  });
  const once = (
    category: string,
    what: 'asked' | 'approved',
    actor: EventActor,
    command: (id: number) => AccessCommand,
  ): Promise<number> => {
    const noun = what === 'asked' ? 'access-request' : 'access-grant';
    const name = `event-access/${category}/${what}`;
    return commandOnce(services, { name, actor, noun }, accessDecider, command, () => accessIdOfPair(pairOf(category)));
  };
  const ask = (category: string, { userId, ...actor }: EventActor, reason: string) =>
    once(category, 'asked', { userId, ...actor }, (requestId) => ({
      type: 'RequestAccess',
      data: { requestId, ...pairOf(category), requestedBy: userId, reason },
    }));

  const requestId = await ask('Orders', liam, 'Our trucks leave when an order is packed, without asking every minute.');
  await once('Orders', 'approved', admin, (grantId) => ({
    type: 'ApproveRequest',
    data: { requestId, grantId, note: 'Welcome.' },
  }));
  await ask('Settlements', grace, 'Our bookkeeping compares freight charges with what was settled.');
};

/**
 * Fills in what the demo has of events: a Kafka, who has access, a topic and who reads it. Does each once.
 *
 * @returns a sentence for what is not there.
 */
export const demoEvents = async (
  services: SeedServices & Readonly<{ names: GatewayNames }>,
  seeded: Seeded,
): Promise<readonly string[]> => {
  const kafkaEnvId = await demoKafka(services, seeded);
  await demoEventAccess(services, seeded);
  return await demoTopic(services, seeded, kafkaEnvId);
};
