import { createHmac } from 'node:crypto';
import type { EventDefinitions, EventsOf } from '#domain/core/event.ts';
import type { Pool } from '#platform/database.ts';
import { deriveKey } from '#platform/encryption.ts';
import { type Log, silentLog } from '#platform/log.ts';
import { type Codec, createCodec } from '../codec.ts';
import type { EventStore } from '../event-store.ts';
import { createSubjectKeys, type SubjectKeys } from '../subject-keys.ts';
import { createPostgresEventStore } from './event-store.ts';

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

/** Returns the event store with its codec and the persons' keys. Each process opens it at its start. */
export const openEventStore = <Definitions extends EventDefinitions>({
  pool,
  key,
  definitions,
  log = silentLog,
}: OpenOptions<Definitions>): Readonly<{
  store: EventStore<EventsOf<Definitions>>;
  codec: Codec<EventsOf<Definitions>>;
  subjectKeys: SubjectKeys;
}> => {
  const subjectKeys = createSubjectKeys(pool, key);
  const codec = createCodec({ definitions, keys: subjectKeys });
  const requestKey = deriveKey(key, 'request');
  const fingerprint = (text: string) => createHmac('sha256', requestKey).update(text, 'utf8').digest('hex');
  return { store: createPostgresEventStore({ pool, codec, fingerprint, log }), codec, subjectKeys };
};
