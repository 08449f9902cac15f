import { expect, test } from 'vitest';
import { isRefusal } from '#domain/core/problem.ts';
import { readSpec } from './read-spec.ts';
import { runSpecJob } from './spec-job.ts';
import { specLimits } from './spec-limits.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const small = 'openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths: {}\n';
const large = encode(`${small}x-items:\n${'- { name: value, other: 12 }\n'.repeat(200_000)}`);

test('a document that takes too long ends its thread and leaves room for the next (D2)', async () => {
  const answer = await runSpecJob({ kind: 'read', bytes: large }, { milliseconds: 5 });
  expect(answer).toEqual({
    kind: 'refusal',
    refusal: {
      refused: 'invalid',
      problems: [{ code: 'spec.too-slow', field: 'jsonFile', parameters: { seconds: 0.005 } }],
    },
  });
  expect(await readSpec(encode(small))).toMatchObject({ title: 'Pets' });
});

test('a document that needs more heap than a thread may have ends the thread, not the process (D2)', async () => {
  // Time enough for a slow machine to reach the heap's limit first.
  const answer = await runSpecJob({ kind: 'read', bytes: encode('-\n'.repeat(8_000_000)) }, { milliseconds: 45_000 });
  expect(answer).toMatchObject({
    refusal: { problems: [{ code: 'spec.too-big-expanded', parameters: { megabytes: specLimits.heapMegabytes } }] },
  });
  expect(await readSpec(encode(small))).toMatchObject({ title: 'Pets' });
}, 60_000);

test('an aborted reading rejects with the reason, running or waiting, and gives its place back', async () => {
  const running = new AbortController();
  const waiting = new AbortController();
  const reason = new Error('the client is gone');
  const first = Array.from({ length: specLimits.workers }, () => readSpec(large, { signal: running.signal }));
  const second = readSpec(encode(small), { signal: waiting.signal });
  const third = readSpec(encode(small));
  const ends = Promise.allSettled([...first, second, third]);
  waiting.abort(reason);
  await expect(second).rejects.toBe(reason);
  running.abort(reason);
  expect(await ends).toEqual([
    ...first.map(() => ({ status: 'rejected', reason })),
    { status: 'rejected', reason },
    { status: 'fulfilled', value: expect.objectContaining({ title: 'Pets' }) },
  ]);
  await expect(readSpec(encode(small), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('a full queue refuses as busy, and everything in it is answered', async () => {
  const places = specLimits.workers + specLimits.waiting;
  const answers = await Promise.all(Array.from({ length: places + 3 }, () => readSpec(encode(small))));
  const busy = answers.filter(isRefusal);
  expect(busy).toHaveLength(3);
  expect(busy[0]).toEqual({ refused: 'busy', problems: [{ code: 'spec.busy', field: 'jsonFile' }] });
  expect(await readSpec(encode(small))).toMatchObject({ title: 'Pets' });
}, 60_000);

test("the caller's bytes stay its own", async () => {
  const bytes = encode(small);
  await readSpec(bytes);
  expect(new TextDecoder().decode(bytes)).toBe(small);
  // A view into a larger buffer, as Node's own Buffers are.
  const within = encode(`###${small}`).subarray(3);
  expect(await readSpec(within)).toMatchObject({ size: small.length });
});
