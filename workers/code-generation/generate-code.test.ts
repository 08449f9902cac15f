import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { codeGenerationDecider } from '#domain/code-generation/decider.ts';
import { silentLog } from '#platform/log.ts';
import { randomId } from '#platform/uuid.ts';
import { runSql } from '#test/postgres/sql.ts';
import { startStandInJava } from '#test/processes/stand-in-java.ts';
import { quick } from '#test/world/quick-worker.ts';
import { go, startWorkerProcess } from '#test/world/start-worker-process.ts';
import { startWorkerWorld, type WorkerWorld } from '#test/world/worker-world.ts';
import { openQueue, startQueueWorker } from '../engine/queue.ts';
import { createJobWorker } from '../engine/worker.ts';
import { openServices } from '../open-services.ts';
import { startWorker, type Worker } from '../start-worker.ts';
import { dropExpiredCode } from './drop-expired.ts';

type Java = Awaited<ReturnType<typeof startStandInJava>>;
let world: WorkerWorld;
let java: Java;
let worker: Worker | undefined;

const sweep = { every: 100, quiet: 100 };
const begin = async (codegenJar = java.jar) => {
  worker = await startWorker({ ...world.workerOptions, codegenJar, sweep });
};
const stop = async () => {
  await worker?.stop();
  worker = undefined;
};

beforeAll(async () => {
  world = await startWorkerWorld();
  java = await startStandInJava();
  await begin();
});
afterAll(async () => {
  await stop();
  await java.close();
  await world.close();
});

const request = async (text = '{"openapi":"3.0.3","paths":{}}'): Promise<string> => {
  const document = createHash('sha256').update(text).digest('hex');
  await world.pool.query(
    `insert into spec_documents (hash, format, size, content) values ($1, 'json', $2, $3) on conflict do nothing`,
    [document, text.length, zstdCompressSync(text)],
  );
  const operationId = randomId();
  const packages = { modelPackage: 'acme.model', apiPackage: 'acme.api' };
  const data = { operationId, apiId: 1, revision: 1, document, type: 'client', lang: 'axios', ...packages } as const;
  await world.send(codeGenerationDecider, operationId, { type: 'RequestCode', data });
  return operationId;
};

const archiveOf = async (operationId: string) => {
  const { rows } = await world.pool.query<{ content: Buffer; minutes: number }>(
    `select content, extract(epoch from expires_at - now()) / 60 as minutes
     from generated_code where operation_id = $1`,
    [operationId],
  );
  return rows[0];
};

/** Returns whether a process runs. A dead process that its parent has not collected yet has no working folder. */
const isRunning = (pid: number): Promise<boolean> =>
  readlink(`/proc/${pid}/cwd`).then(
    () => true,
    () => false,
  );

const failure = async (operationId: string) => {
  const { type, data } = await world.ended(operationId);
  expect(await archiveOf(operationId)).toBeUndefined();
  return { type, code: (data as { problems?: readonly { code: string }[] }).problems?.[0]?.code };
};

