import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
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

test('ends the process of a document that takes too long, makes room for the next, and allows another try (D2)', async () => {
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

test('ends the child process, not this one, of a document that needs too much heap (D2)', async () => {
  const document = await documentOf(encode('-\n'.repeat(8_000_000)));
  // Enough time for a slow machine to reach the heap's limit first.
  const response = await runSpecJob({ kind: 'read' }, [document], { milliseconds: 45_000 });
  expect(response).toMatchObject({
    refusal: { problems: [{ code: 'spec.too-big-expanded', parameters: { megabytes: specLimits.heapMegabytes } }] },
  });
  expect(await readSpec(encode(small))).toMatchObject({ title: 'Pets' });
}, 60_000);

test('ends the child process, not this one, of a small document whose text grows beyond the heap in one piece (D2)', async () => {
  // Each of the values has a line of its own, after 380 spaces.
  const values = `${'['.repeat(190)}${'1,'.repeat(900_000)}1${']'.repeat(190)}`;
  const document = await documentOf(
    encode(`{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{},"x":${values}}`),
  );
  const response = await runSpecJob({ kind: 'convert', to: 'json' }, [document], { milliseconds: 45_000 });
  expect(response).toMatchObject({
    refusal: { problems: [{ code: 'spec.too-big-expanded', parameters: { megabytes: specLimits.heapMegabytes } }] },
  });
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

/** Watches the child processes that are started from now on, and which of them have ended. */
const watchProcesses = () => {
  const started = new Set<ChildProcess>();
  const ended = new Set<ChildProcess>();
  const see = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    started.add(child);
    child.once('exit', () => ended.add(child));
  };
  subscribe('child_process', see);
  return { started, ended, stop: () => void unsubscribe('child_process', see) };
};

test("reads an organization's documents one after the other in one process, and another organization's in another", async () => {
  const processes = watchProcesses();
  for (const [userId, organizationId] of [
    [11, 90],
    [11, 90],
    [12, 90],
    [13, 91],
  ] as const)
    await readSpec(encode(`${small}# ${userId} of ${organizationId} ${processes.started.size} ${Math.random()}`), {
      by: { userId, organizationId },
    });
  processes.stop();
  expect(processes.started.size).toBe(2);
});

test('reads the next document in a new process after the idle one was killed, and rejects when a working one is', async () => {
  const processes = watchProcesses();
  const by = person(80);
  await readSpec(encode(`${small}# before`), { by });
  const kill = async () => {
    const [child] = [...processes.started].filter((one) => !processes.ended.has(one));
    child?.kill('SIGKILL');
    await expect.poll(() => processes.ended.size).toBe(processes.started.size);
  };
  await kill();
  const document = await documentOf(encode(`${largeText}# killed`));
  const reading = expect(runSpecJob({ kind: 'read' }, [document], { by })).rejects.toThrow('ended with SIGKILL');
  await expect.poll(() => processes.started.size).toBe(2);
  await kill();
  await reading;
  expect(await readSpec(encode(`${small}# after`), { by })).toMatchObject({ title: 'Pets' });
  processes.stop();
});

test('keeps no more processes than may work at once', async () => {
  const processes = watchProcesses();
  for (let id = 100; id < 100 + specLimits.queue.running + 3; id += 1) {
    await readSpec(encode(`${small}# of ${id}`), { by: person(id) });
    expect(processes.started.size - processes.ended.size).toBeLessThanOrEqual(specLimits.queue.running);
  }
  processes.stop();
  expect(processes.started.size).toBe(specLimits.queue.running + 3);
});

test('ends a process after a number of documents or at its time limit', async () => {
  const processes = watchProcesses();
  const by = person(120);
  for (let count = 0; count <= specLimits.processes.jobs; count += 1)
    await readSpec(encode(`${small}# job ${count}`), { by });
  expect([processes.started.size, processes.ended.size]).toEqual([2, 1]);
  await runSpecJob({ kind: 'read' }, [await documentOf(encode(`${largeText}# slow`))], { by, milliseconds: 5 });
  expect(processes.ended.size).toBe(2);
  processes.stop();
});

test("leaves the caller's bytes unchanged", async () => {
  const bytes = encode(small);
  await readSpec(bytes);
  expect(new TextDecoder().decode(bytes)).toBe(small);
  // A view of a larger buffer, like Node's own Buffers.
  const within = encode(`###${small}`).subarray(3);
  expect(await readSpec(within)).toMatchObject({ size: small.length });
});
