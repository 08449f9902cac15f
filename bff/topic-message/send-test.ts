import { type Problem, RefusedError, refuse } from '#domain/core/problem.ts';
import type { CategoryEvent } from '#domain/event-category/event-category.ts';
import type { KnownTopic } from '#domain/event-topic/event-topic.ts';
import { topicMessageDecider } from '#domain/topic-message/decider.ts';
import type { Violation } from '#domain/topic-message/schema.ts';
import type { TopicMessageCommand } from '#domain/topic-message/topic-message.ts';
import { loadState } from '#eventstore/load.ts';
import { KafkaError, type KafkaFailureCode } from '#kafka/failure.ts';
import type { KafkaClient } from '#kafka/kafka.ts';
import { randomId } from '#platform/uuid.ts';
import { writeEvents } from '#specs/events/read-events.ts';
import { specResult } from '../documents/spec-job.ts';
import { commandIdOf, runCommand } from '../http/command.ts';
import { authorizeOpenly, type Received } from '../http/route.ts';
import { invalidField } from '../input/invalid.ts';
import { atOwnTopic, eventsOf, loadTopic, unavailable } from './at-own-topic.ts';

/** The header by which readers tell a test from a message that counts, and the one that names the event. */
const testHeader = 'portico-test';
const eventHeader = 'event-type';

type TestMessage = Readonly<{ eventId: number; key: string; payload: string }>;
type Request = Pick<Received, 'c' | 'services' | 'caller' | 'action' | 'actor'> &
  Readonly<{ parameters: Readonly<{ id: number }>; body: TestMessage }>;
type Place = Readonly<{ partition: number; offset: number }>;

const problemOf = ({ path, kind, detail }: Violation): Problem => ({
  code: `topic-message.violation-${kind}`,
  field: 'payload',
  parameters: { path, detail },
});

/** @throws RefusedError at the payload for each violation of the schema. */
const checkPayload = async ({ c, actor, body: { payload } }: Request, event: CategoryEvent): Promise<void> => {
  const documents = [writeEvents([event]), new TextEncoder().encode(payload)];
  const options = { by: actor, signal: c.req.raw.signal };
  const { check } = await specResult(
    { kind: 'message' },
    documents.map((bytes) => ({ load: async () => bytes })),
    options,
  );
  const [first, ...more] = check.violations.map(problemOf);
  if (first) throw new RefusedError(refuse('invalid', first, ...more));
};

/** A broker that says so surely does not have the message. */
const surely: readonly KafkaFailureCode[] = ['kafka.refused', 'kafka.not-allowed', 'kafka.unknown-topic'];

/** Writes down what became of a message. */
const record = async (
  request: Request,
  id: string,
  command: TopicMessageCommand,
): Promise<Readonly<{ isFirst: boolean; position: string }>> => {
  const answer = await runCommand(
    request,
    { id, type: command.type },
    async () => ({
      decider: topicMessageDecider,
      id,
      command,
      response: (events) => ({ isFirst: events.length > 0 }),
    }),
    randomId(),
  );
  return { isFirst: answer.isFirst === true, position: String(answer.position) };
};

const send = async (request: Request, kafka: KafkaClient, id: string, topic: KnownTopic, event: CategoryEvent) => {
  const { key, payload } = request.body;
  const headers = { [testHeader]: 'true', [eventHeader]: event.eventTypeId };
  const message = { ...(key === '' ? {} : { key }), value: payload, headers };
  try {
    return await kafka.send(topic.details.name, message);
  } catch (error) {
    if (!(error instanceof KafkaError) || !surely.includes(error.failure.code)) throw error;
    await record(request, id, { type: 'RefuseTest', data: { reason: error.failure.code } });
    if (error.failure.code !== 'kafka.refused') throw error;
    throw new RefusedError(refuse('unavailable', { ...error.failure, field: 'payload' }));
  }
};

/**
 * Sends a test message while the person waits. That it was begun is recorded first, without key and payload, and a message whose end
 * nobody knows is not sent again by the same request.
 *
 * @throws RefusedError 400 at the payload when it breaks the schema; 409 when it may have been sent already; 503.
 */
export const sendTest = async (request: Request): Promise<Place & Readonly<{ position: string }>> => {
  const { actor, services, parameters, body } = request;
  authorizeOpenly(actor, 'event-topic.send-test');
  const topic = await loadTopic(services, parameters.id);
  const event = (await eventsOf(services, topic)).find(({ id }) => id === body.eventId);
  if (!event) throw invalidField('eventId', 'topic-message.event-required');
  await checkPayload(request, event);
  const { vault, store } = services;
  const id = commandIdOf(request);
  const begin = {
    type: 'BeginTest',
    data: {
      eventTopicId: parameters.id,
      organizationId: topic.details.organizationId,
      eventTypeId: event.eventTypeId,
    },
  } as const;
  return await atOwnTopic(services, actor, topic, async (kafka) => {
    const attempt = randomId();
    // What tells a repeated request apart is stored: not the message, and nothing that it could be guessed from.
    const content = { ...parameters, eventId: body.eventId, message: vault.fingerprint(JSON.stringify(body)) };
    const begun = await runCommand(request, content, async () => ({
      decider: topicMessageDecider,
      id,
      isNew: true,
      command: begin,
      response: { attempt },
    }));
    if (begun.attempt !== attempt) {
      const before = await loadState(store, topicMessageDecider, id);
      if (before.status === 'sent')
        return { partition: before.partition, offset: before.offset, position: String(begun.position) };
      const again = before.status === 'refused' ? await record(request, id, begin) : undefined;
      if (!again?.isFirst) throw new RefusedError(refuse('conflict', { code: 'topic-message.unknown' }));
    }
    const place = await send(request, kafka, id, topic, event).catch((error: unknown) => {
      throw error instanceof KafkaError ? unavailable(actor, error) : error;
    });
    const { position } = await record(request, id, { type: 'ConfirmTest', data: place });
    return { ...place, position };
  });
};
