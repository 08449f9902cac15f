import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { isRefusal } from '#domain/core/problem.ts';
import { specLimits } from '#specs/spec-limits.ts';
import { readSpec } from './read-spec.ts';
import { documentOf, runSpecJob } from './spec-job.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const small = 'openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths: {}\n';
const largeText = `${small}x-items:\n${'- { name: value, other: 12 }\n'.repeat(200_000)}`;
const large = encode(largeText);

/** Returns a person. Each has another organization. */
const person = (userId: number) => ({ userId, organizationId: userId });

test('ends the thread of a document that takes too long, makes room for the next, and allows another try (D2)', async () => {
  const document = await documentOf(large);
  const response = await runSpecJob({ kind: 'read' }, [document], { milliseconds: 5 });
  expect(response).toEqual({
    kind: 'refusal',
    refusal: {
      refused: 'invalid',
      problems: [{ code: 'spec.too-slow', field: 'jsonFile', parameters: { seconds: 0.005 } }],
    },
  });
  expect(await readSpec(encode(small))).toMatchObject({ title: 'Pets' });
  expect(await runSpecJob({ kind: 'read' }, [document], { milliseconds: 60_000 })).toMatchObject({ kind: 'read' });
}, 70_000);

test('ends the thread, not the process, of a document that needs too much heap (D2)', async () => {
  const document = await documentOf(encode('-\n'.repeat(8_000_000)));
  // Enough time for a slow machine to reach the heap's limit first.
  const response = await runSpecJob({ kind: 'read' }, [document], { milliseconds: 45_000 });
  expect(response).toMatchObject({
    refusal: { problems: [{ code: 'spec.too-big-expanded', parameters: { megabytes: specLimits.heapMegabytes } }] },
  });
  expect(await readSpec(encode(small))).toMatchObject({ title: 'Pets' });
}, 60_000);

test('an aborted reading rejects with the reason and frees its place, whether it runs or waits', async () => {
  const running = new AbortController();
  const waiting = new AbortController();
  const reason = new Error('the client is gone');
  const by = person(1);
  const first = readSpec(encode(`${largeText}# 1`), { by, signal: running.signal });
  const second = readSpec(encode(`${small}# 2`), { by, signal: waiting.signal });
  const third = readSpec(encode(`${small}# 3`), { by });
  const ends = Promise.allSettled([first, second, third]);
  waiting.abort(reason);
  await expect(second).rejects.toBe(reason);
  running.abort(reason);
  expect(await ends).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
    { status: 'fulfilled', value: expect.objectContaining({ title: 'Pets' }) },
  ]);
  await expect(readSpec(encode(small), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test("refuses as busy if a person's queue is full, and finishes everything in the queue", async () => {
  const by = person(2);
  const places = specLimits.queue.person + specLimits.queue.waiting.person;
  const responses = await Promise.all(
    Array.from({ length: places + 3 }, (_, index) => readSpec(encode(`${small}# busy ${index}`), { by })),
  );
  const busy = responses.filter(isRefusal);
  expect(busy).toHaveLength(3);
  expect(busy[0]).toEqual({ refused: 'busy', problems: [{ code: 'spec.busy', field: 'jsonFile' }] });
  expect(await readSpec(encode(small), { by })).toMatchObject({ title: 'Pets' });
}, 60_000);

test('reads for another person before the third check of a person with many', async () => {
  const order: string[] = [];
  const [attacker, other] = [person(3), person(4)];
  const checks = Array.from({ length: 6 }, async (_, index) => {
    await runSpecJob({ kind: 'read' }, [await documentOf(encode(`${largeText}# check ${index}`))], { by: attacker });
    order.push('check');
  });
  const document = await documentOf(encode(`${small}# reading`));
  await runSpecJob({ kind: 'convert', to: 'json' }, [document], { by: other });
  order.push('reading');
  await Promise.all(checks);
  expect(order.indexOf('reading')).toBeLessThan(2);
}, 60_000);

test('returns the result of an unchanged document again without loading it', async () => {
  const document = await documentOf(encode(`${small}# kept`));
  const first = await runSpecJob({ kind: 'operations' }, [document]);
  const loaded: string[] = [];
  const load = async () => {
    loaded.push('again');
    return encode(small);
  };
  expect(await runSpecJob({ kind: 'operations' }, [{ hash: document.hash as string, load }])).toEqual(first);
  expect(loaded).toEqual([]);
  await runSpecJob({ kind: 'convert', to: 'json' }, [{ hash: document.hash as string, load }]);
  expect(loaded).toEqual(['again']);
});

/** Watches the threads that are started from now on, and which of them have ended. */
const watchThreads = () => {
  const started = new Set<Worker>();
  const ended = new Set<Worker>();
  const see = (worker: Worker) => {
    started.add(worker);
    worker.once('exit', () => ended.add(worker));
  };
  process.on('worker', see);
  return { started, ended, stop: () => void process.off('worker', see) };
};

test("reads an organization's documents one after the other in one thread, and another organization's in another", async () => {
  const threads = watchThreads();
  for (const [userId, organizationId] of [
    [11, 90],
    [11, 90],
    [12, 90],
    [13, 91],
  ] as const)
    await readSpec(encode(`${small}# ${userId} of ${organizationId} ${threads.started.size} ${Math.random()}`), {
      by: { userId, organizationId },
    });
  threads.stop();
  expect(threads.started.size).toBe(2);
});

test('never keeps more threads than may work at once', async () => {
  const threads = watchThreads();
  for (let id = 100; id < 100 + specLimits.queue.running + 3; id += 1) {
    await readSpec(encode(`${small}# of ${id}`), { by: person(id) });
    expect(threads.started.size - threads.ended.size).toBeLessThanOrEqual(specLimits.queue.running);
  }
  threads.stop();
  expect(threads.started.size).toBe(specLimits.queue.running + 3);
});

test('ends a thread after its share of work or at its time limit', async () => {
  const threads = watchThreads();
  const by = person(120);
  for (let count = 0; count <= specLimits.threads.jobs; count += 1)
    await readSpec(encode(`${small}# job ${count}`), { by });
  expect([threads.started.size, threads.ended.size]).toEqual([2, 1]);
  await runSpecJob({ kind: 'read' }, [await documentOf(encode(`${largeText}# slow`))], { by, milliseconds: 5 });
  expect(threads.ended.size).toBe(2);
  threads.stop();
});

test("leaves the caller's bytes unchanged", async () => {
  const bytes = encode(small);
  await readSpec(bytes);
  expect(new TextDecoder().decode(bytes)).toBe(small);
  // A view of a larger buffer, like Node's own Buffers.
  const within = encode(`###${small}`).subarray(3);
  expect(await readSpec(within)).toMatchObject({ size: small.length });
});
