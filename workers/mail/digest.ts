import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { Language } from '#domain/user/settings.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import type { Database } from '#platform/database.ts';
import { SupersededError } from '../engine/run.ts';
import type { Chore } from '../engine/sweep.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { factsOf, type MailFacts, type NewsKind } from './mail-facts.ts';
import { mailText, wordsIn } from './mail-text.ts';
import { requestMail } from './request-mail.ts';
import { screens } from './screens.ts';

/** An event that a digest tells about, and the kind of mail that it would have been. */
type Entry = Readonly<{ kind: NewsKind; stream: string; version: number }>;

/** Events that one digest tells about. */
const mostTold = 50;

/** Gives the waiting events of each person to a new mail, if the oldest has waited for `pause` milliseconds. */
const gather = async (database: Database, pause: number): Promise<void> => {
  await database.query(
    `with due as materialized (
       select user_id, gen_random_uuid() as mail from digest_entries where mail is null
       group by user_id having min(added_at) <= now() - make_interval(secs => $1::double precision / 1000))
     update digest_entries set mail = due.mail from due
     where digest_entries.user_id = due.user_id and digest_entries.mail is null`,
    [pause],
  );
};

/** Returns the digests that were not requested yet, each with its first event. */
const unrequested = async (
  database: Database,
): Promise<readonly (Entry & Readonly<{ userId: number; mail: string }>)[]> => {
  const { rows } = await database.query<Entry & Readonly<{ userId: number; mail: string }>>(
    `select distinct on (mail) user_id as "userId", mail, kind, stream, version from digest_entries
     where mail is not null and not requested order by mail, added_at, stream, version, kind`,
  );
  return rows;
};

const eventOf = async (
  { store }: Pick<WorkerServices, 'store'>,
  { stream, version }: Entry,
): Promise<RecordedEvent<PorticoEvent> | undefined> =>
  (await store.read(stream)).find((event) => event.version === version);

/**
 * Requests the digests that are due. A chore that is killed goes on later: each event is in one mail, and each mail is requested
 * once.
 *
 * @returns how many were requested.
 */
const requestDigests = async (services: WorkerServices): Promise<number> => {
  const { mail: settings, pool } = services;
  if (!settings) return 0;
  await gather(pool, settings.digestPause);
  const digests = await unrequested(pool);
  for (const { userId, mail, ...first } of digests) {
    const cause = await eventOf(services, first);
    if (cause) await requestMail(services, { kind: 'digest', recipient: { noun: 'user', id: userId } }, cause, mail);
    await pool.query('update digest_entries set requested = true where mail = $1', [mail]);
  }
  await pool.query(`delete from digest_entries where requested and added_at < now() - interval '30 days'`);
  return digests.length;
};

/**
 * Returns the facts of a digest: what each mail would have been about, in a line of its own.
 *
 * @param mail the digest's operation.
 * @throws SupersededError when nothing that it would tell is news any more.
 */
export const digestFacts = async (
  services: Pick<WorkerServices, 'store' | 'pool'>,
  mail: string,
  { language, readerId }: Readonly<{ language: Language; readerId: number }>,
): Promise<MailFacts> => {
  const { rows } = await services.pool.query<Entry>(
    `select kind, stream, version from digest_entries where mail = $1 order by added_at, stream, version, kind limit $2`,
    [mail, mostTold + 1],
  );
  const lines = new Set<string>();
  for (const entry of rows.slice(0, mostTold)) {
    const event = await eventOf(services, entry);
    const sources = { words: wordsIn(language), database: services.pool, readerId };
    const facts = event && (await factsOf(entry.kind, event, sources).catch(ifSuperseded));
    if (!facts) continue;
    const { parameters, text: kind = entry.kind } = facts;
    lines.add(mailText({ kind, language, name: '', parameters, link: '' }).subject);
  }
  if (lines.size === 0) throw new SupersededError();
  const news = [...lines, ...(rows.length > mostTold ? ['…'] : [])].join('\n');
  return { parameters: { count: String(lines.size), news }, path: screens.notices };
};

const ifSuperseded = (error: unknown): undefined => {
  if (!(error instanceof SupersededError)) throw error;
};

export const digestChores: readonly Chore[] = [{ name: 'requesting digests', run: requestDigests }];
