import { randomBytes } from 'node:crypto';
import type { Database } from '#platform/database.ts';
import { decrypt, deriveKey, encrypt, keyIdOf } from '#platform/encryption.ts';

/** The data keys by person; undefined for a key that was destroyed or never made. */
export type KeyRing = ReadonlyMap<number, Buffer | undefined>;

/** The data keys of persons, encrypted with the key-encryption key (requirements E2, E5). */
export type SubjectKeys = Readonly<{
  /** Returns keys for writing, and makes missing ones. A destroyed key stays destroyed. */
  forWriting: (subjects: readonly number[]) => Promise<KeyRing>;
  /**
   * Returns keys for reading. `fresh` reads the table instead of the cache: data that are stored for good (projections,
   * exports) must not outlive an erasure. A decision may use a key that another process destroyed up to 30 s ago.
   */
  forReading: (subjects: readonly number[], fresh: boolean) => Promise<KeyRing>;
  /** Destroys a person's key for good. From then on the person's data in the log read `[erased]`. */
  eraseSubject: (subject: number) => Promise<void>;
}>;

type Row = { subject: number; key_id: string; wrapped: Buffer | null };

const cacheMilliseconds = 30_000;
const cacheSize = 10_000;

/**
 * Returns the data keys of persons.
 *
 * @param key the key-encryption key, PORTICO_KEY.
 */
export const createSubjectKeys = (database: Database, key: Buffer): SubjectKeys => {
  const wrappingKey = deriveKey(key, 'subject-keys');
  const keyId = keyIdOf(key);
  const cache = new Map<number, { key: Buffer | undefined; until: number }>();
  const contextOf = (subject: number) => `subject-key|${subject}`;

  const remember = (subject: number, dataKey: Buffer | undefined) => {
    if (cache.size >= cacheSize) cache.delete(cache.keys().next().value ?? subject);
    cache.set(subject, { key: dataKey, until: Date.now() + cacheMilliseconds });
  };

  const unwrap = ({ subject, key_id, wrapped }: Row): Buffer | undefined => {
    if (wrapped === null) return undefined;
    if (key_id !== keyId) throw new Error(`the data key of user ${subject} was encrypted with another PORTICO_KEY`);
    return decrypt(wrappingKey, wrapped, contextOf(subject));
  };

  const load = async (subjects: readonly number[]): Promise<Map<number, Buffer | undefined>> => {
    const { rows } = await database.query<Row>(
      'select subject, key_id, wrapped from subject_keys where subject = any($1::int[])',
      [subjects],
    );
    const ring = new Map(rows.map((row) => [row.subject, unwrap(row)]));
    for (const [subject, dataKey] of ring) remember(subject, dataKey);
    return ring;
  };

  const cached = (subjects: readonly number[]) => {
    const now = Date.now();
    const ring = new Map<number, Buffer | undefined>();
    for (const subject of subjects) {
      const entry = cache.get(subject);
      if (entry && entry.until > now) ring.set(subject, entry.key);
    }
    return { ring, absent: subjects.filter((subject) => !ring.has(subject)) };
  };

  const throughCache = async (subjects: readonly number[]): Promise<Map<number, Buffer | undefined>> => {
    const { ring, absent } = cached(subjects);
    return absent.length === 0 ? ring : new Map([...ring, ...(await load(absent))]);
  };

  return {
    forWriting: async (subjects) => {
      const ring = await throughCache(subjects);
      const absent = subjects.filter((subject) => !ring.has(subject));
      if (absent.length === 0) return ring;
      await database.query(
        `insert into subject_keys (subject, key_id, wrapped)
         select subject, $1, wrapped from unnest($2::int[], $3::bytea[]) as made (subject, wrapped)
         on conflict (subject) do nothing`,
        [keyId, absent, absent.map((subject) => encrypt(wrappingKey, randomBytes(32), contextOf(subject)))],
      );
      // Reads the keys back: when two processes make a key at once, the first one counts.
      return new Map([...ring, ...(await load(absent))]);
    },
    forReading: async (subjects, fresh) => {
      if (subjects.length === 0) return new Map();
      return fresh ? load(subjects) : throughCache(subjects);
    },
    eraseSubject: async (subject) => {
      await database.query(
        `insert into subject_keys (subject, key_id, wrapped, destroyed_at) values ($1, $2, null, now())
         on conflict (subject) do update set wrapped = null, destroyed_at = now()
         where subject_keys.destroyed_at is null`,
        [subject, keyId],
      );
      // Read tables that were begun before this moment are made anew, so it has to be after the commit.
      await database.query('update subject_keys set destroyed_at = clock_timestamp() where subject = $1', [subject]);
      cache.delete(subject);
    },
  };
};
