import { streamOf } from '#domain/core/id.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { keyLimitIdOf } from '#domain/key-limit/key-limit-id.ts';
import { kindRequestedBy } from '#domain/operation-kinds/requests.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { allNounExamples } from '../examples/all-noun-examples.ts';

type Ids = Readonly<Record<string, number | string>>;

const idIn = (noun: string, isOperation: boolean, data: Ids): number | string => {
  if (isOperation) return data.operationId ?? '';
  const { deploymentId = '', organizationId } = data;
  const ofDeployment =
    organizationId === undefined ? deploymentId : keyLimitIdOf(Number(deploymentId), Number(organizationId));
  return data[`${noun}Id`] ?? ofDeployment;
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
