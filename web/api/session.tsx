import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react';
import * as z from 'zod/mini';
import type { UserDetail } from '#domain/user/schema.ts';
import { get, getUnchecked, readAnswer } from './client.ts';
import { asProblem, type ProblemError } from './problem-error.ts';
import { onSignedOut, setUserId } from './request-state.ts';

/** `GET /auth/session`: who the session cookie belongs to, as far as the identity provider said. */
const sessionAnswer = z.object({
  authenticated: z.boolean(),
  email: z.nullish(z.string()),
  name: z.nullish(z.string()),
  disabled: z.nullish(z.boolean()),
});

type SessionAnswer = z.output<typeof sessionAnswer>;

export type Session =
  | Readonly<{ status: 'loading' }>
  | Readonly<{ status: 'signed-out'; disabled: boolean }>
  | Readonly<{ status: 'failed'; problem: ProblemError; retry: () => void }>
  | Readonly<{ status: 'signed-in'; user: UserDetail }>;

const nobody: SessionAnswer = { authenticated: false };

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) =>
    get(sessionAnswer, '/auth/session', {}, signal).catch((error: unknown) => {
      const problem = asProblem(error);
      if (problem.status === 401) return nobody;
      if (problem.code === 'user.disabled') return { ...nobody, disabled: true };
      throw problem;
    }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const userQuery = (email: string) =>
  queryOptions({
    queryKey: ['user', email],
    // The schema comes beside the answer, so that the about page does without it.
    queryFn: async ({ signal }) => {
      const [data, { userDetail }] = await Promise.all([
        getUnchecked('/api/user', { email }, signal),
        import('#domain/user/schema.ts'),
      ]);
      return readAnswer(userDetail, data);
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

const SessionContext = createContext<Session>({ status: 'loading' });

/** Asks who is signed in, then for the user detail; signed in means that both are there (specification 1, section 4). */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const client = useQueryClient();
  const session = useQuery(sessionQuery);
  const email = session.data?.authenticated ? (session.data.email ?? '') : '';
  const user = useQuery({ ...userQuery(email), enabled: email !== '' });

  useEffect(() => {
    onSignedOut(() => client.setQueryData(sessionQuery.queryKey, nobody));
  }, [client]);

  const id = email === '' ? undefined : user.data?.id;
  setUserId(id);

  const value = useMemo((): Session => {
    const failure = session.error ?? (email === '' ? null : user.error);
    if (failure) {
      const problem = asProblem(failure);
      if (problem.code === 'user.disabled') return { status: 'signed-out', disabled: true };
      return {
        status: 'failed',
        problem,
        retry: () => {
          void session.refetch();
          if (email !== '') void user.refetch();
        },
      };
    }
    if (session.data && email === '') return { status: 'signed-out', disabled: session.data.disabled === true };
    if (email !== '' && user.data) return { status: 'signed-in', user: user.data };
    return { status: 'loading' };
  }, [session.data, session.error, session.refetch, user.data, user.error, user.refetch, email]);

  return <SessionContext value={value}>{children}</SessionContext>;
};

export const useSession = (): Session => use(SessionContext);

/** The signed-in user, for screens behind the guard. */
export const useUser = (): UserDetail => {
  const session = useSession();
  if (session.status !== 'signed-in') throw new Error('This screen is behind the sign-in');
  return session.user;
};
