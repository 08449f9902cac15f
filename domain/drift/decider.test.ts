import { expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { driftDecider } from './decider.ts';
import { type DriftEvent, driftEvents, type ForeignObject, foreignKinds, foreignStreamId, type Loss } from './drift.ts';

const subject = { deploymentId: 4, apiId: 3, gatewayId: 1 };
const loss: Loss = {
  ...subject,
  operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
  look: '1/7',
  objects: [{ label: 'plugin acl', found: 'missing' }],
  keys: [],
  intactAt: '2026-11-26T08:00:00.000Z',
};
const { operationId } = loss;
const lost: DriftEvent = { type: 'ProtectionLost', data: loss };
const putBack: DriftEvent = { type: 'ProtectionPutBack', data: { deploymentId: 4, operationId } };
const route: ForeignObject = { ...subject, look: '1/7', objectId: 'a', kind: 'route', name: 'theirs' };
const found: DriftEvent = { type: 'ForeignObjectFound', data: route };
const { look: _look, ...gone } = route;

it('a loss is reported once, until it is put back', () => {
  const report = { type: 'ReportLoss', data: loss } as const;
  expect(given(driftDecider, []).when(report)).toEqual([lost]);
  expect(given(driftDecider, [lost]).when(report)).toEqual([]);
  expect(given(driftDecider, [lost, putBack]).when(report)).toEqual([lost]);
});

it('a loss is put back by its own operation, once', () => {
  const confirm = (id: string) => ({ type: 'ConfirmPutBack', data: { operationId: id } }) as const;
  expect(given(driftDecider, [lost]).when(confirm(operationId))).toEqual([putBack]);
  expect(given(driftDecider, [lost, putBack]).when(confirm(operationId))).toEqual([]);
  expect(given(driftDecider, [lost]).when(confirm('another'))).toEqual([]);
});

it("somebody else's object is reported once, until it is gone", () => {
  const report = { type: 'ReportForeign', data: route } as const;
  const withdraw = { type: 'WithdrawForeign', data: { objectId: 'a' } } as const;
  expect(given(driftDecider, [lost]).when(report)).toEqual([found]);
  expect(given(driftDecider, [found]).when(report)).toEqual([]);
  expect(given(driftDecider, [found]).when(withdraw)).toEqual([{ type: 'ForeignObjectGone', data: gone }]);
  expect(given(driftDecider, []).when(withdraw)).toEqual([]);
});

it('the last release reads the stream of a deployment, because what it does not know is in another one', () => {
  const [read, unread] = [
    ['route', 'plugin'],
    ['upstream', 'acl', 'key-auth', 'oauth2'],
  ];
  expect([...read, ...unread]).toEqual([...foreignKinds]);
  for (const kind of foreignKinds) {
    const isRead = read.includes(kind);
    expect(driftEvents.ForeignObjectFound.writtenAs?.({ ...route, kind })).toBe(isRead ? 1 : 2);
    expect(foreignStreamId(4, { kind, objectId: 'a' })).toBe(isRead ? 4 : '4-a');
  }
});
