import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { EventStoreSettings } from '#eventstore/open-event-store.ts';

/** What the names of all streams of a run begin with. A run that has streams to delete sets it for its processes. */
const names = () => process.env.EVENTSTORE_TEST_NAMES ?? 'test';

/**
 * Returns where a suite keeps its events: at EVENTSTORE_URL under names of its own, if that is set; else in Postgres.
 * `eventstore/kurrentdb/flows.test.ts` runs suites so.
 */
export const eventStoreUnderTest = (): EventStoreSettings => {
  const { EVENTSTORE_URL } = process.env;
  return EVENTSTORE_URL ? { EVENTSTORE_URL, EVENTSTORE_PREFIX: `${names()}-${randomBytes(6).toString('hex')}` } : {};
};

/** Deletes what a suite has left on a real server. Portico itself never deletes. @param begin of the names of its streams. */
export const deleteStreams = async (url: string, begin: string): Promise<void> => {
  const client = EventStoreDBClient.connectionString(url);
  const found = new Set<string>();
  for await (const { event } of client.readAll()) if (event?.streamId.startsWith(begin)) found.add(event.streamId);
  for (const name of found) await client.deleteStream(name);
  await client.dispose();
};
