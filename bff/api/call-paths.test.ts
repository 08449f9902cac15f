import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallPaths } from '#domain/deployment/call-paths.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

it("returns the described path at each deployment that the user sees, and not the deployment's target", async () => {
  const { acme, partner, seed } = world;
  const bare = { environment: 'PROD', upstreamUrl: 'http://10.9.8.7:8080' } as const;
  const { deploymentId } = await seed.deployment(
    acme.apiId,
    world.publicGatewayId,
    'deployed',
    bare,
    acme.organizationId,
  );
  await world.allShown();
  const read = async (who: typeof acme.members.owner) => {
    const { status, body } = await world.ask(who, 'GET', `/api/swagger/${acme.apiId}/calls`);
    expect(status).toBe(200);
    return body as unknown as CallPaths;
  };

  const owners = await read(acme.members.owner);
  expect(owners).toMatchObject({
    basePath: '/v1',
    example: { method: 'GET', path: '/orders' },
    unsent: { paths: [], total: 0 },
    uncallable: { paths: [], total: 0 },
    otherBasePaths: [],
  });
  const prefixes = new Map(owners.deployments.map(({ id, prefix }) => [id, prefix]));
  // With a bare target, callers write the base path. A target with a path replaces it.
  expect(prefixes.get(deploymentId)).toBe('/v1');
  expect(prefixes.get(acme.deployed.deploymentId)).toBe('');

  const others = await read(partner.members.user);
  expect(others.deployments).toEqual([]);
  expect(JSON.stringify([owners, others])).not.toContain('10.');
});
