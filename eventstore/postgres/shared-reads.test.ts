import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shareReads } from './shared-reads.ts';

let announced = 0;
beforeEach(() => {
  announced = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const reading = () => {
  const read = vi.fn(async (after: string): Promise<readonly { position: string }[]> => [{ position: after }]);
  const start = shareReads(read, () => announced);
  return { read, start, share: start() };
};

test('reads once for all who stand at one position', async () => {
  const { read, share } = reading();
  const answers = await Promise.all([share('1', 500), share('1', 500), share('2', 500), share('1', 10)]);
  expect(answers.map(([event]) => event?.position)).toEqual(['1', '1', '2', '1']);
  expect(read.mock.calls).toEqual([
    ['1', 500],
    ['2', 500],
    ['1', 10],
  ]);
});

test('reads again after an announcement, also while the read before it runs', async () => {
  const { read, share } = reading();
  const before = share('1', 500);
  announced += 1;
  const after = share('1', 500);
  await Promise.all([before, after]);
  expect(read).toHaveBeenCalledTimes(2);
  await share('1', 500);
  expect(read).toHaveBeenCalledTimes(2);
});

test('reads again after 20 ms, because other processes announce nothing while the database is cut off', async () => {
  const { read, share } = reading();
  await share('1', 500);
  await vi.advanceTimersByTimeAsync(19);
  await share('1', 500);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await share('1', 500);
  expect(read).toHaveBeenCalledTimes(2);
});

test('reads anew for a subscription that began later', async () => {
  const { read, start, share } = reading();
  await share('1', 500);
  await start()('1', 500);
  expect(read).toHaveBeenCalledTimes(2);
  await share('1', 500);
  expect(read).toHaveBeenCalledTimes(2);
});

test('does not give a failure again', async () => {
  const { read, share } = reading();
  read.mockRejectedValueOnce(new Error('cut'));
  await expect(Promise.all([share('1', 500), share('1', 500)])).rejects.toThrow('cut');
  expect(await share('1', 500)).toHaveLength(1);
  expect(read).toHaveBeenCalledTimes(2);
});
