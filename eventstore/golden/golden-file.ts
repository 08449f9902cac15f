import { readdir, readFile } from 'node:fs/promises';
import type { EventMeta } from '#domain/core/event.ts';
import type { StoredEvent } from '../stored-event.ts';
import type { KeyRing, SubjectKeys } from '../subject-keys.ts';

/**
 * One version of an event type as it was stored, and how it reads today. Files of released versions never change: they
 * prove that old logs stay readable (requirement G6).
 */
export type GoldenFile = Readonly<{ stored: StoredEvent; reads: Readonly<{ data: unknown; meta: EventMeta }> }>;

export const goldenDirectory = new URL('./events/', import.meta.url);

export const goldenName = (type: string, version: number): string => `${type}.v${version}.json`;

export const readGoldenFiles = async (): Promise<ReadonlyMap<string, GoldenFile>> => {
  const names = (await readdir(goldenDirectory)).filter((name) => name.endsWith('.json')).sort();
  return new Map(
    await Promise.all(
      names.map(
        async (name) =>
          [name, JSON.parse(await readFile(new URL(name, goldenDirectory), 'utf8')) as GoldenFile] as const,
      ),
    ),
  );
};

/** One key for all persons: the files test the form, not the secrecy. */
const goldenKey = Buffer.from('golden files hold invented data.', 'latin1');
const ring = async (subjects: readonly number[]): Promise<KeyRing> =>
  new Map(subjects.map((subject) => [subject, goldenKey]));

export const goldenKeys: SubjectKeys = {
  forWriting: ring,
  forReading: ring,
  eraseSubject: () => Promise.reject(new Error('golden files are not erased')),
};
