import { beforeEach, expect, it, vi } from 'vitest';
import { createReplay, type LoginNeed } from './replay.ts';

const over = new Error('401');
const old = new Error('401 not fresh');
let user: number | undefined;
const logIn = vi.fn<(need: LoginNeed) => Promise<number | undefined>>();
const onLost = vi.fn<(error: unknown) => void>();
let replay: ReturnType<typeof createReplay>;

beforeEach(() => {
  user = 7;
  logIn.mockReset().mockResolvedValue(7);
  onLost.mockReset();
  replay = createReplay({
    userId: () => user,
    needOf: (error) => (error === over ? 'session' : error === old ? 'fresh' : undefined),
    logIn,
    onLost,
  });
});

const responses = (...results: (string | Error)[]) =>
  vi.fn(async () => {
    const result = results.shift() ?? 'no more answers';
    if (result instanceof Error) throw result;
    return result;
  });

it('asks for no login while the session is valid', async () => {
  const send = responses('done');
  expect(await replay(send)).toBe('done');
  expect([send.mock.calls.length, logIn.mock.calls.length]).toEqual([1, 0]);
});

it('logs in once and sends again once', async () => {
  const send = responses(over, 'done');
  expect(await replay(send)).toBe('done');
  expect([send.mock.calls.length, logIn.mock.calls.length]).toEqual([2, 1]);
  expect(onLost).not.toHaveBeenCalled();
});

it('never sends a third time', async () => {
  const send = responses(over, over, 'done');
  await expect(replay(send)).rejects.toBe(over);
  expect([send.mock.calls.length, logIn.mock.calls.length]).toEqual([2, 1]);
  expect(onLost).toHaveBeenCalledWith(over);
});

it('never sends under another user', async () => {
  logIn.mockImplementation(async () => {
    user = 8;
    return 8;
  });
  const send = responses(over, 'done');
  await expect(replay(send)).rejects.toBe(over);
  expect(send).toHaveBeenCalledTimes(1);
});

it('fails when the user cancels the login, or when it fails', async () => {
  logIn.mockResolvedValueOnce(undefined);
  await expect(replay(responses(over, 'done'))).rejects.toBe(over);
  logIn.mockRejectedValueOnce(new Error('no window'));
  await expect(replay(responses(over, 'done'))).rejects.toBe(over);
  expect(onLost).toHaveBeenCalledTimes(2);
});

it('makes all requests wait for the same login', async () => {
  let finish = (_user: number) => {};
  logIn.mockImplementation(() => new Promise((resolve) => (finish = resolve)));
  const all = Promise.all([replay(responses(over, 'one')), replay(responses(over, 'two'))]);
  await vi.waitFor(() => expect(logIn).toHaveBeenCalled(), 20_000);
  finish(7);
  expect(await all).toEqual(['one', 'two']);
  expect(logIn).toHaveBeenCalledTimes(1);
});

it('needs no second login for a response that was on its way during the first', async () => {
  let refuse = () => {};
  let calls = 0;
  const slow = replay(() => {
    calls += 1;
    return calls === 1
      ? new Promise<string>((_resolve, reject) => (refuse = () => reject(over)))
      : Promise.resolve('late');
  });
  await replay(responses(over, 'done'));
  refuse();
  expect(await slow).toBe('late');
  expect(logIn).toHaveBeenCalledTimes(1);
});

it('starts no login before anybody was logged in', async () => {
  user = undefined;
  await expect(replay(responses(over))).rejects.toBe(over);
  expect(logIn).not.toHaveBeenCalled();
  expect(onLost).toHaveBeenCalledTimes(1);
});

it('asks for a fresh login when the session is too old for a request', async () => {
  const send = responses(old, 'done');
  expect(await replay(send)).toBe('done');
  expect(logIn.mock.calls).toEqual([['fresh']]);
});

it('asks for both logins when a session has ended and the provider knew the person for long', async () => {
  const send = responses(over, old, 'done');
  expect(await replay(send)).toBe('done');
  expect(logIn.mock.calls).toEqual([['session'], ['fresh']]);
});

it('keeps the session when a fresh login is cancelled, or is not enough', async () => {
  logIn.mockResolvedValueOnce(undefined);
  await expect(replay(responses(old, 'done'))).rejects.toBe(old);
  const send = responses(old, old, 'done');
  await expect(replay(send)).rejects.toBe(old);
  expect(send).toHaveBeenCalledTimes(2);
  expect(onLost).not.toHaveBeenCalled();
});

it('opens one window at a time: a fresh login waits for the other one', async () => {
  const finish: ((user: number) => void)[] = [];
  logIn.mockImplementation(() => new Promise((resolve) => void finish.push(resolve)));
  const both = Promise.all([replay(responses(over, 'one')), replay(responses(old, 'two'))]);
  await vi.waitFor(() => expect(finish).toHaveLength(1), 20_000);
  finish[0]?.(7);
  await vi.waitFor(() => expect(finish).toHaveLength(2), 20_000);
  finish[1]?.(7);
  expect(await both).toEqual(['one', 'two']);
  expect(logIn.mock.calls).toEqual([['session'], ['fresh']]);
});

it('asks for a session when somebody cancels a fresh login and the session has ended meanwhile', async () => {
  const cancelled = Promise.withResolvers<undefined>();
  logIn.mockReturnValueOnce(cancelled.promise);
  const fresh = replay(responses(old));
  await vi.waitFor(() => expect(logIn).toHaveBeenCalledTimes(1), 20_000);
  const other = replay(responses(over, 'done'));
  await Promise.resolve();
  cancelled.resolve(undefined);
  await expect(fresh).rejects.toBe(old);
  expect(await other).toBe('done');
  expect(logIn.mock.calls).toEqual([['fresh'], ['session']]);
  expect(onLost).not.toHaveBeenCalled();
});

it('passes other failures on', async () => {
  const failure = new Error('500');
  await expect(replay(responses(failure))).rejects.toBe(failure);
  expect(logIn).not.toHaveBeenCalled();
});
