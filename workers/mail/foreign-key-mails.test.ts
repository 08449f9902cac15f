import { afterAll, beforeAll, expect, it } from 'vitest';
import { byPortal } from '#domain/core/actor.ts';
import { driftDecider } from '#domain/drift/decider.ts';
import { foreignStreamId } from '#domain/drift/drift.ts';
import { execute } from '#eventstore/execute.ts';
import { randomId } from '#platform/uuid.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { lookFacts } from './look-facts.ts';
import { wordsIn } from './mail-text.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

it('names another organization’s key to who may list it, and to others only its number', async () => {
  const { apiId, deployed, members } = world.acme;
  const { deploymentId } = deployed;
  const { consumerId } = await world.seed.consumer(deploymentId, apiId, world.partner.organizationId);
  const look = `look/${randomId()}`;
  const gatewayId = 1;
  const object = { deploymentId, apiId, gatewayId, objectId: randomId(), kind: 'key-auth', name: '' } as const;
  const id = foreignStreamId(deploymentId, object);
  const meta = { actor: byPortal, commandId: randomId(), correlationId: randomId(), time: new Date().toISOString() };
  const command = { type: 'ReportForeign', data: { ...object, keyId: consumerId, look } } as const;
  await execute({ store: world.services.store, decider: driftDecider, id, command, meta });
  await world.allShown();
  const found = (await world.services.store.read(`drift-${id}`)).at(-1);
  if (found?.type !== 'ForeignObjectFound') throw new Error('nothing was told');
  const toldTo = async (readerId: number) => {
    const sources = { database: world.pool, readerId, words: wordsIn('en') };
    return (await lookFacts(found, sources, 'foreign_objects')).parameters.deployments;
  };
  const label = `The key ${world.partner.name} · seeded was given`;
  expect(await toldTo(members.portal.userId)).toContain(label);
  expect(await toldTo(members.owningAdmin.userId)).toContain(label);
  expect(await toldTo(members.admin.userId)).toContain(`The key #${consumerId} was given`);
});
