import { expect, it } from 'vitest';
import { operationKinds } from '#domain/operation-kinds/operation-kinds.ts';
import { streamOfRequest } from '#domain/operation-kinds/requests.ts';
import { requestEvents } from '#test/world/request-events.ts';
import { jobIdOf, jobIn, requestIn } from './job.ts';

const operationId = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';

it('each kind of operation has the event that requests it, in the stream where the worker looks for it', () => {
  const streams = requestEvents.map((event) => {
    const request = requestIn(event);
    if (!request) throw new Error(event.type);
    return [request.about.kind, streamOfRequest(request.operationId, request.about), event.stream] as const;
  });
  expect(streams.map(([kind]) => kind).toSorted()).toEqual(operationKinds.toSorted());
  for (const [kind, found, real] of streams) expect(found, kind).toBe(real);
});

it('a job says what its operation is about', () => {
  for (const event of requestEvents) expect(jobIn(event)?.about, event.type).toEqual(requestIn(event)?.about);
});

it('a replay has a job of its own, whose subject is looked up', () => {
  const [first] = requestEvents;
  const replay = {
    ...first,
    stream: `operation-${operationId}`,
    type: 'OperationReplayRequested',
    data: { replay: 2, reason: 'again' },
  } as Parameters<typeof jobIn>[0];
  const job = jobIn(replay);
  expect(job).toEqual({ operationId, replay: 2 });
  expect(job && jobIdOf(job)).toBe(`op-${operationId}-r2`);
});
