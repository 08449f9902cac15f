import { hasRole } from '#domain/core/actor.ts';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import type { Role } from '#domain/core/role.ts';
import { isInternalAddress } from '#domain/user/address.ts';
import { userDecider } from '#domain/user/decider.ts';
import type { RoleInput } from '#domain/user/manage-form.ts';
import { flagsOf, mayCombine, roleFlagNames, rolesOf } from '#domain/user/roles.ts';
import type { Manager, User, UserCommand } from '#domain/user/user.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import { enterPeopleRule } from '../approval-rule/shared/second-person.ts';
import { type ResponseBody, runCommand } from '../http/command.ts';
import { portalAdministratorsGuard, readGuards } from '../http/guards.ts';
import { onceInForce } from '../http/in-force.ts';
import type { Form } from '../http/older-form.ts';
import { authorize, authorizeOpenly, type Received } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { findOrganization } from '../organization/shared/find-organization.ts';

/** A person whom the actor may manage, as the read tables have them. */
export type ManagedUser = Readonly<{ id: number; organizationId: number; email: string; roles: readonly Role[] }>;

/** Returns a person who is not deleted. @throws RefusedError 404, also for people of another organization. */
const findManaged = async ({ services, actor }: Received, id: number): Promise<ManagedUser> => {
  const row = await services.db
    .selectFrom('users')
    .select(['id', 'organization_id', 'email', 'roles'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new RefusedError(notFound());
  authorize(actor, 'user.manage', { organizationId: row.organization_id });
  return { id: row.id, organizationId: row.organization_id, email: row.email, roles: row.roles };
};

/**
 * Checks the organization of a form.
 *
 * @throws RefusedError 404 when the actor may not manage its people, or `user.organization-unknown` when there is none.
 */
export const checkOrganization = async ({ services, actor }: Received, organizationId: number) => {
  authorize(actor, 'user.manage', { organizationId });
  const organization = await findOrganization(services.db, organizationId);
  if (!organization) throw invalidField('organizationId', 'user.organization-unknown');
  return organization;
};

/**
 * Returns the roles that a form asks for. A check box that the form does not have keeps what it was.
 *
 * @param before the roles until now; company user for a new person.
 * @throws RefusedError `user.company-admin-alone` for roles that one person may not have.
 */
export const wantedRoles = (
  { settings }: Pick<Services, 'settings'>,
  input: RoleInput,
  before: readonly Role[],
  email: string,
): readonly Role[] => {
  const given = roleFlagNames.filter((flag) => input[flag] !== undefined);
  if (!input.roles && given.length === 0) return before;
  const boxes = Object.fromEntries(given.map((flag) => [flag, input[flag]]));
  const roles = input.roles ?? rolesOf({ ...flagsOf(before), ...boxes });
  if (!mayCombine(roles, isInternalAddress(email, settings.INTERNAL_EMAIL_DOMAINS)))
    throw new RefusedError(refuse('invalid', { code: 'user.company-admin-alone', field: 'companyAdmin' }));
  return [...new Set(roles)];
};

const companyAdministratorsGuard = (organizationId: number): string => `company-administrators-${organizationId}`;

type Others = Pick<Manager, 'otherPortalAdmin' | 'otherCompanyAdmin'>;

const othersSql = `
  with others as not materialized (
    select roles, organization_id from users where id <> $1 and active and issuer is not null
  )
  select
    exists (
      select from others join organizations on organizations.id = organization_id
      where roles @> '{ROLE_PORTAL_ADMIN}' and status = 'active'
    ) as "otherPortalAdmin",
    exists (select from others where roles @> '{ROLE_COMPANY_ADMIN}' and organization_id = $2) as "otherCompanyAdmin"`;

/** A command about a person, and the guards of facts that it has besides those about administrators. */
type Managing = Readonly<{
  command: UserCommand;
  guards?: readonly UsedGuard[];
  form?: Form<User>;
  asksFirst?: 'rest';
}>;

/**
 * Runs a command about another person's account. Responds when the read tables show it, so that a change of roles counts
 * from the next call of every session.
 *
 * @param id a person whom the actor may not manage is treated as unknown.
 * @param make makes the command. Called again when another administrator changed something in between.
 * @param given the command's id, for one request with several commands.
 */
export const manageUser = async (
  request: Received,
  id: number,
  content: unknown,
  make: (manager: Manager, user: ManagedUser) => Promise<Managing> | Managing,
  response: ResponseBody = { id, userId: id },
  given?: string,
): Promise<ResponseBody> => {
  const { services, actor } = request;
  authorizeOpenly(actor, 'user.manage', { organizationId: actor.organizationId });
  const prepare = async () => {
    const user = await findManaged(request, id);
    const names = [portalAdministratorsGuard, companyAdministratorsGuard(user.organizationId)];
    const guards = await readGuards(services, names, ['users', 'organizations']);
    const { rows } = await services.pool.query<Others>(othersSql, [id, user.organizationId]);
    const [others] = rows as [Others];
    const rule = await enterPeopleRule(services, actor.userId);
    const isPortalAdmin = hasRole(actor, 'ROLE_PORTAL_ADMIN');
    const made = await make({ userId: actor.userId, isPortalAdmin, ...others, byTwo: rule.byTwo }, user);
    return { decider: userDecider, id, ...made, guards: [...guards, ...rule.guards, ...(made.guards ?? [])], response };
  };
  const done = await runCommand(request, content, prepare, given);
  return await onceInForce(services, done, ['users', 'application_owners']);
};
