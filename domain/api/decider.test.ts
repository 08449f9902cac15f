import { describe, expect, it } from 'vitest';
import { notFound, refuse } from '../core/problem.ts';
import { given } from '../core/specification.ts';
import type { ApiEvent, SpecReference } from './api.ts';
import { apiDecider } from './decider.ts';

const spec = (digit: string): SpecReference => ({
  hash: digit.repeat(64),
  format: 'yaml',
  size: 10,
  specVersion: '3.1',
  version: '1.0.0',
  operations: 2,
  servers: ['https://payments.example'],
});
const details = { name: 'Payments', description: 'Pay', sourceRepo: '', businessAreaId: null };
const publication = { apiId: 3, organizationId: 1, applicationId: 4, details, spec: spec('a') };
const published: ApiEvent = { type: 'ApiPublished', data: publication };

const operationId = '00000000-0000-4000-8000-000000000001';

describe('an API', () => {
  it('is published once, as revision 1', () => {
    expect(given(apiDecider, []).when({ type: 'PublishApi', data: publication })).toEqual([published]);
    expect(given(apiDecider, [published]).when({ type: 'PublishApi', data: publication })).toMatchObject({
      refused: 'conflict',
    });
    expect(given(apiDecider, [published]).state).toMatchObject({ revision: 1 });
  });

  it('gets a new revision only when the document differs', () => {
    const when = given(apiDecider, [published]).when;
    expect(when({ type: 'UpdateApi', data: { details, spec: spec('b') } })).toEqual([
      { type: 'ApiSpecChanged', data: { apiId: 3, revision: 2, restores: null, spec: spec('b') } },
    ]);
    expect(when({ type: 'UpdateApi', data: { details, spec: spec('a') } })).toEqual([]);
    expect(when({ type: 'UpdateApi', data: { details, spec: null } })).toEqual([]);
  });

  it('gets a new revision from the editor, unless the text is the same', () => {
    const changed: ApiEvent = {
      type: 'ApiSpecChanged',
      data: { apiId: 3, revision: 2, restores: null, spec: spec('b') },
    };
    const change = (digit: string) => ({ type: 'ChangeSpec', data: { spec: spec(digit) } }) as const;
    expect(given(apiDecider, [published]).when(change('b'))).toEqual([changed]);
    expect(given(apiDecider, [published, changed]).when(change('b'))).toEqual([]);
  });

  it('restores an older revision as a new one, which names the older', () => {
    const changed: ApiEvent = {
      type: 'ApiSpecChanged',
      data: { apiId: 3, revision: 2, restores: null, spec: spec('b') },
    };
    const { when } = given(apiDecider, [published, changed]);
    expect(when({ type: 'RestoreSpec', data: { revision: 1 } })).toEqual([
      { type: 'ApiSpecChanged', data: { apiId: 3, revision: 3, restores: 1, spec: spec('a') } },
    ]);
    expect(when({ type: 'RestoreSpec', data: { revision: 2 } })).toEqual([]);
    expect(when({ type: 'RestoreSpec', data: { revision: 3 } })).toEqual(notFound());
  });

  it('records the details before and after a change', () => {
    const to = { ...details, name: 'Payments 2' };
    expect(given(apiDecider, [published]).when({ type: 'UpdateApi', data: { details: to, spec: null } })).toEqual([
      { type: 'ApiDetailsChanged', data: { apiId: 3, from: details, to } },
    ]);
  });

  it('that was published without an application gets one, and keeps it', () => {
    const free: ApiEvent = { type: 'ApiPublished', data: { ...publication, applicationId: null } };
    const assigned: ApiEvent = { type: 'ApiAssigned', data: { apiId: 3, applicationId: 4 } };
    const update = (applicationId: number) =>
      ({ type: 'UpdateApi', data: { details, spec: null, applicationId } }) as const;
    expect(given(apiDecider, [free]).when(update(4))).toEqual([assigned]);
    expect(given(apiDecider, [free, assigned]).state).toMatchObject({ applicationId: 4, organizationId: 1 });
    for (const history of [[published], [free, assigned]]) {
      expect(given(apiDecider, history).when(update(4))).toEqual([]);
      expect(given(apiDecider, history).when(update(5))).toEqual(
        refuse('invalid', { code: 'api.application-fixed', field: 'bizappId' }),
      );
    }
  });

  it('accepts no change after its deletion is requested, and ends with that operation', () => {
    const requested: ApiEvent = { type: 'ApiDeletionRequested', data: { apiId: 3, operationId } };
    const request = { type: 'RequestDeletion', data: { operationId } } as const;
    const confirm = (by: string) => ({ type: 'ConfirmDeletion', data: { operationId: by } }) as const;
    expect(given(apiDecider, [published]).when(request)).toEqual([requested]);
    expect(given(apiDecider, [published]).when(confirm(operationId))).toEqual([]);
    const deleting = given(apiDecider, [published, requested]);
    const refusal = refuse('conflict', { code: 'api.deleting' });
    expect(deleting.when(request)).toEqual(refusal);
    expect(deleting.when({ type: 'UpdateApi', data: { details, spec: spec('b') } })).toEqual(refusal);
    expect(deleting.when({ type: 'ChangeSpec', data: { spec: spec('b') } })).toEqual(refusal);
    expect(deleting.when({ type: 'RestoreSpec', data: { revision: 1 } })).toEqual(refusal);
    expect(deleting.when(confirm('another'))).toEqual([]);
    expect(deleting.when(confirm(operationId))).toEqual([{ type: 'ApiDeleted', data: { apiId: 3 } }]);
  });

  it('does not exist before it is published and after it is deleted', () => {
    const deleted: ApiEvent = { type: 'ApiDeleted', data: { apiId: 3 } };
    expect(given(apiDecider, []).when({ type: 'RequestDeletion', data: { operationId } })).toEqual(notFound());
    expect(given(apiDecider, [published, deleted]).when({ type: 'RequestDeletion', data: { operationId } })).toEqual(
      notFound(),
    );
    expect(given(apiDecider, [published, deleted]).when({ type: 'UpdateApi', data: { details, spec: null } })).toEqual(
      notFound(),
    );
  });
});
