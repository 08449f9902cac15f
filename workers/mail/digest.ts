import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { TogetherKind } from '#domain/mail/choices.ts';
import type { Language } from '#domain/user/settings.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { type Database, isTransientError } from '#platform/database.ts';
import { type Run, SupersededError } from '../engine/run.ts';
import type { Chore } from '../engine/sweep.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { factsOf, type MailFacts, type NewsKind, type Sources } from './mail-facts.ts';
import { mailText, wordsIn } from './mail-text.ts';
import { requestMail } from './request-mail.ts';
import { screens } from './screens.ts';
import type { MailSettings } from './services.ts';

/** An event that a digest tells about, and the kind of mail that it would have been. */
type Entry = Readonly<{ kind: NewsKind; stream: string; version: number }>;

type Mailed = Readonly<{ userId: number; mail: string; sentAs: 'digest' | TogetherKind }>;

/** What waits and what was told. Kinds that the last release does not know have a table that it does not read. */
const tables = ['digest_entries', 'newer_digest_entries'] as const;
const entries = `(${tables.map((name) => `select * from ${name}`).join(' union all ')}) entries`;

/** Events that one digest tells about. */
const mostTold = 50;

/** Gives the waiting events of each person to new mails, one of each kind, if the oldest has waited for its pause. */
const gather = async (
  database: Database,
  { digestPause, togetherPause }: Pick<MailSettings, 'digestPause' | 'togetherPause'>,
): Promise<void> => {
  await database.query(
    `with due as materialized (
       select user_id, sent_as, gen_random_uuid() as mail from ${entries} where mail is null
       group by user_id, sent_as
       having min(added_at) <= now() - make_interval(
         secs => case sent_as when 'digest' then $1::double precision else $2::double precision end / 1000)),
     ${tables
       .map(
         (name) => `of_${name} as (
       update ${name} each set mail = due.mail from due
       where each.user_id = due.user_id and each.sent_as = due.sent_as and each.mail is null)`,
       )
       .join(', ')}
     select`,
    [digestPause, togetherPause],
  );
};

/** Returns the mails that were not requested yet, each with its first event. */
const unrequested = async (database: Database): Promise<readonly (Entry & Mailed)[]> => {
  const { rows } = await database.query<Entry & Mailed>(
    `select distinct on (mail) user_id as "userId", mail, sent_as as "sentAs", kind, stream, version from ${entries}
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
  await gather(pool, settings);
  const digests = await unrequested(pool);
  for (const { userId, mail, sentAs, ...first } of digests) {
    const cause = await eventOf(services, first);
    if (cause) await requestMail(services, { kind: sentAs, recipient: { noun: 'user', id: userId } }, cause, mail);
    for (const name of tables) await pool.query(`update ${name} set requested = true where mail = $1`, [mail]);
  }
  for (const name of tables)
    await pool.query(`delete from ${name} where requested and added_at < now() - interval '30 days'`);
  return digests.length;
};

/** Reads what a mail tells about, at most so much and one more. */
const entriesOf = async (database: Database, mail: string): Promise<readonly Entry[]> => {
  const { rows } = await database.query<Entry>(
    `select kind, stream, version from ${entries} where mail = $1 order by added_at, stream, version, kind limit $2`,
    [mail, mostTold + 1],
  );
  return rows;
};

/** Writes lines, and that there is more. */
const textOf = (lines: Iterable<string>, isMore: boolean): string => [...lines, ...(isMore ? ['…'] : [])].join('\n');

/** The attempt at a mail, whose id is its operation's. */
type Reading = Pick<Run, 'services' | 'operationId' | 'attempt'>;
type Told = Readonly<{ kind: NewsKind; facts: MailFacts }>;

/** Reads what a mail tells about, and returns the news of it, and whether there is more. */
const newsOf = async (
  { services, operationId: mail, attempt }: Reading,
  sources: Sources,
): Promise<Readonly<{ news: readonly Told[]; isMore: boolean }>> => {
  const entries = await entriesOf(services.pool, mail);
  const news: Told[] = [];
  let failed: unknown;
  for (const { kind, ...at } of entries.slice(0, mostTold)) {
    const event = await eventOf(services, { kind, ...at });
    try {
      const facts = event && (await factsOf(kind, event, sources));
      if (facts) news.push({ kind, facts });
    } catch (error) {
      if (error instanceof SupersededError) continue;
      // The last attempt leaves out what has failed in each, because the mail would end without it and lose all the others.
      if (attempt < services.backOff.attempts || isTransientError(error)) throw error;
      services.log.error({ err: error, mail, kind, ...at }, 'a mail leaves out one of its news');
      failed ??= error;
    }
  }
  if (news.length === 0) throw failed ?? new SupersededError();
  return { news, isMore: entries.length > mostTold };
};

/**
 * Returns the facts of a digest: what each mail would have been about, in a line of its own.
 *
 * @throws SupersededError when nothing that it would tell is news any more.
 */
export const digestFacts = async (run: Reading, language: Language, readerId: number): Promise<MailFacts> => {
  const sources = { words: wordsIn(language), database: run.services.pool, readerId };
  const { news, isMore } = await newsOf(run, sources);
  const lines = new Set(
    news.map(
      ({ kind, facts: { parameters, text = kind } }) =>
        mailText({ kind: text, language, name: '', parameters, link: '' }).subject,
    ),
  );
  return { parameters: { count: String(lines.size), news: textOf(lines, isMore) }, path: screens.notices };
};

/**
 * Returns the facts of a mail about several things, such as decisions that wait: of those that still do, and that its reader may still
 * decide. The text of one names it; that of several lists them.
 *
 * @throws SupersededError when none is left.
 */
export const togetherFacts = async (run: Reading, language: Language, readerId: number): Promise<MailFacts> => {
  const sources = { words: wordsIn(language), database: run.services.pool, readerId };
  const { news, isMore } = await newsOf(run, sources);
  const [first, ...others] = news.map(({ facts }) => facts);
  if (!first) throw new SupersededError();
  if (others.length === 0) return first;
  const things = textOf(
    [first, ...others].map(({ parameters }) => parameters.thing ?? ''),
    isMore,
  );
  return { parameters: { count: String(news.length), things }, path: first.pathOfAll ?? first.path };
};

export const digestChores: readonly Chore[] = [{ name: 'requesting digests', run: requestDigests }];
