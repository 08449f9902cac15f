import type { FieldDifference } from '#domain/difference/difference.ts';
import { mostFields } from '#domain/difference/difference.ts';
import { type KafkaSubject, kafkaDifferenceIdOf } from '#domain/difference/kafka-subject.ts';
import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import { kafkaDifferenceDecider } from '#domain/kafka-difference/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { differing, type KafkaDiffering } from '#kafka/drift/differing.ts';
import { heldFields, loginObject, type SeenLogin, unGivenRights } from '#kafka/drift/login-differences.ts';
import type { KafkaClient } from '#kafka/kafka.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { type KafkaLook, kafkaPutBackOf, reportSeen } from './report.ts';
import { seeLogin, wantedLogins } from './see.ts';

/** What a user of Portico's has that nobody gave, field by field: its rights, and itself when it has ended. */
export const unGivenFields = (login: SeenLogin, isWanted: boolean): FieldDifference[] => [
  ...(isWanted || !login.isThere ? [] : [{ field: 'user', applied: null, held: login.user }]),
  ...heldFields(unGivenRights(login)),
];

/** A user as the log knows it now. @property isWanted whether Kafka should have it. */
type Known = Readonly<{ login: SeenLogin; isWanted: boolean; isKnown: boolean }>;

/** Reads a user of a subscription anew. Undefined: an operation changes the subscription. */
export const seeUser = async (
  services: Pick<WorkerServices, 'store'>,
  kafka: KafkaClient,
  id: number,
  user: string,
): Promise<Known | undefined> => {
  const subscription = await loadState(services.store, eventSubscriptionDecider, id);
  if (['adding', 'changing', 'removing'].includes(subscription.status)) return undefined;
  const wanted = (await wantedLogins(services, subscription)).find((each) => each.user === user);
  const isKnown = subscription.status !== 'none' && subscription.made.some((each) => each.user === user);
  return { login: await seeLogin(kafka, user, wanted?.rights ?? []), isWanted: wanted !== undefined, isKnown };
};

/**
 * Reports what weakens protection about a user of Portico's, and requests that it is taken away: rights that nobody gave, and a user that
 * has ended and is there again.
 *
 * @returns false when there is no such thing, or an operation changes the subscription.
 */
export const reportProtection = async (
  services: Pick<WorkerServices, 'store' | 'log'>,
  kafka: KafkaClient,
  look: KafkaLook,
  subject: KafkaSubject,
  user: string,
): Promise<boolean> => {
  const seen = await seeUser(services, kafka, subject.id, user);
  if (!seen?.isKnown) return false;
  const fields = unGivenFields(seen.login, seen.isWanted);
  if (fields.length === 0) return false;
  const objectId = loginObject('protection', user);
  const id = kafkaDifferenceIdOf(subject, objectId);
  const { form, label, name, fields: told } = differing({ objectId, label: 'user', name: user, form: 'added', fields });
  const isNews = await reportSeen(
    services,
    look,
    kafkaDifferenceDecider,
    id,
    {
      type: 'ReportKafkaLoss',
      data: {
        ...subject,
        ...{ objectId, label, name, form },
        fields: told.slice(0, mostFields),
        intactAt: look.before?.toISOString() ?? null,
        operationId: kafkaPutBackOf(look, id),
      },
    },
    'loss',
  );
  if (isNews)
    services.log.error({ kafka: look.kafkaEnvId, user }, 'a Kafka user has what nobody gave it: it is taken away');
  return true;
};

/** Returns a user that has this installation's name and that the log does not know: nobody can say whether somebody uses it. */
export const unknownUser = (user: string, login: SeenLogin): KafkaDiffering =>
  differing({
    objectId: loginObject('user', user),
    label: 'user',
    name: user,
    form: 'added',
    fields: unGivenFields(login, false),
    isReappliable: true,
  });