describe('an operation that generates code', () => {
  it('stores an archive for an hour, without the files that only a repository needs', async () => {
    await java.behave('mkdir -p acme/model; echo hello > acme/model/pet.ts; echo push > git_push.sh');
    const operationId = await request();
    expect((await world.ended(operationId)).type).toBe('OperationCompleted');
    const archive = await archiveOf(operationId);
    const files = unzipSync(archive?.content ?? new Uint8Array());
    expect(Object.keys(files)).toEqual(['acme/model/pet.ts']);
    expect(strFromU8(files['acme/model/pet.ts'] ?? new Uint8Array())).toBe('hello\n');
    expect(Number(archive?.minutes)).toBeGreaterThan(58);
    expect(Number(archive?.minutes)).toBeLessThanOrEqual(60);
    // 1 January 1980: equal files give equal bytes at any time.
    expect(archive?.content.readUInt32LE(10)).toBe(0x00210000);
    expect(await world.history('code-generation', operationId)).toEqual(['CodeGenerationRequested', 'CodeGenerated']);
  });

  it.each([
    ['a link out of its folder', 'ln -s /etc/passwd passwd.txt', 'codegen.failed'],
    ['a name that climbs on Windows', "echo x > '..\\up.txt'", 'codegen.failed'],
    ['a name with a control character', 'echo x > "$(printf \'a\\001b\')"', 'codegen.failed'],
    ['two names that are one on Windows', 'echo x > Pet.ts; echo y > pet.ts', 'codegen.failed'],
    ['something other than a file', 'mkfifo pipe', 'codegen.failed'],
    ['nothing', 'true', 'codegen.failed'],
    ['a failing exit code', 'echo x > a.ts; exit 1', 'codegen.failed'],
    ['a file that never ends', 'exec cat /dev/zero > endless', 'codegen.too-large'],
    ['files that never end', 'while :; do n=$((n+1)); truncate -s 60M $n; sleep 0.1; done', 'codegen.too-large'],
    ['more than an archive may hold', 'for n in 1 2 3 4; do truncate -s 60M $n; done', 'codegen.too-large'],
    ['nothing in time', 'ulimit -S -t 1; while :; do :; done', 'codegen.too-slow'],
  ])('ends without an archive when the generator leaves %s (L3, L4)', async (_what, script, code) => {
    await java.behave(script);
    expect(await failure(await request())).toEqual({ type: 'OperationFailed', code });
  });

  it('says when the document was deleted that it would read', async () => {
    await stop();
    const operationId = await request('{"openapi":"3.0.3","info":{"title":"deleted"},"paths":{}}');
    const hash = createHash('sha256').update('{"openapi":"3.0.3","info":{"title":"deleted"},"paths":{}}').digest('hex');
    await runSql(
      world.database.ownerUrl,
      `delete from spec_documents where hash = '${hash}';
       insert into unused_documents (kind, hash, deleted_at) values ('spec', '${hash}', '2026-11-30T10:00:00Z')`,
    );
    await begin();
    expect((await world.ended(operationId)).data).toMatchObject({
      problems: [{ code: 'document.deleted', parameters: { date: '2026-11-30' } }],
    });
  });

  it("reports the reason in the generator's own words, and recognizes its null pointer on webhooks", async () => {
    const end = (why: string) => java.behave(`echo 'Exception in thread "main" java.lang.${why}' >&2; exit 1`);
    await end('IllegalStateException: no type for dog');
    const { data } = await world.ended(await request());
    expect(data).toMatchObject({
      problems: [{ code: 'codegen.refused', parameters: { reason: 'IllegalStateException: no type for dog' } }],
    });
    await end('NullPointerException');
    expect(await failure(await request('{"openapi":"3.1.0","webhooks":{"paid":{}}}'))).toMatchObject({
      code: 'codegen.webhooks',
    });
  });

  it("shows the generator nothing of the worker's environment (L4)", async () => {
    await java.behave('env > environment.txt');
    const operationId = await request();
    expect((await world.ended(operationId)).type).toBe('OperationCompleted');
    const files = unzipSync((await archiveOf(operationId))?.content ?? new Uint8Array());
    const names = strFromU8(files['environment.txt'] ?? new Uint8Array()).match(/^\w+(?==)/gm) ?? [];
    expect(names).toContain('PATH');
    expect(names.filter((name) => !['PATH', 'PWD', 'OLDPWD', 'JAVA_HOME', 'SHLVL', '_'].includes(name))).toEqual([]);
  });

  it('never passes the generator a document that points outside itself (D4)', async () => {
    await java.behave('echo x > a.ts');
    const text = '{"openapi":"3.0.3","paths":{"/a":{"$ref":"http://127.0.0.1:1/x.json"}}}';
    expect(await failure(await request(text))).toMatchObject({ code: 'codegen.external-reference' });
  });

  it('removes the `$id` of schemas, because the generator would fetch references below it (D4)', async () => {
    await java.behave('cp ../../openapi.json seen.json');
    const properties = { $id: { type: 'string' }, a: { $ref: '#/data' } };
    const schema = { $id: 'http://127.0.0.1:1/services', $anchor: 'a', properties, items: { $id: '/etc/passwd' } };
    const operationId = await request(JSON.stringify({ openapi: '3.1.0', components: { schemas: { schema } } }));
    expect((await world.ended(operationId)).type).toBe('OperationCompleted');
    const files = unzipSync((await archiveOf(operationId))?.content ?? new Uint8Array());
    expect(JSON.parse(strFromU8(files['seen.json'] ?? new Uint8Array()))).toEqual({
      openapi: '3.1.0',
      components: { schemas: { schema: { $anchor: 'a', properties, items: {} } } },
    });
  });

  it('reports that Java or the generator is missing, and the worker goes on', async () => {
    await java.missing();
    expect(await failure(await request())).toMatchObject({ code: 'codegen.no-java' });
    await java.behave('echo x > a.ts');
    await stop();
    await begin(path.join(java.folder, 'no-such.jar'));
    expect(await failure(await request())).toMatchObject({ code: 'codegen.no-generator' });
    await stop();
    await begin();
    expect((await world.ended(await request())).type).toBe('OperationCompleted');
  });

  it('deletes its archive after an hour, without another request', async () => {
    await java.behave('echo x > a.ts');
    const operationId = await request();
    await world.ended(operationId);
    await world.pool.query(
      "update generated_code set expires_at = now() - interval '1 second' where operation_id = $1",
      [operationId],
    );
    await vi.waitFor(async () => expect(await archiveOf(operationId)).toBeUndefined(), { timeout: 30_000 });
    expect(await dropExpiredCode(world.pool)).toBe(0);
  });
});

