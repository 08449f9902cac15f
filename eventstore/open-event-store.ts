import { createHmac } from 'node:crypto';
import type { Event, EventDefinitions, EventsOf } from '#domain/core/event.ts';
import { installationStream } from '#domain/installation/installation.ts';
import type { Pool } from '#platform/database.ts';
import { deriveKey } from '#platform/encryption.ts';
import { type Log, silentLog } from '#platform/log.ts';
import { type Codec, createCodec } from './codec.ts';
import { createEventSeals } from './event-seals.ts';
import type { EventStore } from './event-store.ts';
import { checkNotElsewhere, checkSameLog, checkServer } from './kurrentdb/check-server.ts';
import { type LogClient, openClient } from './kurrentdb/client.ts';
import { createKurrentEventStore } from './kurrentdb/event-store.ts';
import { readServerStream } from './kurrentdb/read-server-stream.ts';
import { serverSource } from './kurrentdb/tree-source.ts';
import { createNoteSigner, type NoteVerifier } from './merkle/signed-note.ts';
import { checkLog } from './postgres/check-log.ts';
import { checkRole } from './postgres/check-role.ts';
import { createPostgresEventStore } from './postgres/event-store.ts';
import { type Checkpoints, createCheckpoints } from './postgres/log-checkpoints.ts';
import { readStream } from './postgres/log-reader.ts';
import { postgresSource } from './postgres/read-leaves.ts';
import { createSealCheck, type SealCheck } from './seal-check.ts';
import { createSubjectKeys, type SubjectKeys } from './subject-keys.ts';
import { tellOfSeals } from './tell-of-seals.ts';

/**
 * @property key         the key-encryption key, PORTICO_KEY.
 * @property definitions the whole event catalogue.
 * @property eventStore  the settings. Default: the events are in Postgres.
 * @property patience    milliseconds to wait for an append's response, or to find a lost one. Default 4.5 s.
 */
export type OpenOptions<Definitions extends EventDefinitions> = Readonly<{
  pool: Pool;
  key: Buffer;
  definitions: Definitions;
  log?: Log;
  eventStore?: EventStoreSettings;
  patience?: number;
}>;

/**
 * Where the events are, and the keys of their seals.
 *
 * @property EVENTSTORE_URL Default: they are in Postgres.
 * @property SEAL_KEYS      the newest first. The oldest of all is made from the key-encryption key. Default: only that one.
 */
export type EventStoreSettings = Readonly<{
  EVENTSTORE_URL?: string | undefined;
  EVENTSTORE_PREFIX?: string;
  SEAL_KEYS?: readonly Buffer[];
}>;

/** An event store with its codec and the persons' keys. */
export type OpenedEventStore<E extends Event> = Readonly<{
  store: EventStore<E>;
  codec: Codec<E>;
  subjectKeys: SubjectKeys;
  sealCheck: SealCheck;
  /** Checks the log's signatures, also elsewhere: its key may be shown to everybody. */
  verifier: NoteVerifier;
  /** Signs checkpoints of the log. */
  checkpoints: Checkpoints;
  /** Checks that this process could not change the log. @throws UnfitError */
  checkRights: () => Promise<void>;
  /**
   * Checks that this process may use the log, and says so in its own log when events need no seal yet. Each process calls it before it
   * reads or appends. @throws UnfitError
   */
  check: () => Promise<void>;
}>;

/** Opens the event store. Each process does it at its start. With KurrentDB it also ends the commands of dead processes. */
export const openEventStore = <Definitions extends EventDefinitions>({
  pool,
  key,
  definitions,
  log = silentLog,
  patience = 4_500,
  eventStore: { EVENTSTORE_URL: url, EVENTSTORE_PREFIX: name = 'portico', SEAL_KEYS: sealKeys = [] } = {},
}: OpenOptions<Definitions>): OpenedEventStore<EventsOf<Definitions>> => {
  const subjectKeys = createSubjectKeys(pool, key);
  const client = url === undefined ? undefined : openClient(url);
  const prefix = `${name}.`;
  const seals = createEventSeals([...sealKeys, deriveKey(key, 'event-seal')]);
  const sealCheck = createSealCheck(seals, () =>
    client ? readServerStream(client, prefix, installationStream) : readStream(pool, installationStream, 1),
  );
  const codec = createCodec({ definitions, keys: subjectKeys, sealing: { seals, check: sealCheck } });
  const requestKey = deriveKey(key, 'request');
  const fingerprint = (text: string) => createHmac('sha256', requestKey).update(text, 'utf8').digest('hex');
  // A log that was copied to a server is another tree, and two trees with one key would prove nothing.
  const signer = createNoteSigner(deriveKey(key, url === undefined ? 'log-checkpoint' : 'server-checkpoint'));
  const checkRights = async () => {
    await checkRole(pool);
    if (url === undefined) await checkNotElsewhere(pool);
  };
  const inPostgres = () => ({
    store: createPostgresEventStore({ pool, codec, fingerprint, log, patience, verifier: signer, sealCheck }),
    source: postgresSource(pool),
    checkPlace: async () => undefined,
  });
  const atServer = (address: string, server: LogClient) => ({
    store: createKurrentEventStore({
      ...{ pool, client: server, prefix, codec, fingerprint, log, patience, sealCheck },
      verifier: signer,
    }),
    source: serverSource(pool, server, prefix),
    checkPlace: async () => {
      await checkServer(address);
      await checkSameLog(pool, server);
    },
  });
  const { store, source, checkPlace } = url === undefined || !client ? inPostgres() : atServer(url, client);
  return {
    store,
    codec,
    subjectKeys,
    sealCheck,
    verifier: { name: signer.name, key: signer.key, open: signer.open },
    checkpoints: createCheckpoints(pool, signer, sealCheck, source),
    checkRights,
    check: async () => {
      await checkRights();
      await checkLog(pool, key);
      await checkPlace();
      await sealCheck.checkNewestKey();
      await tellOfSeals(store, log);
    },
  };
};
