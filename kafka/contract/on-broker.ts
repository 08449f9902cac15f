import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { KafkaError, type KafkaFailure } from '../failure.ts';
import { type KafkaClient, withKafka } from '../kafka.ts';
import { type BrokerUnderTest, targetOf } from './broker-under-test.ts';

/** Everywhere. */
export const anywhere = async (): Promise<undefined> => undefined;

/** Returns a name that nobody else has. */
export const newName = (kind: string): string => `${kind}.${randomUUID().slice(0, 8)}`;

/** Uses a broker as its administrator. */
export const asAdmin = <Value>(broker: BrokerUnderTest, use: (kafka: KafkaClient) => Promise<Value>): Promise<Value> =>
  withKafka(targetOf(broker), anywhere, use);

/** Returns how a call failed. @throws Error when it did not. */
export const failureOf = async (started: Promise<unknown>): Promise<KafkaFailure> => {
  try {
    await started;
  } catch (error) {
    if (error instanceof KafkaError) return error.failure;
    throw error;
  }
  throw new Error('it did not fail');
};

/** Makes a user with a password, and returns both. */
export const newUser = async (kafka: KafkaClient): Promise<{ user: string; password: string }> => {
  const login = { user: newName('user'), password: randomUUID() };
  await kafka.upsertUser(login.user, login.password);
  return login;
};

/** Waits until what a broker says is as expected. Changes are in force some milliseconds after they were answered. */
export const eventually = <Value>(look: () => Promise<Value>) => expect.poll(look, { timeout: 20_000, interval: 50 });
