import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sampleAppend } from '../contract/sample-events.ts';
import { openWorld, type World } from './fixture/open-world.ts';
import { rebaseServerLog } from './rebase-log.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('forgets what a restored copy no longer has, when no process runs, and the log goes on', async () => {
  const { store, server, database } = world;
  const first = await store.append(sampleAppend('note-1', 0, 2, { guards: await store.readGuards(['rule']) }));
  const end = server.log.end();
  const lost = sampleAppend('note-1', 2, 1, { guards: await store.readGuards(['rule']) });
  const { position } = await store.append(lost);
  await store.append(sampleAppend('note-2', 0));
  await store.seal();
  await vi.waitFor(async () => expect(await world.open()).toBe(0), 20_000);
  await world.operator.query(
    `insert into subscriptions (name, version, position) values ('dispatcher', 1, $1), ('new', 1, '')`,
    [position],
  );
  expect(await rebaseServerLog(database.ownerUrl, server.url)).toBeUndefined();

  server.log.cutAt(end);
  await expect(rebaseServerLog(database.ownerUrl, server.url)).rejects.toThrow('stop them first; nothing was changed');
  await world.stop();
  expect(await rebaseServerLog(database.ownerUrl, server.url)).toBe(2);

  const again = world.another();
  expect(await again.readGuards(['rule'])).toMatchObject([{ position: first.position }]);
  const guards = await again.readGuards(['rule']);
  expect(await again.append({ ...lost, guards })).toMatchObject({ version: 3, repeated: false });
  expect(await again.append(sampleAppend('note-2', 0))).toMatchObject({ version: 1 });
  expect(await Array.fromAsync(again.verify())).toEqual([]);
  const { rows } = await world.operator.query(
    `select position, event_id is not null as known from subscriptions order by name`,
  );
  expect(rows).toEqual([
    { position: first.position, known: true },
    { position: '', known: false },
  ]);
});
