import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byPortal } from '#domain/core/actor.ts';
import { eventCatalogue, type PorticoEvent } from '#domain/event-catalogue.ts';
import { randomId } from '#platform/uuid.ts';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { root } from '#test/production/npm-run.ts';
import { within } from '#test/runner/limit.ts';
import { exportProof, newestNote } from '../../export-proof.ts';
import { openEventStore } from '../../open-event-store.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await startTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'portico-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');

test('an export of the audit is held to its proof: the manifest, its checkpoint and each file', async () => {
  const opened = openEventStore({ pool: database.pool, key: randomBytes(32), definitions: eventCatalogue });
  const stream = `audit-export-${randomId()}`;
  const append = async (expectedVersion: number, event: PorticoEvent) => {
    const commandId = randomId();
    const meta = { actor: byPortal, commandId, correlationId: commandId, time: new Date().toISOString() };
    await opened.store.append({
      stream,
      expectedVersion,
      events: [{ ...event, id: randomId() }],
      meta,
      request: stream,
    });
    await within(1_500, async () => {
      await opened.store.seal();
      await opened.checkpoints.make();
      expect((await exportProof(database.pool, opened.checkpoints.source, stream))?.events).toHaveLength(
        expectedVersion + 1,
      );
    });
  };
  const about = { userId: 12, organizationId: null };
  const asked = { format: 'jsonl', search: '', person: '', address: '', thing: '' } as const;
  await append(0, { type: 'AuditExportBegun', data: { ...about, ...asked } });
  const data = '{"id":1}\n{"id":2}\n';
  const manifest = JSON.stringify({
    export: stream,
    entries: 2,
    files: [{ name: 'audit-1.jsonl', entries: 2, bytes: data.length, sha256: sumOf(data) }],
    checkpoint: await newestNote(database.pool, {}),
  });
  const completed = { ...about, entries: 2, manifest: sumOf(manifest) };
  await append(1, { type: 'AuditExportCompleted', data: completed });
  const { note, events } = (await exportProof(database.pool, opened.checkpoints.source, stream)) ?? {
    note: '',
    events: [],
  };

  const verify = async (files: Readonly<{ manifest?: string; data?: string; proved?: typeof events }>) => {
    const lines = [{ note }, ...(files.proved ?? events)].map((line) => JSON.stringify(line));
    const at = (name: string) => path.join(folder, name);
    await writeFile(at('proof.jsonl'), lines.join('\n'));
    await writeFile(at('manifest.json'), files.manifest ?? manifest);
    await writeFile(at('audit-1.jsonl'), files.data ?? data);
    const script = path.join(root, 'scripts/verify-log-export.mjs');
    const given = [script, at('proof.jsonl'), '--key', opened.verifier.key, '--manifest', at('manifest.json')];
    const { status, stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8' });
    return [status, `${stdout}${stderr}`.trim()];
  };
  const whole = '2 events are what the portal signed, in a log of 2 events. The export has 2 entries, as recorded.';
  expect(await verify({})).toEqual([0, whole]);
  expect(await verify({ data: '{"id":1}\n{"id":3}\n' })).toEqual([1, 'audit-1.jsonl is not what was exported.']);
  expect(await verify({ data: '{"id":1}\n' })).toEqual([1, 'audit-1.jsonl is not what was exported.']);
  expect(await verify({ manifest: manifest.replace('"entries":2,"files"', '"entries":1,"files"') })).toEqual([
    1,
    'The manifest is not what was recorded.',
  ]);
  expect(await verify({ proved: events.slice(0, 1) })).toEqual([
    1,
    `The events do not say that ${stream} was completed.`,
  ]);
  expect(await verify({ manifest: 'no JSON' })).toEqual([2, expect.stringContaining("can't be read")]);
  await opened.store.close();
});
