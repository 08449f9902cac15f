import { expect, it } from 'vitest';
import { createFairQueue, type WorkCaller } from './fair-queue.ts';
import { createSharedWork } from './shared-work.ts';

const limits = {
  running: 1,
  kind: { reading: 9, saving: 1, checking: 1 },
  reading: 0,
  person: 1,
  organization: { reading: 1, saving: 1, checking: 1 },
  waiting: { person: 3, organization: 3, all: 3 },
};
const person = (userId: number): WorkCaller => ({ userId, organizationId: userId });

/** Returns shared work that ends when the test ends it. `ended` holds the keys of aborted work. */
const startSharing = (bytes = 100) => {
  const share = createSharedWork<string>(createFairQueue(limits), bytes);
  const begun: string[] = [];
  const ended: string[] = [];
  const ends = new Map<string, (kept?: boolean) => void>();
  const ask = (key: string, userId: number, signal?: AbortSignal, size = 10) =>
    share({
      key,
      kind: 'checking',
      caller: person(userId),
      signal,
      work: (end) => {
        begun.push(key);
        const { promise, resolve, reject } = Promise.withResolvers<{
          response: string;
          bytes: number;
          kept: boolean;
        }>();
        ends.set(key, (kept = true) => resolve({ response: `answer to ${key}`, bytes: size, kept }));
        end.addEventListener('abort', () => {
          ended.push(key);
          reject(end.reason);
        });
        return promise;
      },
    });
  return { ask, begun, ended, end: (key: string, kept?: boolean) => ends.get(key)?.(kept) };
};

it('does the same work once for all requests at the same time, and keeps the result', async () => {
  const { ask, begun, end } = startSharing();
  const responses = [ask('x', 1), ask('x', 2), ask('x', 2)];
  end('x');
  expect(await Promise.all(responses)).toEqual(Array(3).fill('answer to x'));
  expect(await ask('x', 3)).toBe('answer to x');
  expect(begun).toEqual(['x']);
});

it('repeats work whose result is not kept or too large to keep', async () => {
  const { ask, begun, end } = startSharing();
  const first = ask('x', 1);
  end('x', false);
  await first;
  const second = ask('x', 1, undefined, 60);
  end('x');
  await second;
  const third = ask('x', 1, undefined, 40);
  end('x');
  await third;
  await ask('x', 1);
  expect(begun).toEqual(['x', 'x', 'x']);
});

it('forgets the result that was not used for the longest time when it keeps too much', async () => {
  const { ask, begun, end } = startSharing();
  for (const key of ['x', 'y']) {
    const response = ask(key, 1, undefined, 40);
    end(key);
    await response;
  }
  await ask('x', 1);
  const response = ask('z', 1, undefined, 40);
  end('z');
  await response;
  await ask('x', 1);
  const again = ask('y', 1);
  end('y');
  await again;
  expect(begun).toEqual(['x', 'y', 'z', 'y']);
});

it('ends work when the last person who waits for it has left, and not before', async () => {
  const { ask, ended, begun } = startSharing();
  const [one, other] = [new AbortController(), new AbortController()];
  const gone = new Error('gone');
  const responses = [ask('x', 1, one.signal), ask('x', 2, other.signal)];
  one.abort(gone);
  await expect(responses[0]).rejects.toBe(gone);
  expect(ended).toEqual([]);
  other.abort(gone);
  await expect(responses[1]).rejects.toBe(gone);
  expect(ended).toEqual(['x']);
  // A new request does not get the aborted work.
  void ask('x', 3);
  await Promise.resolve();
  await Promise.resolve();
  expect(begun).toEqual(['x', 'x']);
});

it('never begins work that nobody waits for any more', async () => {
  const { ask, begun, end } = startSharing();
  const first = ask('x', 1);
  const gone = new AbortController();
  const second = ask('y', 2, gone.signal);
  gone.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  const third = ask('z', 3);
  end('x');
  await first;
  end('z');
  await third;
  expect(begun).toEqual(['x', 'z']);
});

it('distinguishes a full queue from a result', async () => {
  const { ask, end } = startSharing();
  const responses = ['a', 'b', 'c', 'd'].map((key, index) => ask(key, index + 1));
  expect(await ask('e', 5)).toBeUndefined();
  for (const [index, key] of ['a', 'b', 'c', 'd'].entries()) {
    end(key);
    await responses[index];
  }
});
