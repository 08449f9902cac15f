import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import { findPersonById } from '#projections/person.ts';
import type { ResponseBody } from '../http/command.ts';
import { authorize, authorizeOpenly } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { findRegistrationIds } from './registrations.ts';

/** `all`: portal administrators, for every request. `own`: company administrators too, for their organization's queue. */
export type Scope = 'all' | 'own';

/** The action of the authorization table that decides requests of a scope. */
export const actionOf = { all: 'registration.decide', own: 'registration.decide-own' } as const;

/**
 * Returns the organization whose queue an actor may decide; undefined: every request.
 *
 * @throws RefusedError when the actor may decide none.
 */
export const decidableBy = (actor: Actor, scope: Scope): number | undefined => {
  const decidesAll = may(actor, 'registration.decide');
  if (scope === 'all') authorizeOpenly(actor, 'registration.decide');
  else if (!decidesAll) authorize(actor, 'registration.decide-own', { organizationId: actor.organizationId });
  return decidesAll ? undefined : actor.organizationId;
};

/** @throws RefusedError when the actor may not decide the request; a request of another queue does not exist (C1). */
export const authorizeDecision = async (
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  scope: Scope,
  id: number,
): Promise<void> => {
  const asked = await findRegistrationIds(db, [id], decidableBy(actor, scope));
  if (asked.length === 0) throw new RefusedError(notFound());
};

/** Returns whether somebody else has decided a request already. */
export const isDecided = (error: unknown): error is RefusedError =>
  error instanceof RefusedError && /^registration\.(approved|denied)-already$/.test(error.refusal.problems[0].code);

/** Runs a decision. A reviewer who comes second learns who was faster. */
export const decide = async (
  { pool }: Pick<Services, 'pool'>,
  run: () => Promise<ResponseBody>,
): Promise<ResponseBody> => {
  try {
    return await run();
  } catch (error) {
    if (!isDecided(error)) throw error;
    const [{ code, parameters }] = error.refusal.problems;
    const faster = await findPersonById(pool, Number(parameters?.userId));
    throw new RefusedError(refuse('conflict', { code, parameters: { name: faster?.name ?? '' } }));
  }
};
