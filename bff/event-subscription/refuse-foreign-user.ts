import { KafkaError } from '#kafka/failure.ts';
import { principalOf } from '#kafka/subscription-acls.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { askKafka } from '../resource/shared/ask-kafka.ts';

/**
 * Refuses a given user that a Kafka has, or has rights for: it is somebody else's. A Kafka that can't be asked refuses nothing, because
 * the operation asks again.
 *
 * @param user '' when Portico makes one.
 * @throws RefusedError at the field.
 */
export const refuseForeignUser = async (services: Services, kafkaEnvId: number, user: string): Promise<void> => {
  if (user === '') return;
  try {
    const isThere = await askKafka(
      services,
      kafkaEnvId,
      async (kafka) =>
        (await kafka.describeUsers([user])).length > 0 ||
        (await kafka.describeAcls({ principal: principalOf(user) })).length > 0,
    );
    if (isThere) throw invalidField('kafkaUserId', 'event-subscription.user-foreign');
  } catch (error) {
    if (!(error instanceof KafkaError)) throw error;
  }
};
