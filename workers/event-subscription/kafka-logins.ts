import { setTimeout as pause } from 'node:timers/promises';
import type { KafkaCredential } from '#domain/event-subscription/event-subscription.ts';
import type { Acl } from '#kafka/admin/acls.ts';
import type { KafkaClient } from '#kafka/kafka.ts';
import { principalOf, without } from '#kafka/subscription-acls.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { NotReadyError, PermanentError, type Run } from '../engine/run.ts';

/** Milliseconds that a change may need until every broker shows it, and between two looks. Measured: some 50. */
const patience = 4_000;
const look = 30;

/** Waits until Kafka shows a change. @throws NotReadyError when it does not, so that it is looked at again. */
export const readBack = async (isShown: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + patience;
  while (!(await isShown())) {
    if (Date.now() > deadline) throw new NotReadyError({ code: 'event-subscription.not-shown' });
    await pause(look);
  }
};

/**
 * A change at Kafka: checked that it is still wanted, made, read back and recorded. A worker may die before and after it, and the
 * next one finds what is left to do.
 */
type Change = Readonly<{
  step: string;
  target: string;
  result: 'created' | 'removed';
  make: () => Promise<unknown>;
  isShown: () => Promise<boolean>;
}>;

export type LoginWork = Readonly<{ run: Run; kafka: KafkaClient; assertStillWanted: () => Promise<void> }>;

const change = async ({ run, assertStillWanted }: LoginWork, { step, target, result, make, isShown }: Change) => {
  await run.assertCurrent();
  await assertStillWanted();
  crashPoint(`${run.subject.kind}.${step}.before`);
  await make();
  crashPoint(`${run.subject.kind}.${step}.after`);
  await readBack(isShown);
  await run.record(step, target, result);
};

/** Returns the password of a login. @throws PermanentError when it is destroyed. */
export const openPassword = async (
  { services: { vault, pool } }: Run,
  { password }: KafkaCredential,
): Promise<string> => {
  const value = await vault.openSecret(pool, password.secretId);
  if (value === undefined) throw new PermanentError({ code: 'secret.missing' });
  return value;
};

export const rightsOf = (kafka: KafkaClient, user: string): Promise<Acl[]> =>
  kafka.describeAcls({ principal: principalOf(user) });

export const isThere = async (kafka: KafkaClient, user: string): Promise<boolean> =>
  (await kafka.describeUsers([user])).length > 0;

/** Takes rights of a user away. A running client is stopped by it: Kafka asks for the rights with every call. */
export const takeRights = async (work: LoginWork, user: string, taken: readonly Acl[]): Promise<void> => {
  const { kafka } = work;
  if (taken.length === 0) return;
  await change(work, {
    step: 'take-kafka-rights',
    target: user,
    result: 'removed',
    make: () => kafka.deleteAcls(taken),
    isShown: async () => without(taken, await rightsOf(kafka, user)).length === taken.length,
  });
};

/** Takes all rights of a user away; the user stays. */
export const suspendLogin = async (work: LoginWork, user: string): Promise<void> =>
  takeRights(work, user, await rightsOf(work.kafka, user));

/** Takes a login away: the rights first, because a connection of a deleted user goes on for ever. */
export const removeLogin = async (work: LoginWork, user: string): Promise<void> => {
  const { kafka } = work;
  await suspendLogin(work, user);
  if (!(await isThere(kafka, user))) return;
  await change(work, {
    step: 'delete-kafka-user',
    target: user,
    result: 'removed',
    make: () => kafka.deleteUser(user),
    isShown: async () => !(await isThere(kafka, user)),
  });
};

/**
 * Makes a user with its password, without rights.
 *
 * @param isKnown Kafka had it with this password before.
 */
export const makeUser = async (
  work: LoginWork,
  { user }: Pick<KafkaCredential, 'user'>,
  password: string,
  isKnown: boolean,
): Promise<void> => {
  const { kafka } = work;
  if (isKnown && (await isThere(kafka, user))) return;
  await change(work, {
    step: 'make-kafka-user',
    target: user,
    result: 'created',
    make: () => kafka.upsertUser(user, password),
    isShown: () => isThere(kafka, user),
  });
};

/** Gives a user these rights, beside those that it has. */
export const createRights = async (work: LoginWork, user: string, missing: readonly Acl[]): Promise<void> => {
  const { kafka } = work;
  if (missing.length === 0) return;
  await change(work, {
    step: 'give-kafka-rights',
    target: user,
    result: 'created',
    make: () => kafka.createAcls(missing),
    isShown: async () => without(missing, await rightsOf(kafka, user)).length === 0,
  });
};

/** Gives a user exactly these rights: others that it has are taken first. */
export const giveRights = async (work: LoginWork, user: string, rights: readonly Acl[]): Promise<void> => {
  const { kafka } = work;
  const found = await rightsOf(kafka, user);
  await takeRights(work, user, without(found, rights));
  await createRights(work, user, without(rights, found));
};
