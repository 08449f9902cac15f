import { streamOf } from '#domain/core/id.ts';
import { differenceIdOf } from '#domain/difference/difference-id.ts';
import { type KafkaSubject, kafkaDifferenceIdOf } from '#domain/difference/kafka-subject.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { objectStreamId } from '#domain/gateway-object/object-id.ts';
import { keyLimitIdOf } from '#domain/key-limit/key-limit-id.ts';
import { kindRequestedBy } from '#domain/operation-kinds/requests.ts';
import { takeOverIdOf } from '#domain/take-over/take-over-id.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { allNounExamples } from '../examples/all-noun-examples.ts';

type Ids = Readonly<Record<string, number | string>>;

/** `event-subscription` has its id as `eventSubscriptionId`. */
const camelOf = (noun: string): string => noun.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());

const idIn = (noun: string, isOperation: boolean, data: Ids): number | string => {
  if (isOperation) return data.operationId ?? '';
  const { deploymentId = '', organizationId, gatewayId, objectId, serviceId } = data;
  if (noun === 'difference') return differenceIdOf(Number(deploymentId), String(objectId));
  if (noun === 'kafka-difference') return kafkaDifferenceIdOf(data as unknown as KafkaSubject, String(objectId));
  if (objectId !== undefined) return objectStreamId(Number(gatewayId), String(objectId));
  if (serviceId !== undefined) return takeOverIdOf(Number(gatewayId), String(serviceId));
  const ofDeployment =
    organizationId === undefined ? deploymentId : keyLimitIdOf(Number(deploymentId), Number(organizationId));
  return data[`${camelOf(noun)}Id`] ?? ofDeployment;
};

const examples: readonly RecordedEvent[] = allNounExamples.flatMap(({ decider: { noun }, isOperation, events }) =>
  Object.entries(events)
    .filter(([type]) => kindRequestedBy(type) !== undefined)
    .map(([type, data]) => ({
      id: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
      stream: streamOf(noun, idIn(noun, isOperation, data as Ids)),
      version: 1,
      position: '1',
      type,
      data,
      meta: {
        actor: { userId: 5, organizationId: 2, roles: [] },
        commandId: 'example',
        correlationId: 'example',
        time: '2026-01-05T08:00:00.000Z',
      },
    })),
);

/** An example of each event that requests an operation, in the stream of its noun. */
export const requestEvents = examples as readonly RecordedEvent<PorticoEvent>[];
