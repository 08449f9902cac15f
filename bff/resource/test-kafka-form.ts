import { isPlain, isSasl } from '#domain/resource/configs.ts';
import type { TestStep } from '#domain/resource/test-steps.ts';
import type { Cluster } from '#kafka/admin/cluster.ts';
import type { PlacePolicy } from '#kafka/connect/open-connection.ts';
import { KafkaError } from '#kafka/failure.ts';
import { withKafka } from '#kafka/kafka.ts';
import { type KafkaTarget, placesIn, placeText } from '#kafka/target.ts';
import { type KnownBrokers, targetOf } from '#kafka/target-of.ts';
import { within } from '#kafka/within.ts';

/** Milliseconds of the whole test. The screen says 20 s. */
const testLimit = 18_000;
/** Brokers that are tried where the cluster says that they are, and named. */
const brokersLimit = 10;

const step = (finding: string, state: TestStep['state'], parameters: TestStep['parameters'] = {}): TestStep => ({
  finding,
  state,
  parameters,
});

const failed = (error: unknown): TestStep => {
  if (!(error instanceof KafkaError)) throw error;
  const { code, parameters = {} } = error.failure;
  return step(code, 'failed', { ...parameters });
};

/** A client goes to each broker where the cluster says that it is. Often that is a place that only its own machines know. */
const elsewhereIn = async (target: KafkaTarget, { brokers }: Cluster, policy: PlacePolicy): Promise<TestStep[]> => {
  const asked = placesIn(target.servers).map(placeText);
  const others = brokers
    .map(placeText)
    .filter((place) => !asked.includes(place))
    .slice(0, brokersLimit);
  const tried = others.map((servers) =>
    withKafka({ ...target, servers }, policy, async () => undefined).catch((error: unknown) => {
      if (!(error instanceof KafkaError)) throw error;
      const { code, parameters } = error.failure;
      return { broker: servers, reason: String(parameters?.reason ?? code.replace('kafka.', '')) };
    }),
  );
  const [first] = (await Promise.all(tried)).filter((each) => each !== undefined);
  return first ? [step('kafka.broker-elsewhere', 'failed', first)] : [];
};

const rightsOf = ({ hasAcls, mayAdminister }: Cluster, user: string): TestStep => {
  if (hasAcls === false) return step('kafka.acls-off', 'failed');
  return mayAdminister ? step('kafka-rights', 'ok') : step('kafka.may-not-administer', 'failed', { user });
};

const findingsOf = async (tried: KnownBrokers, policy: PlacePolicy): Promise<TestStep[]> => {
  const target = targetOf(tried);
  const { securityProtocol, user } = tried;
  const cluster = await withKafka(target, policy, (kafka) => kafka.cluster());
  const [host] = placesIn(target.servers).map(placeText);
  const brokers = cluster.brokers.slice(0, brokersLimit).map(placeText).join(', ');
  return [
    step('kafka', 'ok', { host: host ?? '', version: cluster.version ?? '', brokers }),
    isPlain(securityProtocol) ? step('kafka-plain', 'note') : step('kafka-tls', 'ok'),
    isSasl(securityProtocol) ? step('kafka-password', 'ok', { user: user ?? '' }) : step('kafka-open', 'note'),
    ...(await elsewhereIn(target, cluster, policy)),
    rightsOf(cluster, user ?? 'ANONYMOUS'),
  ];
};

/** Tries the brokers of an environment as a form describes them. It only reads. */
export const testKafkaForm = async (tried: KnownBrokers, policy: PlacePolicy): Promise<TestStep[]> => {
  try {
    return await within(testLimit, targetOf(tried), findingsOf(tried, policy));
  } catch (error) {
    return [failed(error)];
  }
};
