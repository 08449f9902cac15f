import { expect, it } from 'vitest';
import { operationKinds } from '#domain/operation-kinds/operation-kinds.ts';
import { requestEvents } from '#test/world/request-events.ts';
import { jobIdOf, jobIn, requestIn, streamOfRequest, subjectIn } from './job.ts';

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

it('a job says what its operation is about, under a name that the last release does not read', () => {
  for (const event of requestEvents) {
    const job = jobIn(event);
    expect(job, event.type).not.toHaveProperty('subject');
    expect(job && subjectIn(job), event.type).toEqual(requestIn(event)?.about);
  }
});

it('a job of the last release about a reconciliation is read by its ids', () => {
  const job = (ids: object) => ({ operationId, replay: 0, subject: { kind: 'reconcile' as const, ...ids } });
  const place = 'deployment-4';
  expect(subjectIn(job({ deploymentId: 4 }))).toEqual({ kind: 'reconcile', noun: 'deployment', id: '4', place });
  expect(subjectIn(job({ deploymentId: 4, consumerId: 9 }))).toEqual({
    kind: 'reconcile',
    noun: 'consumer',
    id: '9',
    place,
  });
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
  expect(job && [jobIdOf(job), subjectIn(job)]).toEqual([`op-${operationId}-r2`, undefined]);
});
