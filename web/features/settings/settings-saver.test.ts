import { afterEach, expect, it, vi } from 'vitest';
import { saveSettings } from '#domain/user/own-calls.ts';
import { changedSettings, defaultSettings, type SettingsBody } from '#domain/user/settings.ts';
import { saveSettingsCommand } from './queries.ts';
import { createSettingsSaver } from './settings-saver.ts';

afterEach(() => vi.unstubAllGlobals());

/** Starts a saver whose requests end when the test says so. */
const startSaver = () => {
  const sent: SettingsBody[] = [];
  const ends: ((isTaken: boolean) => void)[] = [];
  const sending = {
    run: (change: SettingsBody) => {
      sent.push(change);
      return new Promise<boolean>((resolve) => ends.push(resolve));
    },
    cancel: vi.fn(() => ends.at(-1)?.(false)),
  };
  const onSaved = vi.fn();
  const saver = createSettingsSaver(onSaved);
  const save = (change: SettingsBody, isLeaving?: boolean) =>
    saver.save(changedSettings(defaultSettings, change), sending, isLeaving);
  return {
    saver,
    save,
    sent,
    onSaved,
    cancel: sending.cancel,
    end: (at: number, isTaken = true) => ends[at]?.(isTaken),
  };
};

it("sends nothing before the server's settings are known", async () => {
  const { saver, save, sent, onSaved } = startSaver();
  await save({ theme: 'dark' });
  expect(sent).toEqual([]);
  saver.know(defaultSettings);
  await save({});
  expect(sent).toEqual([]);
  expect(onSaved).toHaveBeenCalledOnce();
});

it('sends choices one after the other, so that the last one wins at the server', async () => {
  const { saver, save, sent, onSaved, end } = startSaver();
  saver.know(defaultSettings);
  const first = save({ theme: 'dark' });
  await save({ theme: 'nature' });
  await save({ theme: 'light', language: 'he' });
  expect(sent).toEqual([{ theme: 'dark' }]);
  end(0);
  await vi.waitFor(() => expect(sent).toEqual([{ theme: 'dark' }, { language: 'he', theme: 'light' }]), 20_000);
  expect(onSaved).not.toHaveBeenCalled();
  end(1);
  await first;
  expect(onSaved).toHaveBeenCalledOnce();
});

it('reverts a choice that is on its way', async () => {
  const { saver, save, sent, end } = startSaver();
  saver.know(defaultSettings);
  const first = save({ theme: 'dark' });
  await save({});
  end(0);
  await vi.waitFor(() => expect(sent).toEqual([{ theme: 'dark' }, { theme: 'blue' }]), 20_000);
  end(1);
  await first;
});

it('sends a refused change again with the next choice, not by itself', async () => {
  const { saver, save, sent, onSaved, end } = startSaver();
  saver.know(defaultSettings);
  const first = save({ theme: 'dark' });
  end(0, false);
  await first;
  expect(sent).toHaveLength(1);
  void save({ theme: 'dark', stickyHeader: false });
  expect(sent.at(-1)).toEqual({ theme: 'dark', stickyHeader: false });
  expect(onSaved).not.toHaveBeenCalled();
});

it('sends all choices at once, with the newest values, if the user leaves while one is on its way', async () => {
  const { saver, save, sent, cancel } = startSaver();
  saver.know(defaultSettings);
  void save({ theme: 'dark' });
  void save({ language: 'he' }, true);
  // The first change may have arrived. The theme is sent again, although the server had it before.
  expect(sent).toEqual([{ theme: 'dark' }, { language: 'he', theme: 'blue' }]);
  expect(cancel).toHaveBeenCalledOnce();
});

it('lets a change on its way finish without its page if there is nothing newer', async () => {
  const { saver, save, sent, cancel } = startSaver();
  saver.know(defaultSettings);
  void save({ theme: 'dark' });
  void save({ theme: 'dark' }, true);
  expect(sent).toHaveLength(1);
  expect(cancel).not.toHaveBeenCalled();

  const request = vi.fn(async (_url: string, _init: RequestInit) => new Response('{"userId":1,"position":"1"}'));
  vi.stubGlobal('fetch', request);
  await saveSettingsCommand.send?.(saveSettings, { body: { theme: 'dark' } }, { idempotencyKey: 'one' });
  expect(request.mock.calls[0]?.[1]).toMatchObject({ method: 'PUT', keepalive: true });
});
