import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharing, startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';

let one: WorkedWorld;
let other: WorkedWorld;
beforeAll(async () => {
  one = await startWorkedWorld();
  other = await startWorkedWorld({}, undefined, { start: sharing(one.gateway) });
});
afterAll(async () => {
  await other?.close();
  await one?.close();
});

const everything = async () => Object.values(await one.dump()).flat();

describe('two installations on one gateway, with the same numbers', () => {
  it('do not touch each other', async () => {
    const mine = await one.deployed('payments', { authentication: 'both' });
    const key = one.nextId();
    await one.completed(await one.request.addConsumer(key, mine.id, 'key-of-the-one-0123456789'));
    const actual = await one.dump();

    const theirs = await other.deployed('orders', { authentication: 'both' });
    const theirKey = other.nextId();
    await other.completed(await other.request.addConsumer(theirKey, theirs.id, 'key-of-the-other-0123456789'));
    expect([theirs.id, theirKey]).toEqual([mine.id, key]);
    expect(await everything()).toEqual(expect.arrayContaining(Object.values(actual).flat()));

    const calls = (path: string) =>
      Promise.all(
        ['key-of-the-one-0123456789', 'key-of-the-other-0123456789'].map((apikey) => one.call(path, { apikey })),
      );
    expect(await calls('/payments-dev/x')).toEqual([200, 403]);
    expect(await calls('/orders-dev/x')).toEqual([403, 200]);

    await other.completed(await other.request.removeConsumer(theirKey));
    await other.completed(await other.request.deploy(theirs.id, other.configOf('stock')));
    await other.completed(await other.request.undeploy(theirs.id));
    expect(await one.dump()).toEqual(actual);
    await one.completed(await one.request.undeploy(mine.id));
    expect(await everything()).toEqual([]);
  });

  it('can not take a name of the other one, which does not change', async () => {
    const { id } = await one.deployed('shared');
    const actual = await one.dump();
    const ended = await other.ended(await other.request.deploy(other.nextId(), other.configOf('shared')));
    expect(ended.data).toMatchObject({ class: 'permanent', problems: [{ code: 'gateway.name-taken', field: 'name' }] });
    expect(await one.dump()).toEqual(actual);
    await one.completed(await one.request.undeploy(id));
  });
});
