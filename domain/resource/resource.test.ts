import { expect, it } from 'vitest';
import { gateway } from '#test/world/sample-events.ts';
import { given } from '../core/specification.ts';
import { type Gateway, type ResourceEvent, resourceDecider } from './resource.ts';

const registered = gateway(7) as Extract<ResourceEvent, { type: 'GatewayRegistered' }>;
const moved: Gateway = { ...registered.data, adminUrl: 'https://other.gateway.example' };
const changed: ResourceEvent = { type: 'GatewayChanged', data: moved };
const removed: ResourceEvent = { type: 'GatewayRemoved', data: { resourceId: 7 } };

const change = { type: 'ChangeGateway', data: moved } as const;
const remove = (isInUse: boolean) => ({ type: 'RemoveGateway', data: { isInUse } }) as const;

it('a gateway is registered once, and never again under its number', () => {
  const register = { type: 'RegisterGateway', data: registered.data } as const;
  expect(given(resourceDecider, []).when(register)).toEqual([registered]);
  for (const history of [[registered], [registered, removed]])
    expect(given(resourceDecider, history).when(register)).toMatchObject({ refused: 'conflict' });
});

it('a gateway is changed as a whole, and the same settings again change nothing', () => {
  expect(given(resourceDecider, [registered]).when(change)).toEqual([changed]);
  expect(given(resourceDecider, [registered, changed]).when(change)).toEqual([]);
  for (const history of [[], [registered, removed]])
    expect(given(resourceDecider, history).when(change)).toMatchObject({ refused: 'not-found' });
});

it('a gateway is removed only when nothing is deployed to it, and once', () => {
  expect(given(resourceDecider, [registered, changed]).when(remove(false))).toEqual([removed]);
  expect(given(resourceDecider, [registered]).when(remove(true))).toMatchObject({
    refused: 'conflict',
    problems: [{ code: 'resource.in-use' }],
  });
  expect(given(resourceDecider, [registered, removed]).when(remove(true))).toEqual([]);
  expect(given(resourceDecider, []).when(remove(false))).toMatchObject({ refused: 'not-found' });
});
