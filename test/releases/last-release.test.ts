import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { routes } from '#bff/routes.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { mailDecider } from '#domain/mail/decider.ts';
import { mailKinds } from '#domain/mail/subject.ts';
import { isFaultOfOlderProgram } from '#eventstore/codec.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { createSubjectKeys } from '#eventstore/subject-keys.ts';
import { silentLog } from '#platform/log.ts';
import { readSchemas } from '#projections/read-path.ts';
import { freePort } from '#sandbox/postgres/cluster.ts';
import { jobIn } from '#workers/engine/job.ts';
import { openQueue } from '#workers/engine/queue.ts';
import { type PorticoPart, type PorticoProcess, startPart } from '../processes/portico-process.ts';
import { importForm } from '../world/bff-forms.ts';
import { type BffWorld, responseOf, startBffWorld, type TestResponse } from '../world/bff-world.ts';
import { startOlderDatabase } from '../world/unsealed-event.ts';
import { settingsIn } from '../world/world-process.ts';
import { askForRemoval } from './ask-for-removal.ts';
import { checkOutLastRelease, jsonFrom, noLastRelease, runMigrations } from './last-release-commit.ts';

/**
 * Rolls back to the release before this one, on data that this one wrote, then forward, and both once more. The last release
 * works: it reads, takes commands and carries operations out. What it does not know waits for this release. In between both
 * run side by side, as while a release is rolled out.
 */
const root = path.resolve(import.meta.dirname, '../..');
const name = noLastRelease ? `left out: ${noLastRelease}` : "the last release on this one's data";

const ready: Record<PorticoPart, string> = {
  bff: 'bff listens',
  projector: 'projections run',
  worker: 'worker started',
};
const parts = Object.keys(ready) as PorticoPart[];

/** Prints the schemas of a release's read tables. Those of 1.3.0 are in one, `read`. */
const schemasOfLast = `
  const { readSchemas = ['read'] } = await import('./projections/read-path.ts').catch(() => ({}));
  console.log(JSON.stringify(readSchemas));`;
/** Prints the versions of a mail's request and of that of a removal that a release knows. */
const versionsOfLast = `
  const { eventCatalogue } = await import('./domain/event-catalogue.ts');
  console.log(JSON.stringify([eventCatalogue.MailRequested.version, eventCatalogue.DifferenceReapplyRequested.version]));`;
const patience = 30_000;

