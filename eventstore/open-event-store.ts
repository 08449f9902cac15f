import { createHmac } from 'node:crypto';
import type { Event, EventDefinitions, EventsOf } from '#domain/core/event.ts';
import type { Pool } from '#platform/database.ts';
import { deriveKey } from '#platform/encryption.ts';
import { type Log, silentLog } from '#platform/log.ts';
import { type Codec, createCodec } from './codec.ts';
import type { EventStore } from './event-store.ts';
import { checkLog } from './postgres/check-log.ts';
import { checkRole } from './postgres/check-role.ts';
import { createPostgresEventStore } from './postgres/event-store.ts';
import { createSubjectKeys, type SubjectKeys } from './subject-keys.ts';

/**
 * @property key         the key-encryption key, PORTICO_KEY.
 * @property definitions the whole event catalogue.
 */
export type OpenOptions<Definitions extends EventDefinitions> = Readonly<{
  pool: Pool;
  key: Buffer;
  definitions: Definitions;
  log?: Log;
}>;

/** An event store with its codec and the persons' keys. */
export type OpenedEventStore<E extends Event> = Readonly<{
  store: EventStore<E>;
  codec: Codec<E>;
  subjectKeys: SubjectKeys;
  /** Checks that this process could not change the log. @throws UnfitError */
  checkRights: () => Promise<void>;
  /** Checks that this process may use the log. Each process calls it before it reads or appends. @throws UnfitError */
  check: () => Promise<void>;
}>;

/** Opens the event store. Each process does it at its start; nothing connects before the first call. */
export const openEventStore = <Definitions extends EventDefinitions>({
  pool,
  key,
  definitions,
  log = silentLog,
}: OpenOptions<Definitions>): OpenedEventStore<EventsOf<Definitions>> => {
  const subjectKeys = createSubjectKeys(pool, key);
  const codec = createCodec({ definitions, keys: subjectKeys });
  const requestKey = deriveKey(key, 'request');
  const fingerprint = (text: string) => createHmac('sha256', requestKey).update(text, 'utf8').digest('hex');
  const checkRights = () => checkRole(pool);
  return {
    store: createPostgresEventStore({ pool, codec, fingerprint, log }),
    codec,
    subjectKeys,
    checkRights,
    check: async () => {
      await checkRights();
      await checkLog(pool, key);
    },
  };
};
