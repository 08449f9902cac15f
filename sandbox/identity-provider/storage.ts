import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { writeWhole } from '../gateway/write-whole.ts';

type Entry = { payload: AdapterPayload; expiresAt?: number };

/** Keeps the provider's sessions, grants and tokens in memory, with a copy on disk for the next start. */
export type Storage = Readonly<{ adapter: (model: string) => Adapter; close: () => Promise<void> }>;

/** Milliseconds in which writes are gathered. A crash loses at most these writes. */
const writeDelay = 200;

export const openStorage = async (dataFolder: string): Promise<Storage> => {
  const file = path.join(dataFolder, 'identity-provider-state.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const entries = new Map<string, Entry>(text ? (JSON.parse(text) as [string, Entry][]) : []);
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  const isLive = ({ expiresAt }: Entry) => expiresAt === undefined || expiresAt > Date.now();

  const write = async () => {
    for (const [key, entry] of entries) if (!isLive(entry)) entries.delete(key);
    await mkdir(dataFolder, { recursive: true });
    writeWhole(file, JSON.stringify([...entries]));
  };
  const changed = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      writing = writing.then(write);
    }, writeDelay);
  };
  const live = (key: string): AdapterPayload | undefined => {
    const entry = entries.get(key);
    return entry && isLive(entry) ? entry.payload : undefined;
  };
  const findBy = (model: string, matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined => {
    for (const [key, entry] of entries)
      if (key.startsWith(`${model}:`) && isLive(entry) && matches(entry.payload)) return entry.payload;
    return undefined;
  };

  const adapter = (model: string): Adapter => ({
    upsert: async (id, payload, expiresIn) => {
      entries.set(`${model}:${id}`, { payload, ...(expiresIn ? { expiresAt: Date.now() + expiresIn * 1000 } : {}) });
      changed();
    },
    find: async (id) => live(`${model}:${id}`),
    findByUid: async (uid) => findBy(model, (payload) => payload.uid === uid),
    findByUserCode: async (userCode) => findBy(model, (payload) => payload.userCode === userCode),
    consume: async (id) => {
      const payload = live(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      changed();
    },
    destroy: async (id) => {
      entries.delete(`${model}:${id}`);
      changed();
    },
    revokeByGrantId: async (grantId) => {
      for (const [key, { payload }] of entries)
        if (key.startsWith(`${model}:`) && payload.grantId === grantId) entries.delete(key);
      changed();
    },
  });

  return {
    adapter,
    close: async () => {
      clearTimeout(timer);
      await writing;
      await write();
    },
  };
};
