import { hashOfRevision } from '#domain/approval/approval.ts';
import { revisionNow } from '#domain/approval/same-person.ts';
import { may } from '#domain/core/authorization.ts';
import { streamOf } from '#domain/core/id.ts';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import type { Role } from '#domain/core/role.ts';
import { isInternalAddress } from '#domain/user/address.ts';
import { userDecider } from '#domain/user/decider.ts';
import type { RoleInput } from '#domain/user/manage-form.ts';
import { mayCombine } from '#domain/user/roles.ts';
import type { Account, UserEvent } from '#domain/user/user.ts';
import { loadState } from '#eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { type Asked, requestApproval } from '../approval/shared/request-approval.ts';
import { wasAdministratorLately } from '../approval-rule/shared/administrators.ts';
import { hasBegunErasure } from '../approval-rule/shared/begin-erasure.ts';
import { findSecondPerson, needsSecondPerson, nobodyToApprove } from '../approval-rule/shared/second-person.ts';
import { commandIdOf, type ResponseBody } from '../http/command.ts';
import type { Received } from '../http/route.ts';
import { reviewUndoing } from '../http/undoes.ts';

const administrator: Role = 'ROLE_PORTAL_ADMIN';

/** Stands for the approval that a request leads to. */
const someone = { approvalId: 0, approvedBy: 0 };

/** Returns the account of somebody who is not deleted. @throws RefusedError 404 */
const readAccount = async ({ services: { store } }: Received, userId: number) => {
  const events = await store.read<UserEvent>(streamOf('user', userId));
  const user = events.reduce(userDecider.evolve, userDecider.initialState);
  if (user.status === 'none') throw new RefusedError(notFound());
  return { user, events };
};

/**
 * Returns whether a form gives the portal administrator's role, and somebody else has to approve that. The role is left out of what is
 * saved then (`withoutAsked`), and asked for after it (`askForRole`).
 *
 * @throws RefusedError when nobody is there who could approve.
 */
export const asksForRole = async (
  { services, actor }: Pick<Received, 'services' | 'actor'>,
  { id, roles, portalAdmin }: RoleInput & Readonly<{ id: number }>,
): Promise<boolean> => {
  if (!(roles ? roles.includes(administrator) : portalAdmin) || !may(actor, 'user.administer')) return false;
  const user = await loadState(services.store, userDecider, id);
  if (user.status === 'deleted' || (user.status !== 'none' && user.roles.includes(administrator))) return false;
  return await needsSecondPerson(services, actor.userId);
};

/** Returns the roles that one person gives alone. Nobody is without any. */
export const withoutAsked = (roles: readonly Role[], isAsked: boolean): readonly Role[] => {
  const rest = isAsked ? roles.filter((role) => role !== administrator) : roles;
  return rest.length === 0 && isAsked ? ['ROLE_COMPANY_USER'] : rest;
};

type Known = Readonly<{ user: Account; events: readonly Readonly<{ version: number }>[] }>;

const changeOf = (
  { user, events }: Known,
  to: readonly Role[],
  enables: boolean,
  undoing: Readonly<{ undoes?: string }>,
): Asked => {
  const revision = revisionNow({ kind: 'administrator' }, events);
  const { userId, roles } = user;
  return {
    change: {
      ...({ kind: 'administrator', userId, revision } as const),
      ...{ from: [...roles], to: [...to], enables },
      ...undoing,
    },
    hash: hashOfRevision(revision),
  };
};

/** Asks a second person for the portal administrator's role. @param content of the call, for its idempotency key. */
export const askForRole = async (request: Received, userId: number, content: unknown): Promise<ResponseBody> => {
  const prepare = async (): Promise<Asked> => {
    const { user, events } = await readAccount(request, userId);
    if (user.status === 'deleted') throw new RefusedError(notFound());
    const to = [administrator, ...user.roles.filter((role) => role !== administrator)];
    if (user.roles.includes(administrator))
      throw new RefusedError(refuse('conflict', { code: 'conflict.changed-meanwhile' }));
    if (!mayCombine(to, isInternalAddress(user.email, request.services.settings.INTERNAL_EMAIL_DOMAINS)))
      throw new RefusedError(refuse('invalid', { code: 'user.company-admin-alone', field: 'companyAdmin' }));
    const command = { type: 'ChangeUser', data: { change: { roles: to }, approval: someone } } as const;
    return changeOf({ user, events }, to, false, reviewUndoing(request, events, userDecider.decide(command, user)));
  };
  const commandId = uuidV5(porticoNamespace, `${commandIdOf(request)}/administrator`);
  return await requestApproval(request, content, prepare, commandId);
};

/**
 * Returns how a portal administrator is enabled again. `asked`: a second person has to approve it. `alone`: also where two people make
 * administrators, because nobody is there who could approve, and they were one within the last days. Disabling the last colleague by
 * mistake can be undone so, and the two count as one person for some days.
 *
 * @throws RefusedError when nobody is there who could approve.
 */
export const howToEnable = async (
  { services, actor }: Pick<Received, 'services' | 'actor'>,
  userId: number,
): Promise<'plain' | 'asked' | 'alone'> => {
  if (!may(actor, 'user.administer')) return 'plain';
  const user = await loadState(services.store, userDecider, userId);
  if (user.status !== 'disabled' || !user.roles.includes(administrator)) return 'plain';
  const second = await findSecondPerson(services, actor.userId);
  if (second !== 'nobody') return second === 'there' ? 'asked' : 'plain';
  if (await wasAdministratorLately(services, userId)) return 'alone';
  throw nobodyToApprove();
};

/** Asks a second person for enabling a portal administrator. */
export const askToEnable = async (request: Received, userId: number): Promise<ResponseBody> =>
  await requestApproval(request, request.body, async () => {
    const { user, events } = await readAccount(request, userId);
    if (user.status !== 'disabled') throw new RefusedError(refuse('conflict', { code: 'conflict.changed-meanwhile' }));
    const decided = userDecider.decide({ type: 'EnableUser', data: { approval: someone } }, user);
    return changeOf({ user, events }, user.roles, true, reviewUndoing(request, events, decided));
  });

/** Returns whether a second person has to approve that somebody is erased. @throws RefusedError when nobody is there who could. */
export const asksToErase = async ({ services, actor }: Received, userId: number): Promise<boolean> => {
  const user = await loadState(services.store, userDecider, userId);
  // What is refused, begun or done already, is answered as ever.
  return user.status === 'deleted' && !hasBegunErasure(user) && (await needsSecondPerson(services, actor.userId));
};

/** Asks a second person for erasing a deleted person. */
export const askToErase = async (request: Received, userId: number): Promise<ResponseBody> =>
  await requestApproval(request, request.body, async () => {
    const { user, events } = await readAccount(request, userId);
    if (user.status !== 'deleted') throw new RefusedError(refuse('conflict', { code: 'user.not-deleted' }));
    const revision = revisionNow({ kind: 'erasure' }, events);
    return { change: { kind: 'erasure', userId, revision }, hash: hashOfRevision(revision) };
  });
