import { randomBytes } from 'node:crypto';
import { streamOf } from '#domain/core/id.ts';
import type { KafkaCredential } from '#domain/event-subscription/event-subscription.ts';
import { randomId } from '#platform/uuid.ts';
import type { Services } from '../http/services.ts';

type Vaulted = Pick<Services, 'pool' | 'vault' | 'names'>;

/**
 * Returns how the names of a subscription's users and groups begin at a Kafka. No other subscription has it, also not one of another
 * installation, and none begins as another: `portico-0a1b2c3d-12.`
 */
export const stemOf = ({ names }: Pick<Services, 'names'>, eventSubscriptionId: number): string =>
  `${names.installation}-${eventSubscriptionId}.`;

/**
 * Makes a login, and encrypts its password.
 *
 * @param generation counts the logins of a subscription: each has a user of its own, so that an old one can end alone.
 * @param given what somebody chose; '' for Portico's own choice. A password of its own has 192 random bits.
 */
export const newLogin = async (
  services: Vaulted,
  eventSubscriptionId: number,
  generation: number,
  given: Readonly<{ kafkaUserId: string; kafkaPassword: string }> = { kafkaUserId: '', kafkaPassword: '' },
): Promise<KafkaCredential> => {
  const { pool, vault } = services;
  const value = given.kafkaPassword || randomBytes(24).toString('base64url');
  const secretId = randomId();
  const owner = streamOf('event-subscription', eventSubscriptionId);
  await vault.sealSecret(pool, { id: secretId, kind: 'kafka-password', owner, value });
  return {
    user: given.kafkaUserId || `${stemOf(services, eventSubscriptionId)}${generation}`,
    isGiven: given.kafkaUserId !== '',
    password: { secretId, fingerprint: vault.fingerprint(value) },
  };
};
