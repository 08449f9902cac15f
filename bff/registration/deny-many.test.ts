import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { newDenial, newRequest } from './examples.ts';
import { registrationCalls } from './fixtures/registration-calls.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const { post, list, problems, eventsOf } = registrationCalls(() => world);
const all = '/api/deny-access-requests';
const own = '/api/deny-organization-access-requests';
const reason = 'Nobody of this company knows you.';
const requests = async (count: number, side = world.acme) => {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await newRequest(world, side));
  return ids;
};
const lastOf = async (id: number) => (await eventsOf(id)).at(-1);

describe('a denial of many requests', () => {
  it('is one call with one reason, and one event for each request', async () => {
    const { portal } = world.acme.members;
    const accessRequestIds = await requests(12);
    const before = await world.countEvents();
    const { status, body } = await post(portal, all, { accessRequestIds, reason: ` ${reason} ` });
    expect({ status, body }).toEqual({
      status: 200,
      body: { denied: accessRequestIds, decidedBefore: [], position: expect.any(String) },
    });
    expect(await world.countEvents()).toBe(before + 12);
    const events = await Promise.all(accessRequestIds.map(lastOf));
    for (const event of events)
      expect(event).toMatchObject({
        type: 'RegistrationDenied',
        data: { decidedBy: portal.userId, reason },
        meta: { actor: { userId: portal.userId } },
      });
    expect(new Set(events.map((event) => event?.meta.correlationId)).size).toBe(1);
    const { accessRequests } = await list(portal, '/api/pending-requests?status=DENIED', body.position);
    expect(accessRequests.slice(0, 10).every((row) => row.reason === reason)).toBe(true);
  });

  it('skips requests that somebody else has decided meanwhile, and lists them', async () => {
    const decided = await newDenial(world, world.acme);
    const [waiting = 0] = await requests(1);
    const { body } = await post(world.acme.members.portal, all, { accessRequestIds: [decided, waiting], reason });
    expect(body).toMatchObject({ denied: [waiting], decidedBefore: [decided] });
    expect(await lastOf(decided)).toMatchObject({ data: { reason: 'Unknown here' } });
  });

  it('denies none if one is in another organization’s queue or does not exist', async () => {
    const [ours = 0] = await requests(1, world.partner);
    const [theirs = 0] = await requests(1);
    for (const id of [theirs, 1_999_999]) {
      const answer = await post(world.partner.members.admin, own, { accessRequestIds: [ours, id], reason });
      expect(answer.status).toBe(404);
    }
    expect((await lastOf(ours))?.type).toBe('RegistrationRequested');
    expect(
      (await post(world.partner.members.admin, own, { accessRequestIds: [ours, ours], reason })).body,
    ).toMatchObject({
      denied: [ours],
    });
  });

  it('that is repeated denies the rest and returns the same response', async () => {
    const accessRequestIds = await requests(3);
    const headers = { 'idempotency-key': 'one-act-0001' };
    const send = () =>
      world.ask(world.acme.members.portal, 'POST', all, { json: { accessRequestIds, reason }, headers });
    const first = await send();
    const before = await world.countEvents();
    expect((await send()).body).toEqual(first.body);
    expect(await world.countEvents()).toBe(before);
  });

  it('needs a reason and a bounded number of requests', async () => {
    const { portal } = world.acme.members;
    const required = [400, [['reason', 'Say why, because the person reads it']]];
    for (const missing of ['', '  ', undefined])
      expect(problems(await post(portal, all, { accessRequestIds: [1], reason: missing }))).toEqual(required);
    for (const accessRequestIds of [[], Array.from({ length: 201 }, (_none, index) => index + 1), [0], ['1']])
      expect((await post(portal, all, { accessRequestIds, reason })).status).toBe(400);
  });
});
