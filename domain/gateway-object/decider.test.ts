import { describe, expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { gatewayObjectDecider } from './decider.ts';
import type { GatewayObjectEvent, ObjectDeletion, ObjectSave } from './gateway-object.ts';

const operationId = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const later = '1b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const place = { gatewayId: 1, kind: 'service', objectId: '2b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8' } as const;
const deletion: ObjectDeletion = { operationId, ...place, name: 'orders', seen: 'as-it-was' };
const save: ObjectSave = { ...deletion, fields: { host: 'new.example' }, changes: [] };

const asked: GatewayObjectEvent = { type: 'GatewayObjectSaveRequested', data: save };
const saved: GatewayObjectEvent = { type: 'GatewayObjectSaved', data: { operationId, ...place } };
const deleting: GatewayObjectEvent = { type: 'GatewayObjectDeletionRequested', data: deletion };
const deleted: GatewayObjectEvent = { type: 'GatewayObjectDeleted', data: { operationId, ...place } };

const confirm = (id = operationId) => ({ type: 'ConfirmChange', data: { operationId: id } }) as const;

describe('an object of a gateway', () => {
  it('is saved and deleted, one after the other', () => {
    expect(given(gatewayObjectDecider, []).when({ type: 'SaveObject', data: save })).toEqual([asked]);
    expect(given(gatewayObjectDecider, [asked]).when(confirm())).toEqual([saved]);
    expect(given(gatewayObjectDecider, [asked, saved]).when({ type: 'DeleteObject', data: deletion })).toEqual([
      deleting,
    ]);
    expect(given(gatewayObjectDecider, [deleting]).when(confirm())).toEqual([deleted]);
  });

  it('has one change at a time', () => {
    for (const underWay of [asked, deleting])
      for (const type of ['SaveObject', 'DeleteObject'] as const)
        expect(given(gatewayObjectDecider, [underWay]).when({ type, data: save })).toMatchObject({
          refused: 'conflict',
          problems: [{ code: 'gateway-object.under-way' }],
        });
  });

  it('is free again when a change failed, and an outcome of another operation counts for nothing', () => {
    const fail = { type: 'FailChange', data: { operationId } } as const;
    expect(given(gatewayObjectDecider, [asked]).when(fail)).toEqual([
      { type: 'GatewayObjectChangeFailed', data: { operationId, ...place } },
    ]);
    expect(given(gatewayObjectDecider, [asked]).when(confirm(later))).toEqual([]);
    expect(given(gatewayObjectDecider, [asked, saved]).when(fail)).toEqual([]);
  });
});
