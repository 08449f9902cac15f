import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bareEnvironment } from '#test/processes/bare-environment.ts';
import '#test/runner/chance.ts';
import { startTestDatabase } from '#test/postgres/postgres.ts';
import { startAnyKurrent } from '#test/world/any-kurrent.ts';
import { sampleAppend, sampleEvents, sampleMeta } from '../contract/sample-events.ts';
import { openEventStore } from '../open-event-store.ts';
import { openClient } from './client.ts';

/** A database and a server, which may be a real one, with a store over both. */
const openWorld = async () => {
  const [database, server] = await Promise.all([startTestDatabase(), startAnyKurrent()]);
  const key = randomBytes(32);
  const eventStore = server.settings;
  const { store } = openEventStore({ pool: database.pool, key, definitions: sampleEvents, eventStore });
  const client = openClient(server.url);
  return {
    database,
    key,
    settings: JSON.stringify(eventStore),
    store,
    /** Returns how many events of a stream are in the log. */
    count: async (stream: string) => (await client.readStream(`${server.names}.${stream}`, 1)).length,
    close: async () => {
      await client.close();
      await store.close();
      await server.close();
      await database.close();
    },
  };
};

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const program = fileURLToPath(new URL('./fixture/crash-program.ts', import.meta.url));

const freshCommand = () => ({
  commandId: randomUUID(),
  stream: `note-${randomUUID()}`,
  ids: [randomUUID(), randomUUID()],
  guard: `rule-${randomUUID()}`,
});
type Command = ReturnType<typeof freshCommand>;

const appendOf = ({ commandId, stream, ids }: Command) => {
  const append = sampleAppend(stream, 0, ids.length, { meta: sampleMeta({ commandId }), outcome: { id: 7 } });
  return { ...append, events: append.events.map((event, index) => ({ ...event, id: ids[index] as string })) };
};

const start = (command: Command, environment: Record<string, string>) =>
  spawn(
    process.execPath,
    [program, world.database.appUrl, world.settings, world.key.toString('base64'), JSON.stringify(command)],
    { env: { ...bareEnvironment, ...environment }, stdio: ['ignore', 'pipe', 'inherit'] },
  );

/** Before and after the intention, the append, and its result. */
const places = ['append.before', 'append.intended', 'append.sent', 'append.after', 'append.settled'];

describe.each(places)('a process that is killed at %s', (place) => {
  const killed = async () => {
    const command = freshCommand();
    const child = start(command, { CRASHPOINT: `${place}#1` });
    const [said, [, signal]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect(signal).toBe('SIGKILL');
    return { command, wasAcknowledged: said.includes('acknowledged') };
  };
  const isIntended = place !== 'append.before';

  test.concurrent('the same command again is done once, and gets the first result', async () => {
    const { command } = await killed();
    const append = appendOf(command);
    const again = await world.store.append(append);
    expect(again).toMatchObject({ version: 2, outcome: { id: 7 }, repeated: isIntended });
    expect(await world.store.append(append)).toEqual({ ...again, repeated: true });
    expect(await world.count(command.stream)).toBe(2);
  });

  test.concurrent('a reader of its guard finds it as the command left it', async () => {
    const { command } = await killed();
    const [guard] = await world.store.readGuards([command.guard]);
    expect(guard?.version).toBe(isIntended ? 1 : 0);
    expect(await world.count(command.stream)).toBe(isIntended ? 2 : 0);
    if (isIntended) expect(guard?.position).toBe((await world.store.findCommand(command.commandId))?.position);
  });

  test.concurrent('nothing stays open, also when nobody asks', async () => {
    const { command } = await killed();
    await vi.waitFor(
      async () => {
        const { rows } = await world.database.pool.query(
          'select from intentions where command_id = $1 and position is null',
          [command.commandId],
        );
        expect(rows).toEqual([]);
        expect(await world.count(command.stream)).toBe(isIntended ? 2 : 0);
      },
      { timeout: 20_000, interval: 100 },
    );
  });
});

test('a process that is frozen before it sends: another does the command, and the late append changes nothing', async () => {
  const command = freshCommand();
  const frozen = start(command, { CRASHPOINT: 'append.intended#1', CRASHPOINT_SIGNAL: 'SIGSTOP' });
  const { pool } = world.database;
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query('select from intentions where command_id = $1', [command.commandId]);
      expect(rows).toHaveLength(1);
    },
    { timeout: 20_000, interval: 20 },
  );
  const append = appendOf(command);
  expect(await world.store.append(append)).toMatchObject({ version: 2, repeated: true });
  await world.store.append(sampleAppend(command.stream, 2));
  frozen.kill('SIGCONT');
  const [said, [code]] = await Promise.all([text(frozen.stdout), once(frozen, 'close')]);
  expect({ code, said: said.trim() }).toEqual({ code: 0, said: 'acknowledged' });
  expect(await world.count(command.stream)).toBe(3);
  expect((await world.store.read(command.stream)).map(({ version }) => version)).toEqual([1, 2, 3]);
});
