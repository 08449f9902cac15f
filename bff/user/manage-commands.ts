import { may } from '#domain/core/authorization.ts';
import { forbidden, RefusedError } from '#domain/core/problem.ts';
import type { Role } from '#domain/core/role.ts';
import {
  eraseUser,
  inviteUser,
  removeUser,
  saveMember,
  saveUserForm,
  switchUser,
  withdrawInvitation,
} from '#domain/user/calls.ts';
import { userDecider } from '#domain/user/decider.ts';
import { type AccountBody, type EditUserBody, invitationDays } from '#domain/user/manage-form.ts';
import { leaveCompanyRoles, reachesBeyondCompany } from '#domain/user/roles.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import { guardOf } from '#eventstore/guards.ts';
import { loadState } from '#eventstore/load.ts';
import { createSubjectKeys } from '#eventstore/subject-keys.ts';
import { destroyPersonalData } from '#projections/personal-data.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { beginErasure } from '../approval-rule/shared/begin-erasure.ts';
import { enterAsOnePerson } from '../approval-rule/shared/second-person.ts';
import { type ResponseBody, runCommand } from '../http/command.ts';
import { caughtUp } from '../http/guards.ts';
import { refuseWhileUsed } from '../http/in-use.ts';
import { authorizeOpenly, type Received, route } from '../http/route.ts';
import { refuseWhileDecided, undoesOf } from '../http/undoes.ts';
import { isApproved, personUses } from '../sql/uses.ts';
import {
  askForRole,
  asksForRole,
  asksToErase,
  askToEnable,
  askToErase,
  howToEnable,
  withoutAsked,
} from './ask-second-person.ts';
import { checkPlace } from './check-place.ts';
import { enterUserOrganization } from './enter-user-organization.ts';
import { userForm } from './form.ts';
import { givesAdministrator } from './gives-administrator.ts';
import { checkOrganization, type ManagedUser, manageUser, wantedRoles } from './manage.ts';
import { claimAddress, prepareRegistration } from './register-user.ts';

/** A form with everything about a person. */
type Whole = Omit<EditUserBody, 'invite'>;

/** When an invitation of now ends. */
const endOfInvitation = (now: Date): string => new Date(now.getTime() + invitationDays * 86_400_000).toISOString();

/** Asks a second person for the portal administrator's role after everything else of a form is saved. */
const andAsk = async (request: Received, id: number, saved: ResponseBody, content: unknown): Promise<ResponseBody> => {
  const { approvalId, position } = await askForRole(request, id, content);
  return { ...saved, approvalId, position };
};

const addUser = async (request: Received, { invite, ...body }: EditUserBody) => {
  const { services, actor } = request;
  const isAsked = await asksForRole(request, body);
  const { firstname, lastname, email, organizationId } = body;
  const organization = await checkOrganization(request, organizationId);
  // The form of a team has no organization.
  checkPlace(services, email, organization, may(actor, 'user.administer') ? 'organizationId' : 'email');
  const roles = withoutAsked(wantedRoles(services, body, ['ROLE_COMPANY_USER'], email), isAsked);
  if (reachesBeyondCompany(roles) && !may(actor, 'user.administer'))
    throw new RefusedError(forbidden('user.not-of-team', { action: 'user.administer' }));
  const done = await runCommand(request, { invite, ...body }, async () => {
    const person = { firstname, lastname, email, organizationId, roles };
    const invitation = invite ? { inviteUntil: endOfInvitation(services.now()) } : {};
    const prepared = await prepareRegistration(services, { ...person, ...invitation });
    const alone = roles.includes('ROLE_PORTAL_ADMIN') ? await enterAsOnePerson(services, actor.userId) : [];
    const guards = [...prepared.guards, ...alone];
    return { ...prepared, guards, form: userForm(body), response: { id: prepared.id, userId: prepared.id } };
  });
  await waitForPosition(services.pool, String(done.position), undefined, ['users']);
  return isAsked ? await andAsk(request, Number(done.userId), done, body) : done;
};

