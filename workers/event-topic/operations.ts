import type { eventTopicOperations } from '#domain/event-topic/operations.ts';
import { nothing, type WorkOf } from '../engine/handler.ts';
import { deleteTopic } from './delete-topic.ts';
import { saveTopic } from './save-topic.ts';

/** A late write does what was wanted a moment ago. The next save compares again, and a look at the topics finds what is gone. */
const afterLateWrite = nothing;

export const eventTopicWork = {
  'add-event-topic': { handler: saveTopic, afterLateWrite },
  'change-event-topic': { handler: saveTopic, afterLateWrite },
  'delete-event-topic': { handler: deleteTopic, afterLateWrite },
} satisfies WorkOf<keyof typeof eventTopicOperations>;
