import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { randomId } from '#platform/uuid.ts';
import { startStandInJava } from '#test/processes/stand-in-java.ts';
import { AttemptOverError } from '../engine/run.ts';
import { runGenerator } from './run-generator.ts';
import { dropOldScratch, openScratch } from './scratch.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'portico-parent-'));
  vi.stubEnv('TMPDIR', parent);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(parent, { recursive: true, force: true });
});

it('an attempt that lost its lock does not touch the folder of the next one', async () => {
  const operationId = randomId();
  const lost = await openScratch(operationId);
  const next = await openScratch(operationId);
  const other = await openScratch(randomId());
  await lost.close();
  expect(await readdir(parent)).toEqual([next.folder, other.folder].map((folder) => path.basename(folder)).sort());
});

it('an attempt that ends before its generator starts does not start it', async () => {
  const java = await startStandInJava();
  try {
    await java.behave('touch "$HERE/started"');
    const scratch = await openScratch(randomId());
    const output = ['--output', scratch.work];
    const begin = (signal: AbortSignal) => runGenerator(java.jar, scratch, output, signal);
    await expect(begin(AbortSignal.abort())).rejects.toThrow(AttemptOverError);
    expect(await readdir(java.folder)).not.toContain('started');
    await begin(new AbortController().signal);
    expect(await readdir(java.folder)).toContain('started');
  } finally {
    await java.close();
  }
});

it('abandoned folders are removed after an hour', async () => {
  const [young, old] = [await openScratch(randomId()), await openScratch(randomId())];
  const hourAgo = new Date(Date.now() - 61 * 60_000);
  await utimes(old.folder, hourAgo, hourAgo);
  const foreign = path.join(parent, 'something-else');
  await mkdir(foreign);
  await utimes(foreign, hourAgo, hourAgo);
  await dropOldScratch();
  expect(await readdir(parent)).toEqual([path.basename(young.folder), 'something-else']);
});

it('a generator has the time that the setting says', async () => {
  const java = await startStandInJava();
  try {
    await java.behave('while true; do sleep 1; done');
    const scratch = await openScratch(randomId());
    const place = { ...scratch, seconds: 1 };
    const made = runGenerator(java.jar, place, ['--output', scratch.work], new AbortController().signal);
    await expect(made).rejects.toMatchObject({ message: 'codegen.too-slow' });
  } finally {
    await java.close();
  }
});
