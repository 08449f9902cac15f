import type { EventMeta } from '#domain/core/event.ts';
import { forbidden, isRefusal, type Refusal } from '#domain/core/problem.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { isSuspended } from '#domain/organization/organization.ts';
import { userDecider } from '#domain/user/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import { randomId } from '#platform/uuid.ts';
import { findPersonById, findPersonByIdentity, type Person } from '#projections/person.ts';
import type { Services } from '../http/services.ts';
import type { SignedIn } from './exchange-code.ts';
import { type ProviderIdentity, userOf } from './first-sign-in.ts';
import { insertSession, newSessionId, sealTokens, sessionHash } from './session-store.ts';

/** Milliseconds that a new user's first page waits for the read tables. */
const patience = 3_000;

/** Waits until the read tables have the identity, because a script may use a token right after this sign-in. */
const waitForPerson = async ({ pool }: Services, userId: number, { issuer, subject }: ProviderIdentity) => {
  const deadline = Date.now() + patience;
  for (;;) {
    const person = await findPersonByIdentity(pool, issuer, subject);
    if (person) return person;
    if (Date.now() > deadline) return await findPersonById(pool, userId);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** Returns whether the person's organization is deactivated or going, according to the log. The read tables may be behind. */
const isOfSuspended = async ({ store }: Services, { actor }: Person): Promise<boolean> =>
  isSuspended(await loadState(store, organizationDecider, actor.organizationId));

/**
 * Opens a new session for an authenticated person (requirement A6).
 *
 * @returns the cookie's value, or why there is none: `user.disabled` or a code of `userOf`.
 */
export const openSession = async (
  services: Services,
  { identity, providerSession, refreshToken, expiresIn, signedInAt }: SignedIn,
  origin: Pick<EventMeta, 'correlationId'> & Partial<Pick<EventMeta, 'client'>>,
): Promise<{ cookie: string } | Refusal> => {
  const { store, pool, settings } = services;
  const user = await userOf(services, identity, origin);
  if (isRefusal(user)) return user;
  const { userId } = user;
  const person = await waitForPerson(services, userId, identity);
  if (person && (await isOfSuspended(services, person))) return forbidden('user.disabled');
  const cookie = newSessionId(settings.PORTICO_KEY);
  const hash = sessionHash(cookie);
  const startedAt = services.now();
  const signedIn = await execute({
    store,
    decider: userDecider,
    id: userId,
    command: { type: 'SignIn', data: { session: hash } },
    meta: {
      ...origin,
      actor: {
        userId,
        organizationId: person?.actor.organizationId ?? 0,
        roles: [...(person?.actor.roles ?? [])],
      },
      commandId: randomId(),
      time: startedAt.toISOString(),
    },
  });
  if (isRefusal(signedIn)) return signedIn;
  await insertSession(pool, {
    hash,
    userId,
    issuer: identity.issuer,
    subject: identity.subject,
    providerSession,
    tokens: refreshToken ? sealTokens(settings.PORTICO_KEY, hash, { refreshToken }) : undefined,
    tokensDueAt: new Date(startedAt.getTime() + expiresIn * 1000),
    startedAt,
    signedInAt,
    endsAt: new Date(startedAt.getTime() + settings.SESSION_ABSOLUTE_SECONDS * 1000),
  });
  return { cookie };
};
