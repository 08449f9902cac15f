import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { userDecider } from '#domain/user/decider.ts';
import { registerSubscription } from '#eventstore/subscription/lease.ts';
import { runSql } from '#test/postgres/sql.ts';
import { bareEnvironment } from '#test/processes/bare-environment.ts';
import { npmRun, root } from '#test/production/npm-run.ts';
import { type BffWorld, publicUrl, startBffWorld } from '#test/world/bff-world.ts';
import { startOlderDatabase } from '#test/world/unsealed-event.ts';

let world: BffWorld;
beforeAll(async () => {
  // Seals are not demanded here: a test mends an event by changing its bytes.
  world = await startBffWorld({ openDatabase: startOlderDatabase });
});
afterAll(() => world.close());

/** The real command line. */
const log = (...args: readonly string[]) => npmRun('log', args, world.operatorEnv);
const objects = (output: string) =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const eventually = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const seedUser = async (name: string) => {
  const user = await world.seed.user(world.acme.organizationId, name, ['ROLE_COMPANY_USER']);
  await world.allShown();
  return user;
};

describe('the command line', () => {
  test('prints its usage: with exit code 0 on request, with 2 after a mistake', async () => {
    expect(await npmRun('log', ['show', '--help'], {})).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^usage: npm run log -- <command>(.|\n)*erase-person/),
    });
    const wrong = [
      [[], 'Which command?'],
      [['constructor'], 'There is no such command.'],
      [['show'], 'Write it like this: show <stream>'],
      [['parked', 'people'], 'Write it like this: parked'],
      [['show', 'user-1', '--follow'], 'show has no --follow.'],
      [['tail', '--count', 'many'], '--count is a number from 1 to 10000.'],
      [['tail', '--canary'], 'tail was given an option that it does not know.'],
    ] as const;
    await Promise.all(
      wrong.map(async ([args, reason]) => {
        const { code, output } = await npmRun('log', args, {});
        expect({ code, first: output.split('\n')[0] }).toEqual({ code: 2, first: reason });
        expect(output).toContain('usage: npm run log');
      }),
    );
  }, 180_000);

  test('prints that the database is away, with exit code 1', async () => {
    const away = { ...world.operatorEnv, DATABASE_URL: 'postgres://canary:canary@127.0.0.1:1/portico' };
    const { code, output } = await npmRun('log', ['parked'], away);
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/^The database of DATABASE_URL can't be used: .*ECONNREFUSED.*\n$/),
    });
    expect(output).not.toContain('canary');
  });
});

describe('show', () => {
  test('prints number, time, type, person and data of each event of a stream', async () => {
    const { userId } = world.acme.members.support;
    const { code, output } = await log('show', `user-${userId}`);
    expect(code).toBe(0);
    expect(output).toMatch(
      new RegExp(`^user-${userId} 1  \\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z  UserRegistered  by the portal\\n`),
    );
    expect(output).toMatch(/\n {4}firstname +Acme-support\n/);
    expect(output).toMatch(new RegExp(`Events of user-${userId}: \\d+\\.\\n$`));
    const [first] = objects((await log('show', `user-${userId}`, '--json')).output);
    expect(first).toMatchObject({
      stream: `user-${userId}`,
      version: 1,
      type: 'UserRegistered',
      actor: { userId: 0 },
      data: { userId, firstname: 'Acme-support' },
    });
  });

  test('prints the person, and never a value of a transformer that may be a secret', async () => {
    const { apiId, organizationId } = world.acme;
    const { deploymentId } = await world.seed.deployment(
      apiId,
      world.publicGatewayId,
      'deployed',
      {
        requestTransformer: {
          ...world.acme.deployed.config.requestTransformer,
          addHeaders: ['Authorization:Bearer canary'],
        },
      },
      organizationId,
    );
    for (const option of [[], ['--json']]) {
      const { code, output } = await log('show', `deployment-${deploymentId}`, ...option);
      expect(code).toBe(0);
      expect(output).toContain('Authorization:••••');
      expect(output).not.toContain('canary');
    }
    const name = await world.ask(world.acme.members.user, 'POST', '/api/user', {
      json: { id: 0, firstname: 'Ines', lastname: 'Okafor', phoneNumber: '' },
    });
    expect(name.status).toBe(200);
    await world.shown(name.body.position);
    const { userId } = world.acme.members.user;
    expect((await log('show', `user-${userId}`)).output).toContain(`by user ${userId} Ines Okafor\n`);
  });

  test('prints the readable events of a stream with a changed event, and refuses a missing stream', async () => {
    const { userId } = await seedUser('Bent');
    await world.seed.send(userDecider, userId, {
      type: 'DisableUser',
      data: {},
    });
    await runSql(
      world.ownerUrl,
      'set session_replication_role = replica',
      `update events set data = '{', meta = '{}' where stream = 'user-${userId}' and version = 2`,
    );
    const { code, output } = await log('show', `user-${userId}`);
    expect(code).toBe(0);
    expect(output).toMatch(/firstname +Bent/);
    expect(output).toMatch(/UserDisabled {2}by (nobody|the portal)\n {4}cannot be read {2}its bytes were changed\n/);
    expect(await log('show', 'user-999999')).toEqual({ code: 1, output: 'There is no stream user-999999.\n' });
  });
});

