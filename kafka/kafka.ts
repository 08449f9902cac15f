import { noting } from '#platform/calls-made.ts';
import { inCall } from '#platform/spans/span.ts';
import type { Calls } from './calls.ts';
import type { PlacePolicy } from './connect/open-connection.ts';
import { KafkaError } from './failure.ts';
import type { KafkaTarget } from './target.ts';
import { within } from './within.ts';

/** Milliseconds of a call from first to last, with everything that it asks. */
const callLimit = 15_000;

const codeOfFailure = (error: unknown): string | undefined =>
  error instanceof KafkaError ? error.failure.code : undefined;

/** The brokers of one environment, as Portico uses them. Every call rejects with a `KafkaError`, after 15 s at the latest. */
export type KafkaClient = Calls & Readonly<{ close: () => Promise<void> }>;

/**
 * Connects to the brokers of an environment. Whoever opens it closes it.
 *
 * @param policy says where no broker may be. It is asked for each place, also those that a broker points to.
 * @throws KafkaError why no broker answers.
 */
export const openKafka = async (target: KafkaTarget, policy: PlacePolicy): Promise<KafkaClient> => {
  // With the first connection: the library takes as long to load as all else that a worker needs.
  const [{ callsOf }, { connect }] = await Promise.all([import('./calls.ts'), import('./connect/connect.ts')]);
  const opening = connect(target, policy);
  const brokers = await within(callLimit, target, opening).catch((error: unknown) => {
    // One that comes too late is closed, so that nothing stays open.
    void opening.then((late) => late.close()).catch(() => undefined);
    throw error;
  });
  const calls = callsOf(brokers);
  const bounded = Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      (...args: never[]) =>
        inCall(`kafka ${name}`, { 'portico.call': name }, (say) =>
          noting(
            name,
            () => within(callLimit, target, (call as (...given: never[]) => Promise<unknown>)(...args)),
            codeOfFailure,
          ).catch((error: unknown) => {
            if (error instanceof KafkaError) say({ 'portico.result': error.failure.code });
            throw error;
          }),
        ),
    ]),
  );
  return { ...(bounded as Calls), close: brokers.close };
};

/** Connects, uses the brokers and closes. */
export const withKafka = async <Value>(
  target: KafkaTarget,
  policy: PlacePolicy,
  use: (kafka: KafkaClient) => Promise<Value>,
): Promise<Value> => {
  const kafka = await openKafka(target, policy);
  try {
    return await use(kafka);
  } finally {
    await kafka.close();
  }
};
