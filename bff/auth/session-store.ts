import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Database } from '#platform/database.ts';
import { decrypt, deriveKey, encrypt } from '#platform/encryption.ts';
import { runPrepared } from '#platform/prepared.ts';
import { type Person, type PersonRow, personColumns, personOf } from '#projections/person.ts';

const markOf = (porticoKey: Buffer, random: string): Buffer =>
  createHmac('sha256', deriveKey(porticoKey, 'session-mark')).update(random).digest();

/**
 * Returns a new session id: 256 random bits, which only the browser has (requirement A6), and a mark that identifies it as
 * Portico's even after its session has ended and was deleted.
 */
export const newSessionId = (porticoKey: Buffer): string => {
  const random = randomBytes(32).toString('base64url');
  return `${random}.${markOf(porticoKey, random).toString('base64url')}`;
};

/** Returns whether Portico made this session id. Ids of older releases can't be recognized. */
export const wasSessionId = (porticoKey: Buffer, id: string): boolean => {
  const [random = '', mark = ''] = id.split('.');
  const [given, right] = [Buffer.from(mark, 'base64url'), markOf(porticoKey, random)];
  return given.length === right.length && timingSafeEqual(given, right);
};

/** Returns the hash that a session is stored and named by. */
export const sessionHash = (id: string): string => createHash('sha256').update(id).digest('hex');

const tokensSchema = z.object({ refreshToken: z.string() });
/** The stored part of the provider's tokens: the refresh token, to ask whether the provider still knows the person. */
export type ProviderTokens = z.output<typeof tokensSchema>;

const tokensKey = (porticoKey: Buffer) => deriveKey(porticoKey, 'session-tokens');
export const sealTokens = (porticoKey: Buffer, hash: string, tokens: ProviderTokens): Buffer =>
  encrypt(tokensKey(porticoKey), Buffer.from(JSON.stringify(tokens)), hash);
export const openTokens = (porticoKey: Buffer, hash: string, sealed: Buffer): ProviderTokens =>
  tokensSchema.parse(JSON.parse(decrypt(tokensKey(porticoKey), sealed, hash).toString('utf8')));

export type NewSession = Readonly<{
  hash: string;
  userId: number;
  issuer: string;
  subject: string;
  providerSession: string | undefined;
  tokens: Buffer | undefined;
  tokensDueAt: Date;
  startedAt: Date;
  /** When the person last proved to the identity provider who they are. */
  signedInAt: Date | undefined;
  endsAt: Date;
}>;

export const insertSession = async (database: Database, session: NewSession): Promise<void> => {
  await database.query(
    `insert into sessions (hash, user_id, issuer, subject, provider_session, tokens, tokens_due_at, started_at, last_seen_at, signed_in_at, ends_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10)`,
    [
      session.hash,
      session.userId,
      session.issuer,
      session.subject,
      session.providerSession ?? null,
      session.tokens ?? null,
      session.tokensDueAt,
      session.startedAt,
      session.signedInAt ?? null,
      session.endsAt,
    ],
  );
};

/** `person` is undefined while the read tables do not have the user yet. */
export type StoredSession = Readonly<{
  hash: string;
  userId: number;
  subject: string;
  lastSeenAt: Date;
  signedInAt: Date | undefined;
  endsAt: Date;
  person: Person | undefined;
}>;

type SessionRow = PersonRow & {
  owner: number;
  subject: string;
  last_seen_at: Date;
  signed_in_at: Date | null;
  ends_at: Date;
};

/** The session and its user, in one prepared statement: roles are those of this moment (requirement A8). */
export const findSession = async (database: Database, hash: string): Promise<StoredSession | undefined> => {
  const { rows } = await runPrepared<SessionRow>(database, {
    name: 'find_session',
    text: `select s.user_id as owner, s.subject, s.last_seen_at, s.signed_in_at, s.ends_at, ${personColumns}
      from sessions s left join users u on u.id = s.user_id left join organizations o on o.id = u.organization_id
      where s.hash = $1`,
    values: [hash],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { owner, subject, last_seen_at: lastSeenAt, signed_in_at: signedInAt, ends_at: endsAt } = row;
  return {
    hash,
    userId: owner,
    subject,
    lastSeenAt,
    signedInAt: signedInAt ?? undefined,
    endsAt,
    person: personOf(row),
  };
};

/** Does not wait for a locked row: its owner stores about the same time, or ends the session. */
export const touchSession = async (database: Database, hash: string, now: Date): Promise<void> => {
  await database.query(
    `update sessions set last_seen_at = $2
     where hash = (select hash from sessions where hash = $1 and last_seen_at < $2 for update skip locked)`,
    [hash, now],
  );
};

/** Returns whether the session existed. */
export const deleteSession = async (database: Database, hash: string): Promise<boolean> => {
  const { rowCount } = await database.query('delete from sessions where hash = $1', [hash]);
  return rowCount === 1;
};

/** Which sessions to end; exactly the given columns have to match. */
export type SessionFilter =
  | Readonly<{ userId: number }>
  | Readonly<{ issuer: string; providerSession: string }>
  | Readonly<{ issuer: string; subject: string }>;

export const findSessions = async (
  database: Database,
  filter: SessionFilter,
): Promise<readonly { hash: string; userId: number }[]> => {
  const columns = { userId: 'user_id', issuer: 'issuer', providerSession: 'provider_session', subject: 'subject' };
  const entries = Object.entries(filter) as [keyof typeof columns, string | number][];
  const { rows } = await database.query<{ hash: string; userId: number }>(
    `select hash, user_id as "userId" from sessions where ${entries.map(([name], index) => `${columns[name]} = $${index + 1}`).join(' and ')}`,
    entries.map(([, value]) => value),
  );
  return rows;
};

/** Makes every session of a person ask the provider at its next use whether the person is still known there. */
export const makeTokensDue = async (database: Database, issuer: string, subject: string, now: Date): Promise<void> => {
  await database.query(
    'update sessions set tokens_due_at = $3 where issuer = $1 and subject = $2 and tokens_due_at > $3',
    [issuer, subject, now],
  );
};