/**
 * Returns the guard of the organization that a person moves to, and whether it is deactivated: its people can't sign in.
 *
 * @throws RefusedError when it is going.
 */
const enterWhenMoved = async (
  { services }: Received,
  user: ManagedUser,
  to: number,
): Promise<Readonly<{ guards: readonly UsedGuard[]; isClosed: boolean }>> =>
  to === user.organizationId ? { guards: [], isClosed: false } : await enterUserOrganization(services, to);

/** Returns a person's roles as long as no form says others. Nobody administers a company because of the former one. */
const rolesAt = (user: ManagedUser, organizationId = user.organizationId): readonly Role[] =>
  organizationId === user.organizationId ? user.roles : leaveCompanyRoles(user.roles);

/** Saves a whole form of a person: what did not change leaves no event. */
const changeUser = async (request: Received, { id, ...body }: Whole) => {
  const isAsked = await asksForRole(request, { id, ...body });
  const saved = await manageUser(request, id, { id, ...body }, async (manager, user) => {
    const { services } = request;
    const { firstname, lastname, email, organizationId } = body;
    const organization = await checkOrganization(request, organizationId);
    const roles = withoutAsked(wantedRoles(services, body, rolesAt(user, organizationId), email), isAsked);
    const { guards, isClosed: intoClosed } = await enterWhenMoved(request, user, organizationId);
    const command = {
      type: 'ChangeUser',
      data: { manager, change: { firstname, lastname, email, organizationId, roles }, intoClosed },
    } as const;
    const form = userForm(body);
    const rest = isAsked ? ({ asksFirst: 'rest' } as const) : {};
    const isSameAddress = email.toLowerCase() === user.email.toLowerCase();
    // What was so before this rule may stay so.
    const moves = organizationId !== user.organizationId;
    if (!isSameAddress || moves) checkPlace(services, email, organization, moves ? 'organizationId' : 'email');
    if (isSameAddress) return { command, form, guards, ...rest };
    return { command, form, ...rest, guards: [...guards, ...(await claimAddress(services, email, { userId: id }))] };
  });
  return isAsked ? await andAsk(request, id, saved, body) : saved;
};

/** Changes organization and roles, as far as they are given: the role edit of a person's dock. */
export const changeAccount = async (request: Received, body: AccountBody) => {
  authorizeOpenly(request.actor, 'user.administer');
  const { id, organizationId } = body;
  const isAsked = await asksForRole(request, body);
  const saved = await manageUser(request, id, body, async (manager, user) => {
    if (organizationId !== undefined) {
      const organization = await checkOrganization(request, organizationId);
      if (organizationId !== user.organizationId) checkPlace(request.services, user.email, organization);
    }
    const wanted = wantedRoles(request.services, body, rolesAt(user, organizationId), user.email);
    const roles = withoutAsked(wanted, isAsked);
    const change = organizationId === undefined ? { roles } : { roles, organizationId };
    const { guards, isClosed: intoClosed } = await enterWhenMoved(request, user, organizationId ?? user.organizationId);
    return {
      command: { type: 'ChangeUser', data: { manager, change, intoClosed } },
      form: userForm(body),
      guards,
      ...(isAsked && { asksFirst: 'rest' as const }),
    };
  });
  return isAsked ? await andAsk(request, id, saved, body) : saved;
};

/**
 * Refuses to undo that an account was made while something belongs to its person, or where a request for it was approved.
 *
 * @returns the guard that whoever gives them something passes, and the removal raises.
 * @throws RefusedError
 */
const refuseUndoing = async (request: Received, id: number): Promise<readonly UsedGuard[]> => {
  const { db, store } = request.services;
  const guards = await store.readGuards([guardOf(userDecider, id)]);
  if (undoesOf(request.c) !== undefined) await caughtUp(request.services, ['registrations']);
  await refuseWhileDecided(request, () => isApproved(db, id));
  await refuseWhileUsed(request, personUses, id);
  return guards;
};

