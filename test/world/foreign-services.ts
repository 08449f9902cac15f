import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { takeOverDecider } from '#domain/take-over/decider.ts';
import { takeOverIdOf } from '#domain/take-over/take-over-id.ts';
import { createKongClient } from '#gateway/admin-api/client.ts';
import type { KongObject } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { collections } from '#gateway/mirror/collections.ts';
import { deploymentOf } from '#gateway/take-over/deployment-of.ts';
import { someAtOnce } from '#platform/some-at-once.ts';
import { randomId } from '#platform/uuid.ts';
import { type ReadService, readService, readWhole, serviceIn, withoutKeys } from '#workers/take-over/read-service.ts';
import { call } from '../never-open/call.ts';
import { patiently } from './gateway-under-test.ts';
import type { WorkerWorld } from './worker-world.ts';

const parts = ['orders', 'items', 'stock'];

/** A service that somebody has at a gateway, with its callers' keys. */
export type ForeignMade = Readonly<{ id: string; name: string; keys: readonly string[] }>;

type Changes = Readonly<{ name?: string; seen?: string }>;

/** Makes services at a world's gateway as somebody at the Admin API, lets their callers call, and has them put under the portal. */
export const foreignServices = (world: WorkerWorld) => {
  const client = createKongClient({ adminUrl: world.gateway.adminUrl, token: world.gateway.adminToken });

  /** Makes a service of three routes, with keys, a group and callers, as somebody at the Admin API. */
  const make = async (shortName: string, callers: number) => {
    const id = randomUUID();
    const name = world.named(shortName);
    const { hostname: host, port } = new URL(world.echoUrl);
    await world.admin('PUT', `/services/${id}`, { name, host, port: Number(port), path: '/base', retries: 2 });
    for (const part of parts)
      await world.admin('PUT', `/routes/${randomUUID()}`, {
        name: `${name}-${part}`,
        paths: [`/${name}/${part}`],
        service: { id },
      });
    const plugin = (kind: string, config: object) =>
      world.admin('PUT', `/plugins/${randomUUID()}`, { name: kind, service: { id }, config });
    await plugin('key-auth', { key_names: ['x-key'], hide_credentials: true });
    await plugin('acl', { allow: [name], hide_groups_header: true });
    const keys: string[] = [];
    for (let number = 0; number < callers; number += 1) {
      const consumer = randomUUID();
      const key = `key-of-${name}-${number}-${randomUUID()}`;
      await world.admin('PUT', `/consumers/${consumer}`, { username: `${name}-${number}` });
      await world.admin('PUT', `/consumers/${consumer}/acls/${randomUUID()}`, { group: name });
      await world.admin('PUT', `/consumers/${consumer}/key-auth/${randomUUID()}`, { key });
      keys.push(key);
    }
    // In force at each of the gateway's workers: which one answers is chance.
    const seen = (held: readonly string[]) =>
      Promise.all(Array.from({ length: 10 }, () => statuses(name, held))).then((all) => [...new Set(all.flat())]);
    await expect.poll(() => seen(['']), { timeout: patiently(20_000) }).toEqual([401]);
    await expect.poll(() => seen(keys), { timeout: patiently(20_000) }).toEqual([200]);
    return { id, name, keys };
  };
  const statuses = async (name: string, keys: readonly string[]) => {
    const calls = parts.flatMap((part) => keys.slice(0, 3).map((key) => callWith(`/${name}/${part}/x`, key)));
    return [...new Set((await Promise.all(calls)).map((seen) => seen?.status))];
  };
  const callWith = (path: string, key?: string) => call(`${world.proxyUrl}${path}`, key ? { 'x-key': key } : {});

  const session = { client, gateway: { resourceId: 1 } } as unknown as GatewaySession;
  const read = async (id: string) => {
    const found = await readService(world, session, id);
    if (!found) throw new Error('no such service');
    return found;
  };

  const ask = async (made: ForeignMade, changes: Changes = {}) => await request(made, await read(made.id), changes);

  const request = async (
    { id, name }: Pick<ForeignMade, 'id' | 'name'>,
    { foreign, state }: ReadService,
    changes: Changes = {},
  ) => {
    const operationId = randomId();
    const deploymentId = world.nextId();
    await world.send(takeOverDecider, takeOverIdOf(1, id), {
      type: 'RequestTakeOver',
      data: {
        operationId,
        gatewayId: 1,
        serviceId: id,
        name,
        seen: changes.seen ?? state,
        apiId: 1,
        deploymentId,
        organizationId: 1,
        grantId: null,
        config: deploymentOf(foreign, {
          gatewayId: 1,
          environment: 'DEV',
          name: changes.name ?? `${name}-portal`,
          contextPath: `${name}-portal`,
        }),
        keys: foreign.callers.flatMap((caller) =>
          caller.keys.map((key) => ({
            credentialId: key.id,
            callerId: caller.id,
            consumerId: world.nextId(),
            nickname: caller.name,
          })),
        ),
      },
    });
    return { operationId, deploymentId };
  };

  /** Makes many services, each with a route, a caller and a key. Does not wait until they are in force. */
  const makeMany = (prefix: string, count: number): Promise<ForeignMade[]> => {
    const { hostname: host, port } = new URL(world.echoUrl);
    return someAtOnce(
      8,
      Array.from({ length: count }, (_none, index) => `${prefix}${index}`),
      async (name) => {
        const [id, consumer, key] = [randomUUID(), randomUUID(), `key-of-${name}-${randomUUID()}`];
        await world.admin('PUT', `/services/${id}`, { name, host, port: Number(port), path: '/base', retries: 2 });
        await world.admin('PUT', `/routes/${randomUUID()}`, { name, paths: [`/${name}`], service: { id } });
        const plugin = (kind: string, config: object) =>
          world.admin('PUT', `/plugins/${randomUUID()}`, { name: kind, service: { id }, config });
        await plugin('key-auth', { key_names: ['x-key'], hide_credentials: true });
        await plugin('acl', { allow: [name], hide_groups_header: true });
        await world.admin('PUT', `/consumers/${consumer}`, { username: name });
        await world.admin('PUT', `/consumers/${consumer}/acls/${randomUUID()}`, { group: name });
        await world.admin('PUT', `/consumers/${consumer}/key-auth/${randomUUID()}`, { key });
        return { id, name, keys: [key] };
      },
    );
  };

  /** Asks for many services at once, after one look at the gateway. */
  const askMany = async (many: readonly ForeignMade[]): Promise<Awaited<ReturnType<typeof request>>[]> => {
    const services: KongObject[] = [];
    await client.pages(collections.service, async (page) => void services.push(...page));
    const around = await withoutKeys(world, session, services, await readWhole(session));
    return await someAtOnce(8, many, async (made) => {
      const found = serviceIn(around, made.id);
      if (!found) throw new Error('no such service');
      return await request(made, found);
    });
  };

  /** Lets everybody call all routes all the time while `work` runs. Returns how many calls there were, and the wrong ones. */
  const whileCalling = async <Result>({ name, keys }: ForeignMade, work: () => Promise<Result>) => {
    const wrong: string[] = [];
    let calls = 0;
    let going = true;
    const caller = async (part: string, offset: number) => {
      for (let turn = offset; going; turn += 1) {
        const path = `/${name}/${part}/${turn}`;
        const seen = await callWith(path, keys[turn % keys.length]);
        const stranger = await callWith(path);
        calls += 2;
        await pause(50);
        const arrived = seen?.arrived?.endsWith(`/base/${turn}`) === true;
        if (seen && !(seen.status === 200 && arrived)) wrong.push(`${path}: ${seen.status} ${seen.arrived ?? ''}`);
        if (stranger && stranger.status !== 401) wrong.push(`${path} without a key: ${stranger.status}`);
      }
    };
    const calling = parts.flatMap((part, offset) => [caller(part, offset * 5), caller(part, offset * 5 + 11)]);
    try {
      const result = await work();
      return { result, wrong, calls: () => calls };
    } finally {
      going = false;
      await Promise.all(calling);
    }
  };

  return { client, make, makeMany, ask, askMany, read, whileCalling, callWith, statuses };
};
