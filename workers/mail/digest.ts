import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { TogetherKind } from '#domain/mail/choices.ts';
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

type Sources = Pick<WorkerServices, 'store' | 'pool'>;
type Reading = Readonly<{ language: Language; readerId: number }>;

/**
 * Returns the facts of a digest: what each mail would have been about, in a line of its own.
 *
 * @param mail the digest's operation.
 * @throws SupersededError when nothing that it would tell is news any more.
 */
export const digestFacts = async (
  services: Sources,
  mail: string,
  { language, readerId }: Reading,
): Promise<MailFacts> => {
  const entries = await entriesOf(services.pool, mail);
  const lines = new Set<string>();
  for (const entry of entries.slice(0, mostTold)) {
    const event = await eventOf(services, entry);
    const sources = { words: wordsIn(language), database: services.pool, readerId };
    const facts = event && (await factsOf(entry.kind, event, sources).catch(ifSuperseded));
    if (!facts) continue;
    const { parameters, text: kind = entry.kind } = facts;
    lines.add(mailText({ kind, language, name: '', parameters, link: '' }).subject);
  }
  if (lines.size === 0) throw new SupersededError();
  const news = textOf(lines, entries.length > mostTold);
  return { parameters: { count: String(lines.size), news }, path: screens.notices };
};

/**
 * Returns the facts of a mail about several things, such as decisions that wait: of those that still do, and that its reader may still
 * decide. The text of one names it; that of several lists them.
 *
 * @param mail its operation.
 * @throws SupersededError when none is left.
 */
export const togetherFacts = async (
  services: Sources,
  mail: string,
  { language, readerId }: Reading,
): Promise<MailFacts> => {
  const entries = await entriesOf(services.pool, mail);
  const sources = { words: wordsIn(language), database: services.pool, readerId };
  const found: MailFacts[] = [];
  for (const entry of entries.slice(0, mostTold)) {
    const event = await eventOf(services, entry);
    const facts = event && (await factsOf(entry.kind, event, sources).catch(ifSuperseded));
    if (facts) found.push(facts);
  }
  const [first, ...others] = found;
  if (!first) throw new SupersededError();
  if (others.length === 0) return first;
  const things = textOf(
    found.map(({ parameters }) => parameters.thing ?? ''),
    entries.length > mostTold,
  );
  return { parameters: { count: String(found.length), things }, path: first.pathOfAll ?? first.path };
};

const ifSuperseded = (error: unknown): undefined => {
  if (!(error instanceof SupersededError)) throw error;
};

export const digestChores: readonly Chore[] = [{ name: 'requesting digests', run: requestDigests }];
