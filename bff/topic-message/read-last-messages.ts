import { RefusedError, refuse } from '#domain/core/problem.ts';
import { topicMessageDecider } from '#domain/topic-message/decider.ts';
import type { LastMessages } from '#domain/topic-message/schema.ts';
import type { LastBatches } from '#kafka/messages/fetch-last.ts';
import { randomId } from '#platform/uuid.ts';
import { type SentSchema, writeEvents } from '#specs/events/read-events.ts';
import type { ShownMessages } from '#specs/events/show-messages.ts';
import { hasEventAccess } from '../access/access.ts';
import { type SpecJobOptions, specResult } from '../documents/spec-job.ts';
import { runCommand } from '../http/command.ts';
import { authorize, type Received } from '../http/route.ts';
import { atOwnTopic, eventsOf, loadTopic } from './at-own-topic.ts';

/** Unpacks and checks messages in a child process. Nothing of them is cached. */
const shownIn = async (
  { fetched }: LastBatches,
  events: readonly SentSchema[],
  options: SpecJobOptions,
): Promise<ShownMessages> => {
  if (fetched.length === 0) return { messages: [], leftOut: 0 };
  const batches = fetched.map(({ records: _, ...each }) => each);
  const documents = [writeEvents(events), ...fetched.map(({ records }) => records)];
  const jobDocuments = documents.map((bytes) => ({ load: async () => bytes }));
  return (await specResult({ kind: 'messages', batches }, jobDocuments, options)).shown;
};

/** What a schema may have caused. Without schemas the messages can still be shown. */
const bySchema: readonly string[] = ['spec.too-slow', 'spec.too-big-expanded'];
const isBySchema = (error: unknown): boolean =>
  error instanceof RefusedError && bySchema.includes(error.refusal.problems[0].code);

type Request = Pick<Received, 'c' | 'services' | 'caller' | 'action' | 'actor'> &
  Readonly<{ parameters: Readonly<{ id: number }> }>;

/** Reads the last messages of a topic, records the look, and then answers them. */
export const readMessages = async (request: Request): Promise<LastMessages> => {
  const { actor, services, c } = request;
  const { id } = request.parameters;
  const topic = await loadTopic(services, id);
  const { organizationId, categoryId, name } = topic.details;
  const granted = await hasEventAccess(services.db, categoryId, actor.organizationId);
  authorize(actor, 'event-topic.look', { organizationId, granted });
  const [last, events] = await Promise.all([
    atOwnTopic(services, actor, topic, (kafka) => kafka.fetchLast(name)),
    eventsOf(services, topic),
  ]);
  const options = { by: actor, signal: c.req.raw.signal };
  const shown = await shownIn(last, events, options).catch(async (error: unknown) => {
    if (!isBySchema(error)) throw error;
    const { messages, leftOut } = await shownIn(last, [], options).catch((again: unknown) => {
      throw isBySchema(again) ? new RefusedError(refuse('unavailable', { code: 'topic-message.too-slow' })) : again;
    });
    const unchecked = { result: 'unchecked' as const, eventTypeId: null, violations: [] };
    return { messages: messages.map((each) => ({ ...each, check: unchecked })), leftOut };
  });
  const look = randomId();
  // Each look is recorded, also one that is sent again with the same key.
  await runCommand(
    request,
    { id },
    async () => ({
      decider: topicMessageDecider,
      id: look,
      isNew: true,
      command: {
        type: 'RecordRead',
        data: { eventTopicId: id, organizationId, messages: shown.messages.length },
      } as const,
      response: { id },
    }),
    look,
  );
  return { ...shown, isPartial: last.isPartial };
};
