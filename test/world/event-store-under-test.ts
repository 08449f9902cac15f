import { randomBytes } from 'node:crypto';
import process from 'node:process';
import type { EventStoreSettings } from '#eventstore/open-event-store.ts';

/**
 * Returns where a suite keeps its events: at EVENTSTORE_URL under names of its own, if that is set; else in Postgres.
 * `kurrentdb-flows.test.ts` runs suites so on the double.
 */
export const eventStoreUnderTest = (): EventStoreSettings => {
  const { EVENTSTORE_URL } = process.env;
  return EVENTSTORE_URL ? { EVENTSTORE_URL, EVENTSTORE_PREFIX: `test-${randomBytes(6).toString('hex')}` } : {};
};
