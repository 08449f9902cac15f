import type { Kafka } from '#domain/resource/resource.ts';
import type { KafkaTarget } from './target.ts';

/** What a form or a resource says of the brokers of an environment. `authorities`: its certificates (PEM). */
export type KnownBrokers = Pick<Kafka, 'address' | 'internalAddr' | 'securityProtocol' | 'mechanism' | 'user'> &
  Readonly<{ password: string | undefined; authorities: readonly string[] }>;

/** Returns the brokers that Portico itself speaks with. */
export const targetOf = ({
  address,
  internalAddr,
  securityProtocol,
  mechanism,
  user,
  password,
  authorities,
}: KnownBrokers): KafkaTarget => ({
  servers: internalAddr ?? address,
  protocol: securityProtocol,
  login: mechanism === null ? undefined : { mechanism, user: user ?? '', password: password ?? '' },
  authorities,
});
