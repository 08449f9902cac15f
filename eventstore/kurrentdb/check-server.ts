import type { Database } from '#platform/database.ts';
import { readEventStoreUrl } from '#platform/event-store-url.ts';
import { UnfitError } from '#platform/unfit-error.ts';
import { type LogClient, openClient } from './client.ts';
import { asUnavailable, failureOf } from './failure.ts';
import { requireThere } from './log-changed.ts';

/** Returns the sentence for settings that can't work; undefined when a later attempt may succeed. */
const sentenceOf = (error: unknown): string | undefined => {
  const message = error instanceof Error ? error.message : String(error);
  if (failureOf(error) === 'denied') return 'the event log refuses the user or the password of EVENTSTORE_URL';
  if (/Failed to load certificate/.test(message))
    return 'a file that EVENTSTORE_URL names as a certificate or key is not there';
  if (/unable to verify|self[- ]signed|unable to get (local )?issuer|certificate has expired|altnames/i.test(message))
    return `the certificate of the event log is not trusted: name the file of its authority as tlsCAFile in EVENTSTORE_URL (${/certificate[^.]*|altnames[^.]*/i.exec(message)?.[0] ?? 'certificate'})`;
  if (/wrong version number|packet length too long|SSL routines/i.test(message))
    return 'the event log speaks no TLS: EVENTSTORE_URL needs tls=false';
  return undefined;
};

/**
 * Asks the hosts one by one, because with several of them the library hides why none can be used.
 *
 * @throws UnfitError with a sentence; UnavailableError when no host responds, and the settings may be right.
 */
export const checkServer = async (url: string): Promise<void> => {
  const address = readEventStoreUrl(url);
  let last: unknown;
  for (const host of address?.hosts ?? []) {
    const client = openClient(address?.only(host) ?? url);
    try {
      await client.readAll('end', 'backwards', 1);
      return;
    } catch (error) {
      const sentence = sentenceOf(error);
      if (sentence !== undefined) throw new UnfitError(`cannot start: ${sentence}`);
      last = error;
    } finally {
      await client.close();
    }
  }
  throw asUnavailable(last);
};

/**
 * Checks that the log is the one that this database knows, and that the events of this installation are there.
 *
 * @throws LogChangedError, UnfitError
 */
export const checkSameLog = async (database: Database, client: LogClient): Promise<void> => {
  const { rows } = await database.query<{ position: string | null; id: string; left: boolean }>(
    `select n.position, n.id, exists (select from events) and not exists (select from intentions) as left
     from (select 1) one left join lateral (
       select position, last_event_id as id from intentions where position is not null
       order by position collate "C" desc limit 1
     ) n on true`,
  );
  const [found] = rows;
  if (found?.left)
    throw new UnfitError(
      'cannot start: the event log is in Postgres, and EVENTSTORE_URL names another place for it; remove EVENTSTORE_URL, or move the log: docs/operations/kurrentdb.md',
    );
  if (found && found.position !== null) await requireThere(client, { position: found.position, id: found.id });
};

/** Checks that a log in Postgres was not continued in KurrentDB. @throws UnfitError */
export const checkNotElsewhere = async (database: Database): Promise<void> => {
  const { rows } = await database.query<{ elsewhere: boolean }>('select exists (select from intentions) as elsewhere');
  if (rows[0]?.elsewhere)
    throw new UnfitError(
      'cannot start: the events of this installation are in KurrentDB; set EVENTSTORE_URL to its address',
    );
};
