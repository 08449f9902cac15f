import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { exportProof } from '#eventstore/export-proof.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { root } from '#test/production/npm-run.ts';
import { within } from '#test/runner/limit.ts';
import { type BffWorld, publicUrl, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
let folder: string;
beforeAll(async () => {
  world = await startBffWorld();
  folder = await mkdtemp(path.join(tmpdir(), 'portico-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const at = (name: string) => path.join(folder, name);

test('a report is held to the proof of its review, by a program that knows nothing but the key of the log', async () => {
  const { auditor, portal } = world.acme.members;
  const key = Buffer.from(world.operatorEnv.PORTICO_KEY, 'base64');
  const { store, checkpoints, verifier } = openEventStore({ pool: world.pool, key, definitions: eventCatalogue });
  const sign = async () => {
    await store.seal();
    await checkpoints.make();
  };
  await world.allShown();
  const started = await world.ask(auditor, 'POST', '/api/review-rounds', { json: { dueOn: '2099-12-31' } });
  const target = `/api/review-round/${started.body.id}`;
  await world.allShown();
  const json = { lines: [1], verdict: 'kept', reason: 'Still needed' };
  expect(await world.ask(portal, 'POST', `${target}/decisions`, { json })).toMatchObject({ status: 200 });
  await world.allShown();
  // Without a checkpoint there is nothing to hold the manifest to.
  await sign();
  const response = await world.app.request(`${publicUrl}${target}/report`, { headers: world.credentials(auditor) });
  for (const [name, data] of Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer()))))
    await writeFile(at(name), data);

  const stream = `review-round-${started.body.id}`;
  const { length } = await store.read(stream);
  const { note, events } = await within(1_500, async () => {
    await sign();
    const proof = await exportProof(world.pool, checkpoints.source, stream);
    if (proof?.events.length !== length) throw new Error('the checkpoint does not cover the report yet');
    return proof;
  });
  const verify = async (proved = events) => {
    await writeFile(at('proof.jsonl'), [{ note }, ...proved].map((line) => JSON.stringify(line)).join('\n'));
    const script = path.join(root, 'scripts/verify-log-export.mjs');
    const given = [script, at('proof.jsonl'), '--key', verifier.key, '--manifest', at('manifest.json')];
    const { status, stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8' });
    return [status, `${stdout}${stderr}`.trim()];
  };
  const { lines } = started.body;
  expect(await verify()).toEqual([0, expect.stringContaining(`The export has ${lines} entries, as recorded.`)]);
  expect(await verify(events.slice(0, -1))).toEqual([1, `The events do not say that ${stream} was completed.`]);
  await writeFile(at('review.csv'), 'Line\r\n');
  expect(await verify()).toEqual([1, 'review.csv is not what was exported.']);
  await store.close();
});
