import { randomBytes } from 'node:crypto';
import process from 'node:process';
import type { EventStoreSettings } from '#eventstore/open-event-store.ts';
import { startKurrentDouble } from '../kurrentdb-double/start.ts';
import { deleteStreams } from './event-store-under-test.ts';

/**
 * Returns the server of EVENTSTORE_URL, or a double without one, with names of streams that nobody else uses. Closing deletes them.
 *
 * @property settings how a store is opened on it.
 * @property names    what the names of this suite's prefixes begin with.
 */
export const startAnyKurrent = async () => {
  const { EVENTSTORE_URL: real } = process.env;
  const double = real ? undefined : await startKurrentDouble();
  const url = double?.url ?? real ?? '';
  const names = `suite-${randomBytes(6).toString('hex')}`;
  const settings = { EVENTSTORE_URL: url, EVENTSTORE_PREFIX: names } satisfies EventStoreSettings;
  return {
    url,
    names,
    settings,
    close: async () => {
      if (real) await deleteStreams(url, names);
      double?.close();
    },
  };
};