describe('tail', () => {
  test('prints the newest events, the oldest of them first', async () => {
    const { userId } = await seedUser('Newest');
    const found = objects((await log('tail', '--count', '2', '--json')).output);
    expect(found).toHaveLength(2);
    expect(found[1]).toMatchObject({ stream: `user-${userId}`, type: 'UserRegistered' });
    expect((await log('tail')).output).toMatch(/Newest events: 10\.\n$/);
  });

  test('follows the log until it is stopped', async () => {
    const child = spawn(process.execPath, ['bff/operator/log-main.ts', 'tail', '--follow', '--count', '1'], {
      cwd: root,
      env: { ...bareEnvironment, ...world.operatorEnv },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    await eventually(async () => expect(output).not.toBe(''));
    const { userId } = await seedUser('Follower');
    await eventually(async () => expect(output).toMatch(/firstname +Follower/));
    expect(output.split(`user-${userId} 1 `)).toHaveLength(2);
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(child.exitCode).toBe(0);
  });
});

describe('parked and paused readers', () => {
  test('prints a parked stream in a line, and resumes it when its cause is mended', async () => {
    expect((await log('parked')).output).not.toContain('organization-');
    const organizationId = await world.seed.organization('Nul\0l', false);
    const stream = `organization-${organizationId}`;
    await eventually(async () => expect((await log('parked')).output).toContain(`${stream} from 1`));
    const { output } = await log('parked');
    expect(output).toMatch(
      new RegExp(`^catalogue +${stream} from 1 \\(OrganizationRegistered\\) +since \\d{4}-.*Z +\\S.*$`, 'm'),
    );
    expect(objects((await log('parked', '--json')).output)).toContainEqual(
      expect.objectContaining({ name: 'catalogue', stream, fromVersion: 1, eventType: 'OrganizationRegistered' }),
    );

    expect(await log('resume', 'catalogue', stream)).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /^catalogue will try(.|\n)*Nothing was changed: without a terminal.*Add --yes\.\n$/,
      ),
    });
    const requested = `select from parked_streams where resume_requested_at is not null or attempts > 5`;
    expect((await world.pool.query(requested)).rowCount).toBe(0);
    expect(await log('resume', 'catalogue', stream, '--yes')).toMatchObject({
      code: 1,
      output: expect.stringContaining(`${stream} still can't be handled in catalogue`),
    });

    await runSql(
      world.ownerUrl,
      'set session_replication_role = replica',
      `update events set data = replace(data, '\\u0000', '') where stream = '${stream}'`,
    );
    expect(await log('resume', 'catalogue', stream, '--yes')).toEqual({
      code: 0,
      output: `${stream} is resumed in catalogue: all of its events are handled.\n`,
    });
    const { rows } = await world.pool.query('select name from organizations where id = $1', [organizationId]);
    expect(rows).toEqual([{ name: 'Null' }]);
    expect(await log('resume', 'catalogue', stream, '--yes')).toEqual({
      code: 1,
      output: `${stream} is not parked in catalogue.\n`,
    });
  }, 180_000);

  test('pauses and resumes a projection, and the health shows it', async () => {
    const ready = async () => (await world.app.request(`${publicUrl}/readyz`)).json();
    // A transaction of another suite in the same cluster can delay the events and with them the health for a moment.
    const isReady = () => eventually(async () => expect(await ready()).toEqual({ status: 'ready' }));
    await isReady();
    expect(await log('pause', 'notices')).toMatchObject({ code: 1, output: expect.stringContaining('/readyz') });
    await isReady();
    expect(await log('pause', 'nothing', '--yes')).toEqual({
      code: 1,
      output: expect.stringMatching(/^Nothing of that name follows the log\. There are: access, .*notices/),
    });

    const asked = new Date().toISOString();
    expect(objects((await log('pause', 'notices', '--yes', '--json')).output)).toEqual([{ paused: 'notices' }]);
    await eventually(async () =>
      expect(await ready()).toMatchObject({ waitsFor: expect.arrayContaining(['notices']) }),
    );
    expect(await log('pause', 'notices', '--yes')).toEqual({ code: 1, output: 'notices is paused already.\n' });
    expect((await log('parked')).output).toMatch(/^notices +paused +since /m);
    const [stopped] = objects((await log('parked', '--json')).output).filter(({ name }) => name === 'notices');
    expect(String(stopped?.since) >= asked).toBe(true);

    expect((await log('resume', 'notices', '--yes')).output).toContain('notices is resumed.');
    await isReady();
    expect(await log('resume', 'notices', '--yes')).toEqual({ code: 1, output: 'notices is not paused.\n' });
  }, 180_000);

  test("pauses and resumes a worker's subscription in the same way, and the portal stays ready", async () => {
    await registerSubscription(world.pool, { name: 'dispatcher', version: 1 }, '');
    expect(await log('pause', 'dispatcher')).toMatchObject({
      code: 1,
      output: expect.stringContaining('Nothing that it starts is started meanwhile.'),
    });
    const state = async () =>
      (await world.pool.query(`select state from subscriptions where name = 'dispatcher'`)).rows;
    expect((await log('pause', 'dispatcher', '--yes')).code).toBe(0);
    expect(await state()).toEqual([{ state: 'paused' }]);
    await eventually(async () => expect((await world.app.request(`${publicUrl}/readyz`)).status).toBe(200));
    expect(objects((await log('resume', 'dispatcher', '--yes', '--json')).output)).toEqual([{ resumed: 'dispatcher' }]);
    expect(await state()).toEqual([{ state: 'running' }]);
  });

  test('says how far behind a place is that gets the trail', async () => {
    await registerSubscription(world.pool, { name: 'trail-file', version: 1 }, '');
    expect((await log('trail')).output).toMatch(/^trail-file +running +\d+ events wait, the oldest for \d+ s/);
  });
});
