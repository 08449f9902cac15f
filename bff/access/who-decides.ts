import { applicationDecider } from '#domain/application/decider.ts';
import type { Actor } from '#domain/core/actor.ts';
import { type Action, may, mayAnything, type Resource } from '#domain/core/authorization.ts';
import { forbidden, notFound, RefusedError } from '#domain/core/problem.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import { enter } from '#eventstore/guards.ts';
import type { Services } from '../http/services.ts';

/*
 * Portal administrators decide about all access, and maintainers about access to their APIs, where the application lets them
 * (docs/decisions/0146-clocks.md).
 */

type AccessAction = Extract<Action, `access.${string}`>;

/** What the authorization table looks at, of a request or a grant. An event category belongs to no application. */
export const resourceOf = (
  row: Readonly<{ api_id: number | null; application_id: number | null; maintainers_decide: boolean }>,
): Resource => ({
  ...(row.api_id !== null && { apiId: row.api_id }),
  applicationId: row.application_id,
  maintainersDecide: row.maintainers_decide,
});

/** @throws RefusedError 403 for somebody who may do this to no request and no grant. */
export const authorizeSome = (actor: Actor, action: AccessAction): void => {
  if (!mayAnything(actor, action)) throw new RefusedError(forbidden('forbidden', { action }));
};

/** Returns the applications of whose APIs an actor sees requests and grants; undefined: of all. @throws RefusedError 403 for nothing */
export const appsOf = (actor: Actor, action: AccessAction): number[] | undefined => {
  authorizeSome(actor, action);
  return may(actor, action) ? undefined : [...(actor.decidingApps ?? [])];
};

/**
 * Checks that the actor decides about a request or a grant. For a maintainer this is read in the log, because the read tables may be
 * behind.
 *
 * @returns the guards to append the decision with: it comes before whatever ends the right, or not at all.
 * @throws RefusedError 404, as for what does not exist
 */
export const enterDecision = async (
  services: Pick<Services, 'store'>,
  actor: Actor,
  action: AccessAction,
  resource: Resource,
): Promise<readonly UsedGuard[]> => {
  if (may(actor, action)) return [];
  if (!may(actor, action, resource) || !resource.applicationId) throw new RefusedError(notFound());
  const { state, guards } = await enter(services, applicationDecider, resource.applicationId);
  if (state.status !== 'active' || !state.maintainersDecide || !state.owners.includes(actor.userId))
    throw new RefusedError(notFound());
  return guards;
};
