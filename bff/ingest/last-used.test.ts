import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { physicalName } from '#projections/engine/table.ts';
import { runSql } from '#test/postgres/sql.ts';
import { takenOverNames } from '#test/world/gateway-names.ts';
import { onDeployment, startTelemetryWorld } from '#test/world/telemetry-world.ts';

type Entry = { started_at: number; request: { id: string } };

/** What a real Kong posted. */
const recorded = JSON.parse(
  readFileSync(new URL('./fixtures/http-log-consumer.json', import.meta.url), 'utf8'),
) as Entry;

let world: Awaited<ReturnType<typeof startTelemetryWorld>>;
beforeAll(async () => {
  world = await startTelemetryWorld();
  world.timeIs(new Date(recorded.started_at + 600_000));
});
afterAll(() => world.close());

let calls = 0;
/** A call so many seconds after the recorded one, with one of a key's credentials. */
const called = (consumerId: number, credential: string, seconds: number): object => {
  calls += 1;
  const request = { ...recorded.request, id: calls.toString(16).padStart(32, '0') };
  return {
    ...onDeployment({ ...recorded, request, started_at: at(seconds).getTime() }, 11, consumerId),
    authenticated_entity: { id: credential },
  };
};
const at = (seconds: number) => new Date(recorded.started_at + seconds * 1_000);
const usesOf = async (consumerId: number) => {
  const { rows } = await world.database.pool.query<{ generation: number; last_used_at: Date }>(
    'select generation, last_used_at from credential_uses where consumer_id = $1 order by generation',
    [consumerId],
  );
  return rows.map(({ generation, last_used_at }) => [generation, last_used_at]);
};

describe('when a key was used last', () => {
  it('is the time of the latest call with it, in whatever order and however often calls are posted', async () => {
    const key = takenOverNames.credentialId('key-auth', 21, 1);
    const late = called(21, key, 60);
    await world.post([late, called(21, key, 30)]);
    await world.post(called(21, key, 10));
    await world.post(late);
    expect(await usesOf(21)).toEqual([[1, at(60)]]);
  });

  it('is kept apart for the old and the new key during a rotation, by key or by token', async () => {
    await runSql(world.database.ownerUrl, `update ${physicalName('consumers', 1)} set generation = 2 where id = 22`);
    await world.post([
      called(22, takenOverNames.credentialId('key-auth', 22, 1), 20),
      called(22, takenOverNames.credentialId('oauth2', 22, 2), 40),
      called(22, takenOverNames.credentialId('key-auth', 22, 2), 30),
    ]);
    expect(await usesOf(22)).toEqual([
      [1, at(20)],
      [2, at(40)],
    ]);
  });

  it('is told of a key that was taken over with its service, by the id that its credential kept', async () => {
    const credentialId = '7b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
    const former = JSON.stringify({ credentials: { apiKey: { former: { credentialId } } } });
    await runSql(
      world.database.ownerUrl,
      `update ${physicalName('consumers', 1)} set applied = coalesce(applied, '{}') || '${former}' where id = 21`,
    );
    await world.post(called(21, credentialId, 70));
    expect(await usesOf(21)).toEqual([[1, at(70)]]);
  });

  it("counts no credential that is not the key's own", async () => {
    const before = await usesOf(22);
    await world.post([
      called(22, takenOverNames.credentialId('key-auth', 22, 3), 90),
      called(22, takenOverNames.credentialId('key-auth', 21, 1), 90),
    ]);
    expect(await usesOf(22)).toEqual(before);
  });
});
