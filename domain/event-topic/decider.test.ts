import { describe, expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { eventTopicDecider } from './decider.ts';
import type { EventTopicDetails, EventTopicEvent, TopicChoice } from './event-topic.ts';

const details: EventTopicDetails = {
  name: 'orders.placed',
  kafkaEnvId: 4,
  categoryId: 7,
  organizationId: 2,
  organizationAttr: '{}',
  subscribed: [1],
  partitions: 3,
  replication: null,
  config: { 'retention.ms': '1000' },
};
const more = { ...details, partitions: 6 };
const asked = (operationId: string) => ({ eventTopicId: 3, operationId });
const added: EventTopicEvent = { type: 'EventTopicAddRequested', data: { ...details, ...asked('a'), choice: null } };
const begun: EventTopicEvent = { type: 'EventTopicMakingBegun', data: asked('a') };
const broker = { brokerId: 'one', partitions: 3, replication: 1 };
const saved: EventTopicEvent = { type: 'EventTopicSaved', data: { ...asked('a'), ...broker } };
const changed: EventTopicEvent = {
  type: 'EventTopicChangeRequested',
  data: { ...asked('b'), from: details, to: more, choice: null },
};
const failed = (operationId: string): EventTopicEvent => ({ type: 'EventTopicSaveFailed', data: asked(operationId) });
const missed: EventTopicEvent = { type: 'EventTopicMissed', data: { eventTopicId: 3 } };
const removing: EventTopicEvent = { type: 'EventTopicRemovalRequested', data: asked('z') };
const removed: EventTopicEvent = { type: 'EventTopicRemoved', data: asked('z') };

const change = (to: EventTopicDetails, choice: TopicChoice = null) =>
  ({ type: 'ChangeEventTopic', data: { ...to, operationId: 'b', choice } }) as const;
const confirm = (operationId: string) => ({ type: 'ConfirmSave', data: { operationId, ...broker } }) as const;
const begin = (operationId: string) => ({ type: 'BeginMaking', data: { operationId } }) as const;
const fail = (operationId: string) => ({ type: 'FailSave', data: { operationId } }) as const;
const remove = { type: 'RemoveEventTopic', data: { operationId: 'z' } } as const;
const miss = (brokerId: string) => ({ type: 'MissEventTopic', data: { brokerId } }) as const;

const made = [added, begun, saved];

describe('a topic', () => {
  it('is shown as the broker has it, without a save, and the form counts from there', () => {
    const see = (partitions: number, brokerId = 'one') =>
      ({ type: 'SeeEventTopic', data: { brokerId, partitions, replication: 1 } }) as const;
    const seen: EventTopicEvent = {
      type: 'EventTopicSeen',
      data: { eventTopicId: 3, brokerId: 'one', partitions: 5, replication: 1 },
    };
    expect(given(eventTopicDecider, made).when(see(3))).toEqual([]);
    expect(given(eventTopicDecider, made).when(see(5, 'other'))).toEqual([]);
    expect(given(eventTopicDecider, made).when(see(5))).toEqual([seen]);
    expect(given(eventTopicDecider, [...made, seen]).when(see(5))).toEqual([]);
    expect(given(eventTopicDecider, [...made, seen]).when(change({ ...details, partitions: 4 }))).toMatchObject({
      problems: [{ code: 'event-topic.partitions-shrink', parameters: { current: 5 } }],
    });
    expect(given(eventTopicDecider, [...made, removing]).when(see(5))).toEqual([]);
  });

  it('is added once', () => {
    const add = { type: 'AddEventTopic', data: { ...details, ...asked('a'), choice: null } } as const;
    expect(given(eventTopicDecider, []).when(add)).toEqual([added]);
    for (const history of [[added], [...made, removing, removed]])
      expect(given(eventTopicDecider, history).when(add)).toMatchObject({
        problems: [{ code: 'event-topic.exists' }],
      });
  });

  it('is made by the newest operation only, and its beginning is told once', () => {
    expect(given(eventTopicDecider, [added]).when(begin('a'))).toEqual([begun]);
    expect(given(eventTopicDecider, [added, begun]).when(begin('a'))).toEqual([]);
    expect(given(eventTopicDecider, [added, begun]).when(confirm('a'))).toEqual([saved]);
    const newer = given(eventTopicDecider, [added, changed]);
    expect(newer.when(begin('a'))).toMatchObject({ refused: 'conflict' });
    for (const command of [confirm('a'), fail('a')]) expect(newer.when(command)).toEqual([]);
  });

  it('is changed, and the same values again change nothing unless the last try failed', () => {
    expect(given(eventTopicDecider, made).when(change(more))).toEqual([changed]);
    expect(given(eventTopicDecider, made).when(change(details))).toEqual([]);
    for (const history of [
      [added, failed('a')],
      [...made, missed],
    ])
      expect(given(eventTopicDecider, history).when(change(details))).toMatchObject([
        { type: 'EventTopicChangeRequested' },
      ]);
  });

  it('only gets more partitions, and keeps its replicas', () => {
    const wrong = { ...details, partitions: 2, replication: 2 };
    expect(given(eventTopicDecider, made).when(change(wrong))).toMatchObject({
      refused: 'invalid',
      problems: [
        { code: 'event-topic.partitions-shrink', field: 'partitions', parameters: { current: 3, wanted: 2 } },
        { code: 'event-topic.replication-fixed', field: 'replication' },
      ],
    });
    for (const fine of [
      { ...details, partitions: null },
      { ...details, replication: 1 },
    ])
      expect(given(eventTopicDecider, made).when(change(fine))).toMatchObject([{ type: 'EventTopicChangeRequested' }]);
  });

  it('keeps its place, and its name from the first moment at which the broker may have it', () => {
    const elsewhere = { ...details, name: 'other', kafkaEnvId: 5, categoryId: 8, organizationId: 3 };
    const codes = (history: readonly EventTopicEvent[]) =>
      given(eventTopicDecider, history).when(change(elsewhere)) as unknown as {
        problems: readonly { field: string }[];
      };
    const fields = (history: readonly EventTopicEvent[]) => codes(history).problems.map(({ field }) => field);
    expect(fields([added, failed('a')])).toEqual(['kafkaEnvId', 'categoryId', 'organizationId']);
    for (const history of [made, [added, begun, failed('a')]])
      expect(fields(history)).toEqual(['name', 'kafkaEnvId', 'categoryId', 'organizationId']);
    expect(given(eventTopicDecider, [added, failed('a')]).when(change({ ...details, name: 'other' }))).toMatchObject([
      { type: 'EventTopicChangeRequested' },
    ]);
  });

  it('that the broker lost is missed once, and made again only by a person who says so', () => {
    expect(given(eventTopicDecider, made).when(miss('one'))).toEqual([missed]);
    for (const history of [[added], [...made, missed], [...made, removing]])
      expect(given(eventTopicDecider, history).when(miss('one'))).toEqual([]);
    expect(given(eventTopicDecider, made).when(miss('another'))).toEqual([]);
    expect(given(eventTopicDecider, [...made, missed]).when(change(details, 'make-again'))).toMatchObject([
      { data: { choice: 'make-again' } },
    ]);
    // Said of a topic that is there.
    expect(given(eventTopicDecider, made).when(change(details, 'make-again'))).toEqual([]);
  });

  it('is removed, and nothing else happens to it from then on', () => {
    expect(given(eventTopicDecider, made).when(remove)).toEqual([removing]);
    const going = given(eventTopicDecider, [...made, removing]);
    expect(going.when(remove)).toEqual([]);
    expect(going.when(change(more))).toMatchObject({ problems: [{ code: 'event-topic.removing' }] });
    for (const command of [confirm('z'), fail('z')]) expect(going.when(command)).toEqual([]);
    expect(going.when({ type: 'ConfirmRemoval', data: { operationId: 'a' } })).toEqual([]);
    expect(going.when({ type: 'ConfirmRemoval', data: { operationId: 'z' } })).toEqual([removed]);
  });

  it('does not exist before it is added and after it is removed', () => {
    for (const history of [[], [...made, removing, removed]])
      for (const command of [change(more), remove, begin('a')])
        expect(given(eventTopicDecider, history).when(command)).toMatchObject({ refused: 'not-found' });
  });
});
