import { portal } from '#domain/core/actor.ts';
import type { EventMeta } from '#domain/core/event.ts';
import { isRefusal, RefusedError, refuse } from '#domain/core/problem.ts';
import { userDecider } from '#domain/user/decider.ts';
import type { UserCommand } from '#domain/user/user.ts';
import { ReusedCommandError } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { porticoNamespace, randomId, uuidV5 } from '#platform/uuid.ts';
import type { Person } from '#projections/person.ts';
import type { Services } from '../http/services.ts';
import { isOfStore, lastSeen, seen, storeSeen } from './last-seen.ts';
import {
  deleteSession,
  findSession,
  findSessions,
  type SessionFilter,
  type StoredSession,
  sessionHash,
} from './session-store.ts';
import { forgetTickets } from './tickets.ts';

type Open = Pick<Services, 'store' | 'pool' | 'now'>;
type EndReason = Extract<UserCommand, { type: 'SignOut' }>['data']['reason'];

/** Who ended a session and from where. Default: the portal itself. */
export type EndedBy = Pick<EventMeta, 'actor' | 'correlationId'> & Partial<Pick<EventMeta, 'client'>>;

const { userId, organizationId, roles } = portal;
const byPortal = (): EndedBy => ({ actor: { userId, organizationId, roles: [...roles] }, correlationId: randomId() });

/**
 * Ends one session. Appends the event first, with a command id made from the session, so that two callers at the same
 * moment append it once. Returns whether this call ended the session.
 */
export const endSession = async (
  { store, pool, now }: Open,
  session: Readonly<{ hash: string; userId: number }>,
  reason: EndReason,
  endedBy: EndedBy = byPortal(),
): Promise<boolean> => {
  const commandId = uuidV5(porticoNamespace, `sign-out/${session.hash}`);
  const ended = await execute({
    store,
    decider: userDecider,
    id: session.userId,
    command: { type: 'SignOut', data: { session: session.hash, reason } },
    meta: { ...endedBy, commandId, time: now().toISOString() },
  }).catch((error: unknown) => {
    // Somebody else ended it at the same moment.
    if (!(error instanceof ReusedCommandError)) throw error;
    return undefined;
  });
  if (ended && isRefusal(ended) && ended.refused === 'conflict') throw new RefusedError(ended);
  return await deleteSession(pool, session.hash);
};

/** Ends every session of a user, or of a person or session at the identity provider. Returns their number. */
export const endSessions = async (
  services: Open,
  filter: SessionFilter,
  reason: EndReason,
  endedBy?: EndedBy,
): Promise<number> => {
  const sessions = await findSessions(services.pool, filter);
  for (const session of sessions) await endSession(services, session, reason, endedBy);
  return sessions.length;
};

/**
 * `over`: the session has just ended. `disabled`: it has, because its user is disabled. Of `none`, the browser may have a newer one
 * by the time it reads the response, so its cookie stays.
 */
export type SessionState =
  | Readonly<{ kind: 'none' }>
  | Readonly<{ kind: 'over' }>
  | Readonly<{ kind: 'disabled' }>
  | Readonly<{ kind: 'live'; hash: string; subject: string; signedInAt: Date | undefined; person: Person }>;

/** Milliseconds between two writes of a session's activity, so that most HTTP requests only read. */
const touchInterval = 10_000;

const endOf = (session: StoredSession, { settings, now }: Services): EndReason | undefined => {
  const time = now().getTime();
  if (time >= session.endsAt.getTime()) return 'expired';
  return time >= lastSeen(session).getTime() + settings.SESSION_IDLE_SECONDS * 1000 ? 'idle' : undefined;
};

/** Tries to end an expired session. If that can't be written now, the next sweep writes it. */
const endIfPossible = async (services: Services, session: StoredSession, reason: EndReason): Promise<void> => {
  try {
    await endSession(services, session, reason);
  } catch (error) {
    if (!isOfStore(error)) throw error;
    services.log.warn({ error: error.name }, 'the end of a session was not written');
  }
};

/**
 * Returns the session of a cookie. Ends it when it has expired or its user is disabled (requirement A7). A failed write
 * never makes the read fail: a full database can still be read.
 *
 * @throws RefusedError when the read tables do not have the user yet.
 */
export const readSession = async (services: Services, cookie: string | undefined): Promise<SessionState> => {
  const session = cookie ? await findSession(services.pool, sessionHash(cookie)) : undefined;
  if (!session) return { kind: 'none' };
  const { hash, subject, signedInAt, person } = session;
  const over = endOf(session, services);
  if (over) {
    await endIfPossible(services, session, over);
    return { kind: 'over' };
  }
  if (!person) throw new RefusedError(refuse('unavailable', { code: 'session.not-ready' }));
  if (!person.active) {
    await endIfPossible(services, session, 'ended');
    return { kind: 'disabled' };
  }
  const now = services.now();
  if (now.getTime() - lastSeen(session).getTime() >= touchInterval) await seen(services, hash, now);
  return { kind: 'live', hash, subject, signedInAt, person };
};

const sweepLimit = 500;

/** Ends idle sessions and deletes old tickets. Call it about every minute. */
export const sweepSessions = async (services: Services): Promise<void> => {
  const { pool, settings, now } = services;
  const time = now();
  await storeSeen(pool);
  const idleSince = new Date(time.getTime() - settings.SESSION_IDLE_SECONDS * 1000);
  const { rows } = await pool.query<{ hash: string; userId: number; expired: boolean }>(
    `select hash, user_id as "userId", ends_at <= $1 as expired from sessions
     where ends_at <= $1 or last_seen_at <= $2 limit $3`,
    [time, idleSince, sweepLimit],
  );
  for (const { expired, ...session } of rows) await endSession(services, session, expired ? 'expired' : 'idle');
  await forgetTickets(pool, time);
};