describe.skipIf(noLastRelease !== undefined)(name, { timeout: 120_000 }, () => {
  let world: BffWorld;
  let old: ReturnType<typeof checkOutLastRelease>;
  /** The schemas of the last release's read tables. */
  let lastSchemas: readonly string[];
  /** An operation that only this release knows, as long as the last one has no such mail. */
  const unknown = randomUUID();
  let knowsMail: boolean;
  /** Removes somebody else's object. The last release may know no such answer, and both take jobs from one queue. */
  const removal = randomUUID();
  let knowsRemoval: boolean;
  const made: number[] = [];
  const running = new Map<string, PorticoProcess & { port: number }>();

  const start = async (release: 'last' | 'this', ...wanted: PorticoPart[]): Promise<void> => {
    for (const part of wanted) {
      const port = await freePort();
      // All lists are saved as files several times in a minute.
      const settings = { ...settingsIn(world, port), CALL_LIMIT_FACTOR: '10' };
      const each = startPart(release === 'last' ? old.folder : root, part, settings);
      running.set(`${release} ${part}`, { ...each, port });
      await vi.waitFor(() => expect(each.output()).toContain(ready[part]), patience);
    }
  };
  /** `npm run migrate` of a release. Whoever installs a release runs it, also to roll back. */
  const migrateAs = (release: 'last' | 'this') =>
    runMigrations(release === 'last' ? old.folder : root, world.ownerUrl, world.services.settings.DATABASE_URL);
  const stop = async (release: 'last' | 'this', ...wanted: PorticoPart[]): Promise<void> => {
    for (const part of wanted) {
      expect(running.get(`${release} ${part}`)?.code(), `${release} ${part} has ended itself`).toBe(null);
      await running.get(`${release} ${part}`)?.stop();
      running.delete(`${release} ${part}`);
    }
  };

  const askOf = async (
    release: 'last' | 'this',
    method: string,
    target: string,
    by = world.acme.members.owner,
    body?: FormData,
  ): Promise<TestResponse> =>
    await responseOf(
      await fetch(`http://127.0.0.1:${running.get(`${release} bff`)?.port}${target}`, {
        method,
        headers: world.credentials(by, 'bearer'),
        ...(body ? { body } : {}),
      }),
    );

  const rows = async <Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]> =>
    (await world.pool.query<Row>(sql, values)).rows;

  /** Waits until these read tables, or the subscriptions of workers, have reached everything that was written. */
  const caughtUp = async (schemas: readonly string[] | 'workers'): Promise<void> => {
    const head = await world.services.store.newest();
    const where =
      schemas === 'workers'
        ? 'not exists (select from generations g where g.projection = s.name)'
        : `exists (select from generations g where g.projection = s.name and g.generation = s.version and g.state = 'live' and g.shown_in = any($2))`;
    await vi.waitFor(
      async () =>
        expect(
          await rows(
            `select s.name from subscriptions s where ${where} and s.position collate "C" < $1 and $2::text[] is not null`,
            head,
            schemas === 'workers' ? [] : schemas,
          ),
        ).toEqual([]),
      patience,
    );
    if (schemas === 'workers') return;
    const states = await rows(
      `select distinct state from generations where shown_in = any($1) and tables <> '{}' and state <> 'retired'`,
      schemas,
    );
    expect(states).toEqual([{ state: 'live' }]);
  };

  const publish = async (release: 'last' | 'this'): Promise<number> => {
    const { acme } = world;
    const response = await askOf(
      release,
      'POST',
      '/api/swagger/import',
      acme.members.owner,
      importForm(acme.applicationId),
    );
    expect(response).toMatchObject({ status: 200 });
    const apiId = Number(response.body.apiId);
    made.push(apiId);
    return apiId;
  };

  const askForDeletion = async (release: 'last' | 'this', apiId: number): Promise<void> => {
    await vi.waitFor(
      async () => expect((await askOf(release, 'GET', `/api/api-detail/${apiId}`)).status).toBe(200),
      patience,
    );
    expect((await askOf(release, 'DELETE', `/api/swaggers/${apiId}`)).status).toBeLessThan(300);
  };

  /** Adds the job of the newest request in a stream to the queue, as this release's dispatcher does. */
  const addJob = async (stream: string): Promise<void> => {
    const events = (await world.services.store.read(stream)) as RecordedEvent<PorticoEvent>[];
    const job = events.map(jobIn).findLast((each) => each !== undefined);
    expect(job?.about).toBeDefined();
    const queue = openQueue({ databaseUrl: world.services.settings.DATABASE_URL, log: silentLog });
    if (job) await queue.add(job);
    await queue.close();
  };

  /** Waits until a worker has deleted an API and the portal shows it. */
  const isDeleted = (release: 'last' | 'this', apiId: number) =>
    vi.waitFor(
      async () => expect((await askOf(release, 'GET', `/api/api-detail/${apiId}`)).status).toBe(404),
      patience,
    );

  const isReady = (release: 'last' | 'this') =>
    vi.waitFor(async () => expect(await askOf(release, 'GET', '/readyz')).toMatchObject({ status: 200 }), patience);

  /** Reads the same of both releases. What is new in this one is missing in the last. */
  const readTheSame = async (): Promise<void> => {
    await caughtUp(lastSchemas);
    await caughtUp(readSchemas);
    const lists = routes.filter(({ method, path: route }) => method === 'get' && !route.includes('{'));
    const statuses: [string, number, number][] = [];
    for (const { path: route } of lists)
      statuses.push([route, (await askOf('last', 'GET', route)).status, (await askOf('this', 'GET', route)).status]);
    expect(statuses.filter(([, before, now]) => before !== now && before !== 404)).toEqual([]);
    expect(statuses.filter(([, before]) => before === 200).length).toBeGreaterThan(5);
    const same = ['/api/my-apps', '/api/business-areas', `/api/api-detail/${world.acme.apiId}`];
    for (const search of ['', 'env=DEV', 'name=orders', 'name=o', 'name=rder', 'name=odrers', 'name=matrix'])
      same.push(`/api/swaggers?${search}`);
    for (const target of same) {
      const before = await askOf('last', 'GET', target);
      expect(await askOf('this', 'GET', target), target).toMatchObject({ status: 200, body: before.body });
    }
  };

  /** Nothing of this release's own waits: it has read what the last one left to it. */
  const nothingWaits = async (): Promise<void> => {
    const waiting = () =>
      rows<{ error: string }>(
        `select p.name, p.error from parked_streams p left join generations g on g.projection = p.name and g.generation = p.version
         where g.generation is null or g.shown_in = any($1)`,
        readSchemas,
      );
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), patience);
    expect(await Array.fromAsync(world.services.store.verify())).toEqual([]);
  };

  /** Whatever the last release could not handle is something that it knows to be of a newer one. */
  const onlyTheNewWaits = async (): Promise<void> => {
    const parked = await rows<{ name: string; stream: string; error: string }>('select * from parked_streams');
    expect(parked.filter(({ error }) => !isFaultOfOlderProgram(error))).toEqual([]);
    const mail = parked.filter(
      ({ name: subscription, stream }) => `${subscription} ${stream}` === `dispatcher mail-${unknown}`,
    );
    expect(mail).toHaveLength(knowsMail ? 0 : 1);
    expect(await rows(`select name, last_error from subscriptions where state <> 'running'`)).toEqual([]);
  };

  beforeAll(async () => {
    // The last release knows no seals: it runs where they are not demanded yet.
    world = await startBffWorld({ openDatabase: startOlderDatabase });
    // From here on only processes: nothing of this release runs but what a test starts.
    await world.stopProjections();
    old = checkOutLastRelease();
    lastSchemas = jsonFrom(old.folder, schemasOfLast) as string[];
    const [mail = 0, removed = 0] = jsonFrom(old.folder, versionsOfLast) as number[];
    knowsMail = mail >= eventCatalogue.MailRequested.version;
    knowsRemoval = removed >= eventCatalogue.DifferenceReapplyRequested.version;
  }, 120_000);
  afterAll(async () => {
    await Promise.all([...running.values()].map((each) => each.stop()));
    await world.close();
    old.remove();
  });

  test('this release writes events, some unknown to the last release, and leaves an operation unfinished', async () => {
    await start('this', 'bff', 'projector');
    await isReady('this');
    await publish('this');
    const left = await publish('this');
    await askForDeletion('this', left);
    const { userId } = world.acme.members.owner;
    const { version, writtenAs = () => version } = eventCatalogue.MailRequested;
    const subject = {
      operationId: unknown,
      recipient: { noun: 'user', id: userId },
      cause: { stream: `user-${userId}`, version: 1 },
    } as const;
    // Nobody needs a mail's text here: without a mail server it waits.
    const mail = await execute({
      store: world.services.store,
      decider: mailDecider,
      id: unknown,
      command: {
        type: 'RequestMail',
        data: {
          ...subject,
          kind: mailKinds.find((kind) => writtenAs({ ...subject, kind }) === version) ?? 'welcome',
        },
      },
      meta: {
        actor: { userId: 0, organizationId: 0, roles: [] },
        commandId: randomUUID(),
        correlationId: 'test',
        time: new Date().toISOString(),
      },
    });
    expect(mail).not.toHaveProperty('refused');
    await addJob(`api-${left}`);
    await addJob(`difference-${await askForRemoval(world, removal)}`);
    await caughtUp(readSchemas);
    await stop('this', 'bff', 'projector');
  });

  test('roll-back: every part of the last release starts, reads, takes commands and carries operations out', async () => {
    migrateAs('last');
    await start('last', ...parts);
    await isReady('last');
    await isDeleted('last', made[1] as number);
    const apiId = await publish('last');
    await publish('last');
    await askForDeletion('last', apiId);
    await isDeleted('last', apiId);
    await caughtUp('workers');
    await caughtUp(lastSchemas);
    await onlyTheNewWaits();
    const taken = `select from bullmq.job job where job::text like $1 and attempts_made > 0`;
    if (knowsRemoval) return;
    // It has taken the job, could not read what was asked for, and has left it in the queue.
    await vi.waitFor(async () => expect(await rows(taken, `%${removal}%`)).toHaveLength(1), patience);
    expect(await world.services.store.read(`operation-${removal}`)).toEqual([]);
  });

  test('side by side: both releases read the same, take commands, and are ready', async () => {
    migrateAs('this');
    await start('this', ...parts);
    await isReady('this');
    await isReady('last');
    await publish('this');
    await publish('last');
    await readTheSame();
  });

  test('forward: this release continues with the events and operations that waited for it', async () => {
    await stop('last', ...parts);
    await nothingWaits();
    // There is no mail server, so the mail waits for one.
    await vi.waitFor(async () => {
      const events = await world.services.store.read(`operation-${unknown}`);
      expect(events.map(({ type }) => type)).toContain('OperationDelayed');
    }, patience);
    // Its gateway is none, so the removal waits for it.
    await vi.waitFor(async () => {
      const events = await world.services.store.read(`operation-${removal}`);
      expect(events.map(({ type }) => type)).toContain('OperationDelayed');
    }, 2 * patience);
    for (const apiId of made) {
      const gone = [made[1], made[2]].includes(apiId);
      expect((await askOf('this', 'GET', `/api/api-detail/${apiId}`)).status, String(apiId)).toBe(gone ? 404 : 200);
    }
    await publish('this');
    await caughtUp(readSchemas);
  });

  test('back once more: the former tables catch up; and forward: nothing is lost', async () => {
    await stop('this', ...parts);
    await start('last', ...parts);
    await isReady('last');
    await caughtUp(lastSchemas);
    const generations = `select projection, generation from generations where shown_in = 'read' and state <> 'retired' order by 1`;
    const before = await rows(generations);
    await publish('last');
    await caughtUp(lastSchemas);
    expect(await rows(generations)).toEqual(before);
    await start('this', 'bff', 'projector');
    await isReady('this');
    await readTheSame();
    await stop('last', ...parts);
    await start('this', 'worker');
    await caughtUp('workers');
    await nothingWaits();
  });

  test('E5: a person is erased meanwhile: no table of the last release keeps their data, and it rebuilds its tables', async () => {
    const ofLast = `from generations where shown_in = any($1) and tables <> '{}'`;
    const tables = await rows<{ name: string }>(
      `select 'read.' || unnest(tables) || '_v' || generation as name ${ofLast}`,
      lastSchemas,
    );
    const left = () =>
      rows(
        'select to_regclass(name) as name from unnest($1::text[]) as name where to_regclass(name) is not null',
        tables.map((table) => table.name),
      );
    expect(await left()).toHaveLength(tables.length);
    await createSubjectKeys(world.pool, world.services.settings.PORTICO_KEY).eraseSubject(
      world.acme.members.user.userId,
    );
    // As if it had ended two minutes ago.
    await rows(
      `update generations set created_at = now() - interval '2 minutes' where shown_in = any($1) and tables <> '{}'`,
      lastSchemas,
    );
    await rows(
      `update subscriptions s set updated_at = now() - interval '2 minutes', lease_until = '-infinity'
       where exists (select ${ofLast} and projection = s.name and generation = s.version)`,
      lastSchemas,
    );
    await vi.waitFor(async () => expect(await left()).toEqual([]), patience);

    await start('last', 'bff', 'projector');
    await isReady('last');
    await readTheSame();
  });
});
