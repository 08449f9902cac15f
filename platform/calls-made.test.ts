import { expect, it } from 'vitest';
import { callsMade, keepingCalls, noteCall, noting } from './calls-made.ts';

const call = (name: string, more: object = {}) => ({ call: name, at: 0, took: 1, status: 200, ...more });

it('keeps the calls of a work, of each work its own', async () => {
  const work = (name: string) =>
    keepingCalls(async () => {
      await noting(
        name,
        async () => 1,
        () => undefined,
        () => ({ status: 200 }),
      );
      await noting(
        `${name} 2`,
        async () => Promise.reject(new Error('x')),
        () => 'gone',
      ).catch(() => undefined);
      return callsMade().calls.map(({ call: asked, status, failed }) => [asked, status, failed]);
    });
  expect(await Promise.all([work('one'), work('two')])).toEqual([
    [
      ['one', 200, undefined],
      ['one 2', undefined, 'gone'],
    ],
    [
      ['two', 200, undefined],
      ['two 2', undefined, 'gone'],
    ],
  ]);
  // Outside of a work nothing is kept.
  noteCall(call('three'));
  expect(callsMade()).toEqual({ calls: [], leftOut: 0 });
});

it('tells what is asked and answered the same in a row once, and keeps the first and the newest hundred', async () => {
  await keepingCalls(async () => {
    for (let time = 0; time < 3; time += 1) noteCall(call('same'));
    noteCall(call('same', { status: 500 }));
    expect(callsMade().calls.map(({ times, took }) => [times, took])).toEqual([
      [3, 3],
      [1, 1],
    ]);
    for (let time = 0; time < 300; time += 1) noteCall(call(`other ${time}`));
    const { calls, leftOut } = callsMade();
    expect(calls).toHaveLength(200);
    expect(leftOut).toBe(102);
    expect([calls[0]?.call, calls.at(-1)?.call]).toEqual(['same', 'other 299']);
  });
});

it('cuts what is too long', async () => {
  await keepingCalls(async () => {
    noteCall(call('x'.repeat(1_000), { said: 'y'.repeat(1_000) }));
    const [kept] = callsMade().calls;
    expect([kept?.call.length, kept?.said?.length]).toEqual([200, 300]);
  });
});
