import { eventCategoryDecider } from '#domain/event-category/decider.ts';
import { removeEventTopic, saveEventTopic } from '#domain/event-topic/calls.ts';
import { readConfig } from '#domain/event-topic/config.ts';
import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import type { EventTopicDetails } from '#domain/event-topic/event-topic.ts';
import type { EventTopicBody } from '#domain/event-topic/schema.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { settingsIn } from '#domain/resource/resource.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import { enter, guardOf } from '#eventstore/guards.ts';
import { loadState } from '#eventstore/load.ts';
import { randomId } from '#platform/uuid.ts';
import { grantEventAccess } from '../access/grant-access.ts';
import { claimName, type NameRule } from '../http/claim-name.ts';
import { runCommand } from '../http/command.ts';
import { readGuards } from '../http/guards.ts';
import { newId } from '../http/new-id.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { enterOrganization } from '../organization/shared/enter-organization.ts';
import { checkAtBroker } from './at-broker.ts';
import { shownBy } from './row.ts';

const detailsOf = ({ id: _id, basedOn: _basedOn, choice: _choice, config, ...rest }: EventTopicBody) => {
  const settings = readConfig(config);
  // The body's schema has read it already.
  if (typeof settings === 'string') throw invalidField('config', settings);
  return { ...rest, config: settings };
};

/** @throws RefusedError when the category is gone, or does not have these events. */
const enterCategory = async (services: Services, { categoryId, subscribed }: EventTopicDetails) => {
  const { state, guards } = await enter(services, eventCategoryDecider, categoryId);
  if (state.status !== 'active') throw invalidField('categoryId', 'event-topic.category-gone');
  const known = new Set(state.details.events.map(({ id }) => id));
  if (!subscribed.every((id) => known.has(id))) throw invalidField('subscribed', 'event-topic.event-unknown');
  return guards;
};

/** @throws RefusedError when there is no such Kafka, or it is not open to the organization. */
const enterKafka = async (services: Services, { kafkaEnvId, organizationId }: EventTopicDetails, isNew: boolean) => {
  const { state, guards } = await enter(services, resourceDecider, kafkaEnvId);
  const kafka = settingsIn(state, 'KAFKA');
  if (!kafka) throw invalidField('kafkaEnvId', 'event-topic.kafka-gone');
  if (isNew && !kafka.isPublic && !kafka.organizations.includes(organizationId))
    throw invalidField('kafkaEnvId', 'event-topic.kafka-closed');
  return guards;
};

const namesAt = (kafkaEnvId: number): NameRule => ({
  table: 'event_topics',
  place: `event-topic-${kafkaEnvId}`,
  where: 'kafka_env_id = $3',
  value: kafkaEnvId,
  taken: 'event-topic.name-taken',
});

/** An organization has at most one topic of a category at each Kafka. @throws RefusedError at the category. */
const claimPlace = async (
  services: Services,
  id: number,
  details: EventTopicDetails,
): Promise<readonly UsedGuard[]> => {
  const { organizationId, categoryId, kafkaEnvId } = details;
  const guard = `event-topic-of-${organizationId}-${categoryId}`;
  const guards = await readGuards(services, [guard], ['event_topics']);
  const same = await services.db
    .selectFrom('event_topics')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('category_id', '=', categoryId)
    .where('kafka_env_id', '=', kafkaEnvId)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (same) throw invalidField('categoryId', 'event-topic.place-taken', { name: same.name });
  return guards;
};

/** Checks where a topic belongs. @returns the guards to append its event with. */
const enterPlaces = async (
  services: Services,
  id: number,
  details: EventTopicDetails,
): Promise<readonly UsedGuard[]> => {
  const guards = [
    enterOrganization(services, details.organizationId, () =>
      invalidField('organizationId', 'event-topic.organization-gone'),
    ),
    enterCategory(services, details),
    enterKafka(services, details, id === 0),
    claimName(services, namesAt(details.kafkaEnvId), id, details.name),
    claimPlace(services, id, details),
  ];
  return (await Promise.all<readonly UsedGuard[]>(guards)).flat();
};

export const eventTopicCommands = [
  route(saveEventTopic, {
    action: 'event-topic.save',
    summary: 'Add a topic, or change the one with this id. An operation makes it at its Kafka',
    handle: async (request) => {
      const { actor, body, services } = request;
      authorizeOpenly(actor, 'event-topic.save');
      const { id, basedOn, choice } = body;
      const wanted = detailsOf(body);
      return await runCommand(request, body, async () => {
        const eventTopicId = id === 0 ? await newId(services.pool, 'event-topic') : id;
        const guards = await enterPlaces(services, id, wanted);
        const state = id === 0 ? undefined : await loadState(services.store, eventTopicDecider, id);
        // What is gone, or going, is refused by its rules.
        const isOpen = !state || state.status === 'active';
        const details = isOpen ? await checkAtBroker(services, wanted, choice, state) : wanted;
        // Last, so that what is refused grants nothing.
        if (id === 0) await grantEventAccess(request, details.categoryId, details.organizationId);
        const asked = { ...details, operationId: randomId(), choice };
        return {
          decider: eventTopicDecider,
          id: eventTopicId,
          command:
            id === 0
              ? { type: 'AddEventTopic' as const, data: { ...asked, eventTopicId } }
              : { type: 'ChangeEventTopic' as const, data: asked },
          form: { basedOn, shows: shownBy },
          guards,
          response: (events) => ({
            id: eventTopicId,
            name: details.name,
            operationId: events.length > 0 ? asked.operationId : null,
          }),
        };
      });
    },
  }),
  route(removeEventTopic, {
    action: 'event-topic.remove',
    summary: 'Delete a topic with its messages. An operation deletes it at its Kafka',
    handle: async (request) => {
      const { actor, parameters, services } = request;
      authorizeOpenly(actor, 'event-topic.remove');
      const { id } = parameters;
      return await runCommand(request, parameters, async () => {
        // Whoever subscribes at the same moment passes the guard.
        const guards = await services.store.readGuards([guardOf(eventTopicDecider, id)]);
        const operationId = randomId();
        return {
          decider: eventTopicDecider,
          id,
          command: { type: 'RemoveEventTopic', data: { operationId } } as const,
          guards,
          response: (events) => ({ entityId: id, operationId: events.length > 0 ? operationId : null }),
        };
      });
    },
  }),
];