export const manageUserCommands = [
  route(saveMember, {
    action: 'user.manage',
    fresh: (request) => givesAdministrator(request, request.body),
    summary: 'Add a person, perhaps with an invitation, or change the one with this id',
    handle: async (request) => {
      const { invite, ...form } = request.body;
      return form.id === 0 ? await addUser(request, request.body) : await changeUser(request, form);
    },
  }),
  route(saveUserForm, {
    action: 'user.administer',
    fresh: (request) => givesAdministrator(request, request.body),
    summary: 'Change a person: organization, names, address and roles',
    handle: async (request) => {
      authorizeOpenly(request.actor, 'user.administer');
      return await changeUser(request, request.body);
    },
  }),
  route(switchUser, {
    action: 'user.manage',
    summary: 'Disable or enable a person. A disabled person is signed out at once',
    handle: async (request) => {
      const { id, status } = request.body;
      const type = status === 'DISABLED' ? 'DisableUser' : 'EnableUser';
      const how = type === 'EnableUser' ? await howToEnable(request, id) : 'plain';
      if (how === 'asked') return await askToEnable(request, id);
      return await manageUser(request, id, request.body, (manager) => ({
        command: { type, data: { manager: how === 'alone' ? { ...manager, byTwo: false } : manager } },
      }));
    },
  }),
  route(removeUser, {
    action: 'user.administer',
    summary: 'Delete a person. Their address and login are free then; the record keeps what they did',
    handle: async (request) => {
      const { actor, query } = request;
      authorizeOpenly(actor, 'user.administer');
      const response = { entityId: query.id };
      return await manageUser(
        request,
        query.id,
        query,
        async (manager) => {
          const guards = await refuseUndoing(request, query.id);
          return { command: { type: 'DeleteUser', data: { manager } }, guards };
        },
        response,
      );
    },
  }),
  route(inviteUser, {
    action: 'user.manage',
    summary: 'Invite a person who has not joined yet, or send the invitation again. It is open for 14 days from now',
    handle: async (request) => {
      const { body, services } = request;
      const until = endOfInvitation(services.now());
      return await manageUser(request, body.id, body, (manager) => ({
        command: { type: 'InviteUser', data: { manager, until } },
      }));
    },
  }),
  route(withdrawInvitation, {
    action: 'user.manage',
    summary: 'Withdraw an invitation, and the account that waited for it',
    handle: async (request) => {
      const { query } = request;
      const response = { entityId: query.id };
      return await manageUser(
        request,
        query.id,
        query,
        async (manager) => {
          const guards = await refuseUndoing(request, query.id);
          return { command: { type: 'WithdrawInvitation', data: { manager } }, guards };
        },
        response,
      );
    },
  }),
  route(eraseUser, {
    action: 'user.administer',
    fresh: true,
    summary: 'Erase a deleted person for good: everything that the log says about them becomes unreadable',
    handle: async (request) => {
      const { actor, body, services } = request;
      const { pool, settings, store } = services;
      authorizeOpenly(actor, 'user.administer');
      if (await asksToErase(request, body.id)) return await askToErase(request, body.id);
      await beginErasure(request, userDecider, body.id);
      const done = await runCommand(request, body, async () => {
        const user = await loadState(store, userDecider, body.id);
        const isDue = user.status === 'deleted' && !user.erased;
        // Nothing ends a deletion, so the key may go before the event is written. What fails in between is ended by `eraseDue`.
        const subjectKeys = createSubjectKeys(pool, settings.PORTICO_KEY);
        const data = isDue ? await destroyPersonalData({ pool, subjectKeys }, body.id) : {};
        const response = { id: body.id, userId: body.id };
        return { decider: userDecider, id: body.id, command: { type: 'EraseUser', data } as const, response };
      });
      await waitForPosition(pool, String(done.position), undefined, ['users']);
      return done;
    },
  }),
];