describe('a worker that is killed', () => {
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  it.each(['while the generator runs', 'generate-code.stored', 'generate-code.ConfirmCode.appended'])(
    'is replaced by another one, which finishes once: %s (H5)',
    async (point) => {
      const running = path.join(java.folder, `running-${point.length}`);
      const isEarly = !point.startsWith('generate-code');
      const wait = `[ -e '${running}' ] || { echo $$ > '${running}'; exec sleep 60; }\n`;
      await java.behave(`${isEarly ? wait : ''}echo x > a.ts`);
      await stop();
      const queue = openQueue({ databaseUrl: world.database.appUrl, log: silentLog });
      const crash: Record<string, string> = isEarly ? {} : { CRASHPOINT: `${point}#1` };
      const child = startWorkerProcess(world, { CODEGEN_JAR: java.jar, ...crash });
      children.push(child);
      go(child);
      const exited = once(child, 'exit', { signal: AbortSignal.timeout(30_000) });
      const operationId = await request();
      await queue.add({
        operationId,
        replay: 0,
        about: { kind: 'generate-code', noun: 'code-generation', id: operationId },
      });
      if (isEarly) {
        await vi.waitFor(async () => expect(await readFile(running, 'utf8')).toMatch(/\d\n/), { timeout: 20_000 });
        child.kill('SIGKILL');
      }
      await queue.close();
      expect((await exited)[1]).toBe('SIGKILL');
      await begin();
      expect((await world.ended(operationId)).type).toBe('OperationCompleted');
      if (isEarly) expect(await isRunning(Number(await readFile(running, 'utf8')))).toBe(false);
      expect(await archiveOf(operationId)).toBeDefined();
      expect((await readdir(tmpdir())).filter((name) => name.includes(operationId))).toEqual([]);
      expect(await world.history('code-generation', operationId)).toEqual(['CodeGenerationRequested', 'CodeGenerated']);
    },
    60_000,
  );
});

it('ends the generators of a stopping worker, and the next worker starts them again (H3)', async () => {
  const running = path.join(java.folder, 'running-at-stop');
  await java.behave(`[ -e '${running}' ] || { echo $$ > '${running}'; exec sleep 60; }\necho x > a.ts`);
  await stop();
  const { services, close } = await openServices({ ...world.workerOptions, codegenJar: java.jar });
  const connection = { databaseUrl: world.database.appUrl, log: silentLog };
  const ending = startQueueWorker(connection, {
    ...quick,
    concurrency: 1,
    drain: 300,
    work: createJobWorker(services),
  });
  const queue = openQueue(connection);
  const operationId = await request();
  await queue.add({
    operationId,
    replay: 0,
    about: { kind: 'generate-code', noun: 'code-generation', id: operationId },
  });
  await queue.close();
  await vi.waitFor(async () => expect(await readFile(running, 'utf8')).toMatch(/\d\n/), { timeout: 20_000 });
  await ending.stop();
  await close();
  // The kernel takes a moment to take a killed process away.
  await vi.waitFor(async () => expect(await isRunning(Number(await readFile(running, 'utf8')))).toBe(false), 20_000);
  await begin();
  expect((await world.ended(operationId)).type).toBe('OperationCompleted');
  expect((await world.history('operation', operationId)).filter((type) => type === 'OperationDelayed')).toEqual([]);
});
