import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react';
import * as z from 'zod/mini';
import { type Answer, call } from '#domain/core/call.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import { userCall } from '#domain/user/user-call.ts';
import { command, get, getUnchecked, readResponse } from './client.ts';
import { asProblem, ProblemError } from './problem-error.ts';
import type { LoginNeed } from './replay.ts';
import { onSessionLost, setUserId } from './request-state.ts';
import { lastReason, onOtherTab, type SignOutReason, tellTabs } from './signed-in-tabs.ts';

/** Response of `GET /auth/session`: the user of the session cookie, as the identity provider named them. */
const sessionCall = call({
  method: 'get',
  path: '/auth/session',
  response: z.object({
    authenticated: z.boolean(),
    userId: z.nullish(z.int()),
    email: z.nullish(z.string()),
    name: z.nullish(z.string()),
    disabled: z.nullish(z.boolean()),
    fresh: z.nullish(z.boolean()),
  }),
});

/** Loads what only people who are logged in see. */
type Prepare = () => Promise<unknown>;

type SessionResponse = Answer<typeof sessionCall> & { reason?: SignOutReason };

export type Session =
  | Readonly<{ status: 'loading' }>
  | Readonly<{ status: 'signed-out'; disabled: boolean; reason: SignOutReason | undefined }>
  | Readonly<{ status: 'failed'; problem: ProblemError; retry: () => void }>
  | Readonly<{ status: 'signed-in'; user: UserDetail }>;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<SessionResponse> => {
    try {
      return await get(sessionCall, {}, signal);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.status === 401) return { authenticated: false, disabled: problem.code === 'user.disabled' };
      throw problem;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

type Calls = typeof import('#domain/user/session-calls.ts');

const userQuery = (email: string, prepare?: Prepare) =>
  queryOptions({
    queryKey: ['user', email],
    // The response's schema is loaded together with the response, so that the about page does not need it.
    queryFn: async ({ signal }) => {
      const [data, { getUser }] = await Promise.all([
        getUnchecked<Calls['getUser']>(userCall, { query: { email } }, signal),
        import('#domain/user/session-calls.ts'),
        prepare?.(),
      ]);
      return readResponse(getUser, data);
    },
    staleTime: 60_000,
  });

/** The session query has the problem, and its screen tells it. */
const ignore = (): void => undefined;

/** Forgets the user: removes everything that was loaded for them. */
const forget = (client: QueryClient, next: SessionResponse): void => {
  setUserId(undefined);
  client.setQueryData<SessionResponse>(sessionQuery.queryKey, next);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
};

/** Logs the user out in all tabs of this browser. */
export const signOutHere = (client: QueryClient, reason: SignOutReason, disabled = false): void => {
  forget(client, { authenticated: false, disabled, reason });
  tellTabs(null, reason, disabled);
};

/**
 * Refetches the session. Returns the user's id, or undefined if nobody is logged in, or not as freshly as needed. Whoever waits for
 * a fresh login stays logged in meanwhile: a response may be about the session that this login has just replaced.
 */
export const askSession = async (client: QueryClient, need: LoginNeed = 'session'): Promise<number | undefined> => {
  const before = client.getQueryData(sessionQuery.queryKey);
  if (need === 'fresh' && !(await get(sessionCall, {})).fresh) return undefined;
  const now = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (before?.authenticated && now.userId !== before.userId) forget(client, now);
  return now.authenticated ? (now.userId ?? undefined) : undefined;
};

/**
 * Logs the user out if the account or its organization was disabled meanwhile. A session that is only over stays on the
 * screen: the next call asks for a new login.
 */
export const checkDisabled = async (client: QueryClient): Promise<void> => {
  const { disabled } = await get(sessionCall, {});
  if (disabled) signOutHere(client, 'ended', true);
};

const logout = call({
  method: 'post',
  path: '/auth/logout',
  response: z.object({ logoutUrl: z.nullish(z.string()) }),
});

/** Ends the session on the server. Returns the address that also ends it at the identity provider. */
export const endSession = async (): Promise<string | undefined> => {
  const { logoutUrl } = await command(logout, {}, { idempotencyKey: 'logout' });
  return logoutUrl ?? undefined;
};

const keepalive = call({ method: 'post', path: '/auth/keepalive', response: z.object({}) });

/** Extends the server's session. The server renews the identity provider's session before that one ends. */
export const keepAlive = async (): Promise<void> => {
  await command(keepalive, {}, { idempotencyKey: 'keepalive' });
};

const SessionContext = createContext<Session>({ status: 'loading' });

/**
 * Loads the session, then the user detail. The user is logged in only if both are there.
 *
 * @param prepare called for a user who is logged in. They are `signed-in` only when it has resolved.
 */
export const SessionProvider = ({ prepare, children }: { prepare?: Prepare; children: ReactNode }) => {
  const client = useQueryClient();
  const session = useQuery(sessionQuery);
  const email = session.data?.authenticated ? (session.data.email ?? '') : '';
  const user = useQuery({
    ...userQuery(email, prepare),
    enabled: email !== '',
    // The read tables do not have a new user at once.
    retry: (count, error) => count < 5 && error instanceof ProblemError && error.isTransient,
  });

  useEffect(() => {
    onSessionLost((error) => {
      if (asProblem(error).code === 'user.disabled') return signOutHere(client, 'ended', true);
      // Somebody may have logged in in the meantime, in another tab or as another user. Without a network nobody is logged out.
      void askSession(client).then((userId) => {
        // A call that was on its way during a logout also ends here. Keep the reason of that logout.
        if (userId === undefined) signOutHere(client, lastReason() ?? 'ended');
      }, ignore);
    });
    return onOtherTab((userId, reason, disabled) => {
      const mine = client.getQueryData(sessionQuery.queryKey);
      if (userId === null) forget(client, { authenticated: false, disabled, ...(reason && { reason }) });
      else if (mine?.userId !== userId) void askSession(client).catch(ignore);
    });
  }, [client]);

  // Log the user out if their detail can't be loaded.
  const failure = email !== '' && !user.data ? user.error : null;
  useEffect(() => {
    if (!failure) return;
    void endSession().catch(() => undefined);
    signOutHere(client, 'failed', asProblem(failure).code === 'user.disabled');
  }, [failure, client]);

  const detail = email === '' ? undefined : user.data;
  const id = detail?.id;
  setUserId(id);
  useEffect(() => {
    if (id !== undefined) tellTabs(id);
  }, [id]);

  const value = useMemo((): Session => {
    if (session.error) {
      return { status: 'failed', problem: asProblem(session.error), retry: () => void session.refetch() };
    }
    if (session.data && email === '') {
      const { disabled, reason } = session.data;
      return { status: 'signed-out', disabled: disabled === true, reason };
    }
    return detail ? { status: 'signed-in', user: detail } : { status: 'loading' };
  }, [session.data, session.error, session.refetch, detail, email]);

  return <SessionContext value={value}>{children}</SessionContext>;
};

export const useSession = (): Session => use(SessionContext);

/** Returns the logged-in user. Only for screens behind the guard. */
export const useUser = (): UserDetail => {
  const session = useSession();
  if (session.status !== 'signed-in') throw new Error('This screen needs a logged-in user');
  return session.user;
};
