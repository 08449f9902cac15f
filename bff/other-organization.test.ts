import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareCalls, routeExamples } from '#test/examples/all-route-examples.ts';
import { noId, subjectOf } from '#test/examples/route-examples.ts';
import type { MemberName } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld, type TestResponse } from '#test/world/bff-world.ts';
import { routes } from './routes.ts';

let world: BffWorld;
let callOf: Awaited<ReturnType<typeof prepareCalls>>;
beforeAll(async () => {
  world = await startBffWorld();
  callOf = await prepareCalls(world);
});
afterAll(() => world.close());

/** The people of Partner without rights over other organizations. */
const strangers: MemberName[] = ['admin', 'user', 'auditor', 'owner', 'owningAdmin'];

/** Returns everything of a response that a caller can compare. */
const seen = ({ status, body: { correlationId, traceId, ...body }, headers }: TestResponse) => ({
  status,
  body,
  headers: [...headers].filter(([name]) => name !== 'x-correlation-id'),
});

const probes = routeExamples.flatMap((examples) => Object.entries(examples.probes ?? {}));

describe('C1: a thing of another organization gets the same response as a missing one', () => {
  it.each(probes)('%s', async (_what, { of, ask }) => {
    const acmes = await of(world);
    const before = await world.countEvents();
    for (const name of strangers) {
      const who = world.partner.members[name];
      const send = async (id: number | string) => {
        const { method, target, ...rest } = ask(world, id);
        return seen(await world.ask(who, method, target, rest));
      };
      const [theirs, none] = [await send(acmes), await send(noId)];
      expect(theirs, name).toEqual(none);
    }
    expect(await world.countEvents()).toBe(before);
  });

  it('the same request of Acme itself is not refused like this', async () => {
    const { owningAdmin, admin } = world.acme.members;
    const { deployed, consumer } = world.acme;
    expect((await world.ask(owningAdmin, 'GET', `/api/swaggers/deployment/${deployed.deploymentId}`)).status).toBe(200);
    const json = { consumerId: consumer.consumerId };
    expect((await world.ask(admin, 'POST', '/api/record-consumer', { json })).body).toMatchObject({
      apiKey: consumer.apiKey,
      clientSecret: consumer.clientSecret,
    });
  });
});

describe('C2: no response contains anything of another organization', () => {
  it('lists, details and texts of errors', async () => {
    const { acme } = world;
    const canaries: string[] = [];
    for (const examples of routeExamples) canaries.push(...((await examples.canaries?.(world)) ?? []));
    const crawl = async (who: Parameters<typeof world.ask>[0]) => {
      const texts: string[] = [];
      for (const { path } of routes.filter(({ method }) => method === 'get')) {
        const { target } = await callOf(`GET ${path}`);
        const everything = target.includes('?') ? '' : '?my=false';
        texts.push(JSON.stringify((await world.ask(who, 'GET', target + everything)).body));
      }
      return texts.join('\n');
    };
    const own = await crawl(acme.members.portal);
    expect(canaries.filter((canary) => own.includes(canary)).length).toBeGreaterThan(4);
    for (const name of strangers) {
      const text = await crawl(world.partner.members[name]);
      expect(
        canaries.filter((canary) => text.includes(canary)),
        name,
      ).toEqual([]);
    }
  });

  it('a taken name is refused in the same way, whoever has it', async () => {
    const { owningAdmin } = world.partner.members;
    const ask = async (name: string) => {
      const { target, json } = await callOf('POST /api/swagger/deploy', subjectOf(world.partner));
      const form = { ...(json as object), contextPath: 'stranger', env: 'DEV', name };
      return seen(await world.ask(owningAdmin, 'POST', target, { json: form }));
    };
    const ours = await ask(world.partner.deployed.config.name);
    expect(ours).toMatchObject({ status: 400, body: { code: 'deployment.name-taken' } });
    expect(await ask(world.acme.deployed.config.name)).toEqual(ours);
  });
});
