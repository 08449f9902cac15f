import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import { credentialsIn } from '#domain/event-subscription/logins.ts';
import type { KnownTopic } from '#domain/event-topic/event-topic.ts';
import type { FoundKafkaDifference } from '#domain/kafka-difference/kafka-difference.ts';
import { loadState } from '#eventstore/load.ts';
import { denials, missingRights } from '#kafka/drift/login-differences.ts';
import { aclObject } from '#kafka/drift/others-acls.ts';
import { settingDifferences } from '#kafka/drift/topic-differences.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { PermanentError, type Run } from '../engine/run.ts';
import {
  createRights,
  type LoginWork,
  makeUser,
  openPassword,
  readBack,
  removeLogin,
  takeRights,
} from '../event-subscription/kafka-logins.ts';
import type { Brokers } from '../kafka/with-brokers.ts';
import { seeLogin, wantedLogins } from './see.ts';

const workOf = (run: Run, { kafka }: Brokers): LoginWork => ({ run, kafka, assertStillWanted: run.assertCurrent });

/** Sets the settings of a topic as they were applied. All others stay. */
const setSettings = async (run: Run, { kafka }: Brokers, topic: KnownTopic): Promise<void> => {
  const { name } = topic.details;
  const differing = async () => settingDifferences(topic, await kafka.describeConfigs(name));
  const changes = Object.fromEntries((await differing()).map(({ field, applied }) => [field, applied]));
  await run.assertCurrent();
  crashPoint('reapply-kafka-drift.configure.before');
  await kafka.alterConfigs(name, changes);
  crashPoint('reapply-kafka-drift.configure.after');
  await readBack(async () => (await differing()).length === 0);
  await run.record('change settings', Object.keys(changes).join(', ').slice(0, 200), 'changed');
};

/** Makes a user of a subscription again, with its password. */
const makeAgain = async (run: Run, brokers: Brokers, id: number, user: string): Promise<void> => {
  const state = await loadState(run.services.store, eventSubscriptionDecider, id);
  const applied = state.status === 'none' ? null : state.applied;
  const credential = credentialsIn(applied).find((each) => each.user === user);
  if (!credential) throw new PermanentError({ code: 'difference.gone' });
  await makeUser(workOf(run, brokers), credential, await openPassword(run, credential), true);
};

/** Gives a user of a subscription the rights that it lacks, and takes denials away. */
const giveBack = async (run: Run, brokers: Brokers, id: number, user: string): Promise<void> => {
  const { store } = run.services;
  const wanted = await wantedLogins({ store }, await loadState(store, eventSubscriptionDecider, id));
  const known = wanted.find((each) => each.user === user);
  if (!known) throw new PermanentError({ code: 'difference.gone' });
  const login = await seeLogin(brokers.kafka, user, known.rights);
  await takeRights(workOf(run, brokers), user, denials(login));
  await createRights(workOf(run, brokers), user, missingRights(login));
};

/** Takes a right away that nobody gave here. Its principal may be of any kind. */
const removeAcl = async (run: Run, { kafka }: Brokers, objectId: string): Promise<void> => {
  const find = async () => (await kafka.describeAcls()).find((each) => aclObject(each) === objectId);
  const acl = await find();
  if (!acl) return;
  await run.assertCurrent();
  crashPoint('reapply-kafka-drift.remove-acl.before');
  await kafka.deleteAcls([acl]);
  crashPoint('reapply-kafka-drift.remove-acl.after');
  await readBack(async () => (await find()) === undefined);
  await run.record('take-kafka-rights', acl.principal.slice(0, 200), 'removed');
};

/** Brings one object at Kafka to what was applied, or removes what nobody applied. All else stays as it is. */
export const putRight = async (
  run: Run,
  brokers: Brokers,
  { noun, id, objectId, label, name }: FoundKafkaDifference,
  topic: KnownTopic | undefined,
): Promise<void> => {
  if (objectId === 'settings' && topic) return await setSettings(run, brokers, topic);
  if (label === 'ACL') return await removeAcl(run, brokers, objectId);
  if (noun === 'resource') return await removeLogin(workOf(run, brokers), name);
  if (label === 'user') return await makeAgain(run, brokers, id, name);
  if (label === 'rights') return await giveBack(run, brokers, id, name);
  throw new PermanentError({ code: 'difference.not-reappliable' });
};
