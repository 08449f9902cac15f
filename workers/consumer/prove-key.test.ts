import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';

/* A key is called before it is completed, unless such a call says nothing: then it is completed without one. */

let world: WorkedWorld;
beforeAll(async () => {
  world = await startWorkedWorld();
});
afterAll(() => world?.close());

const elsewhere = ['10.0.0.0/8'];
const cases: readonly (readonly [string, Partial<DeploymentConfig>, boolean])[] = [
  ['where it serves', {}, true],
  ['where it serves beside tokens', { authentication: 'both' }, true],
  ['where this address is on the list', { allowedAddresses: ['127.0.0.0/8'] }, true],
  ['where only others may call', { allowedAddresses: elsewhere }, false],
  ['where only others may call, by key or token', { authentication: 'both', allowedAddresses: elsewhere }, false],
  ['where only tokens are taken', { authentication: 'oauth2' }, false],
  ['where only tokens of others are taken', { authentication: 'oauth2', allowedAddresses: elsewhere }, false],
];

it.each(cases)('completes a key %s, without waiting for what can not be', async (_, changes, proved) => {
  const deploymentId = world.nextId();
  await world.completed(await world.request.deploy(deploymentId, world.configOf(`proved-${deploymentId}`, changes)));
  const consumerId = world.nextId();
  const operationId = await world.request.addConsumer(consumerId, deploymentId, `key-${consumerId}`);
  await world.completed(operationId);
  const events = await world.operationEvents(operationId);
  const problems = events.flatMap(({ type, data }) => (type === 'OperationDelayed' ? [data] : []));
  expect(problems).toEqual([]);
  const steps = events.flatMap(({ type, data }) => (type === 'OperationStepApplied' ? [data] : []));
  expect(steps.some((step) => (step as { step: string }).step === 'prove-key')).toBe(proved);
});
