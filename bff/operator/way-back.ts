import { byPortal } from '#domain/core/actor.ts';
import type { Command, Decider } from '#domain/core/decider.ts';
import { isRefusal } from '#domain/core/problem.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { invitationDays } from '#domain/user/manage-form.ts';
import { leaveCompanyRoles } from '#domain/user/roles.ts';
import type { Account } from '#domain/user/user.ts';
import { execute } from '#eventstore/execute.ts';
import { guardOf } from '#eventstore/guards.ts';
import { loadState } from '#eventstore/load.ts';
import { randomId } from '#platform/uuid.ts';
import { findPersonByEmail } from '#projections/person.ts';
import { hasPortalAdministrator } from '../auth/first-administrator.ts';
import { findOwnOrganization } from '../organization/switch-facts.ts';
import type { Operator } from './open-operator.ts';
import { OperatorError } from './operator-error.ts';

type Open = Pick<Operator, 'store' | 'pool' | 'now' | 'caughtUp'>;

type Hindered = Readonly<{ email: string; active: boolean; joined: boolean; organization: string; status: string }>;

const reasonOf = ({ active, joined, organization, status }: Hindered): string => {
  if (!active) return 'is disabled';
  return status === 'active' && !joined ? 'has not signed in yet' : `belongs to ${organization}, which is ${status}`;
};

/** Returns one sentence for each portal administrator who can't act. Deleted people are none. */
const reasons = async ({ pool }: Open): Promise<string[]> => {
  const { rows } = await pool.query<Hindered>(
    `select email, active, issuer is not null as joined, organizations.name as organization, status
     from users join organizations on organizations.id = organization_id
     where deleted_at is null and 'ROLE_PORTAL_ADMIN' = any(roles) order by users.id limit 100`,
  );
  return rows.map((one) => `The portal administrator ${one.email} ${reasonOf(one)}.`);
};

/** Carries out a command as the portal. @throws OperatorError when the rules refuse it. */
const send = async <State, C extends Command, E extends PorticoEvent>(
  { store, now }: Open,
  decider: Decider<State, C, E>,
  id: number,
  command: C,
  guards: Parameters<typeof execute>[0]['guards'] = [],
): Promise<void> => {
  const commandId = randomId();
  const meta = { actor: byPortal, commandId, correlationId: commandId, time: now().toISOString() };
  const done = await execute({ store, decider, id, command, guards, meta });
  if (isRefusal(done)) throw new OperatorError(`This could not be done: ${done.problems[0].code}.`);
};

/** Activates the organization that runs the portal. Its keys come back into force. @returns a sentence, or none. */
const activateOwn = async (open: Open, own: Readonly<{ id: number; isActive: boolean }>): Promise<string[]> => {
  if (own.isActive) return [];
  await send(open, organizationDecider, own.id, {
    type: 'SwitchOrganization',
    data: { operationId: randomId(), deactivated: false, hasLastAdministrator: false },
  });
  return ["The portal's own organization is active again, and its keys are in force."];
};

/** Moves a person out of an organization whose people can't sign in. @returns a sentence, or none. */
const moveOut = async (open: Open, { userId, organizationId, roles }: Account, own: number): Promise<string[]> => {
  if (organizationId === own) return [];
  const home = await loadState(open.store, organizationDecider, organizationId);
  if (home.status === 'active') return [];
  const entered = await open.store.readGuards([guardOf(organizationDecider, own)]);
  const change = { organizationId: own, roles: leaveCompanyRoles(roles) };
  const guards = entered.map((guard) => ({ ...guard, isPassed: true }));
  await send(open, userDecider, userId, { type: 'ChangeUser', data: { change } }, guards);
  return ["The person was moved into the portal's own organization."];
};

/** Lets a person sign in who may not. @returns what was done. */
const letIn = async (open: Open, user: Account): Promise<string[]> => {
  const done: string[] = [];
  if (user.status === 'disabled') {
    await send(open, userDecider, user.userId, { type: 'EnableUser', data: {} });
    done.push('The person is enabled again.');
  }
  if (user.invitedUntil !== null && user.invitedUntil < open.now().toISOString()) {
    const until = new Date(open.now().getTime() + invitationDays * 86_400_000).toISOString();
    await send(open, userDecider, user.userId, { type: 'InviteUser', data: { until } });
    done.push('The invitation of the person is open again.');
  }
  return done;
};

/**
 * Opens a way back when there are portal administrators but none can act: activates the portal's own organization, and
 * lets the person with this address sign in. Everything is an event by the portal itself.
 *
 * @returns sentences about what was wrong and what was done; none when somebody can act or may be able to, or there
 *          never was anybody.
 * @throws OperatorError when the rules refuse a step.
 */
export const openWayBack = async (open: Open, email: string): Promise<readonly string[]> => {
  // Undefined: the read tables are behind, and who can act is not known.
  if ((await hasPortalAdministrator(open)) !== false) return [];
  const wrong = await reasons(open);
  if (wrong.length === 0) return [];
  const own = await findOwnOrganization(open);
  const done = own ? await activateOwn(open, own) : [];
  await open.caughtUp();
  const person = await findPersonByEmail(open.pool, email);
  const user = person && (await loadState(open.store, userDecider, person.actor.userId));
  const isKnown = user && user.status !== 'none' && user.status !== 'deleted';
  // Nobody else comes in when the organization alone was in the way.
  const helps = isKnown && (user.roles.includes('ROLE_PORTAL_ADMIN') || (await hasPortalAdministrator(open)) === false);
  if (helps) {
    done.push(...(await letIn(open, user)));
    if (own) done.push(...(await moveOut(open, user, own.id)));
    await open.caughtUp();
  }
  return [...wrong, ...done];
};
