import { aboutAt, kafkaNamed, type OperationsOf, type SubjectNamesOf } from '../core/operation-kind.ts';
import type { EventTopicEvent } from './event-topic.ts';

const of = ({ eventTopicId }: { eventTopicId: number }) => aboutAt('event-topic', eventTopicId);

export const eventTopicOperations = {
  'add-event-topic': { requestedBy: 'EventTopicAddRequested', cancellable: true, at: 'kafka', about: of },
  'change-event-topic': { requestedBy: 'EventTopicChangeRequested', cancellable: true, at: 'kafka', about: of },
  'delete-event-topic': { requestedBy: 'EventTopicRemovalRequested', at: 'kafka', about: of, removal: true },
} as const satisfies OperationsOf<EventTopicEvent>;

type Named = Readonly<{ name: string; kafkaEnvId: number; organizationId: number }>;
const nameOf = (id: number, { name, kafkaEnvId, organizationId }: Named) => ({
  id,
  name,
  resource: kafkaNamed(kafkaEnvId),
  organizationId,
});

export const eventTopicNames: SubjectNamesOf<EventTopicEvent> = {
  EventTopicAddRequested: (data) => nameOf(data.eventTopicId, data),
  EventTopicChangeRequested: ({ eventTopicId, to }) => nameOf(eventTopicId, to),
};
