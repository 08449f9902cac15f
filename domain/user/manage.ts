import type { ApprovalOfPerson } from '../core/approval-of-change.ts';
import type { Decision } from '../core/decider.ts';
import { forbidden, notFound, type Refusal, refuse } from '../core/problem.ts';
import type { Role } from '../core/role.ts';
import { reachesBeyondCompany } from './roles.ts';
import type { Account, Manager, UserChange, UserCommand, UserEvent } from './user.ts';

type ManageCommand = Extract<
  UserCommand,
  {
    type: 'ChangeUser' | 'InviteUser' | 'WithdrawInvitation' | 'DisableUser' | 'EnableUser' | 'DeleteUser';
  }
>;

/** What an account is after a command, as far as the rules about administrators go. */
type After = Readonly<{
  isActive: boolean;
  roles: readonly Role[];
  organizationId: number;
  intoClosed: boolean;
  email: string;
  /** A second person has approved it. */
  isApproved: boolean;
}>;

const isSameSet = (one: readonly Role[], other: readonly Role[]): boolean =>
  one.length === other.length && one.every((role) => other.includes(role));

/**
 * Returns why one person alone may not bring an account to this, where two people make portal administrators. Whoever has the role and is
 * not disabled has its power; of an account that nobody has joined, whoever has its address will.
 */
const refusalOfOne = (state: Account, after: After): Refusal | undefined => {
  if (after.isApproved || !after.roles.includes('ROLE_PORTAL_ADMIN')) return undefined;
  if (!state.roles.includes('ROLE_PORTAL_ADMIN') || (state.status !== 'active' && after.isActive))
    return refuse('conflict', { code: 'user.needs-second-person' });
  const isSameAddress = after.email.toLowerCase() === state.email.toLowerCase();
  return state.identity || isSameAddress
    ? undefined
    : refuse('conflict', { code: 'user.address-of-administrator', field: 'email' });
};

/** Returns why a manager may not bring an account to this, or undefined. */
const refusalOf = (state: Account, after: After, manager: Manager | undefined): Refusal | undefined => {
  if (!manager) return undefined;
  const { userId, isPortalAdmin, otherPortalAdmin, otherCompanyAdmin, byTwo } = manager;
  if (!isPortalAdmin && reachesBeyondCompany([...state.roles, ...after.roles]))
    return forbidden('user.not-of-team', { action: 'user.administer' });
  if (userId === state.userId && !after.isActive) return refuse('conflict', { code: 'user.own-account' });
  const alone = byTwo ? refusalOfOne(state, after) : undefined;
  if (alone) return alone;
  // Who has not joined could not let anybody in again, so they do not count as an administrator who stays.
  const counts = state.status === 'active' && state.identity !== undefined;
  const stays = (role: Role) => after.isActive && !after.intoClosed && after.roles.includes(role);
  if (counts && state.roles.includes('ROLE_PORTAL_ADMIN') && !stays('ROLE_PORTAL_ADMIN') && !otherPortalAdmin)
    return refuse('conflict', { code: 'user.last-portal-admin' });
  const staysInCompany = stays('ROLE_COMPANY_ADMIN') && after.organizationId === state.organizationId;
  if (counts && !isPortalAdmin && state.roles.includes('ROLE_COMPANY_ADMIN') && !staysInCompany && !otherCompanyAdmin)
    return refuse('conflict', { code: 'user.last-company-admin' });
  return undefined;
};

const changesOf = (state: Account, change: UserChange, approval: ApprovalOfPerson | undefined): UserEvent[] => {
  const { userId, email, profile, organizationId: from, roles } = state;
  const details = {
    firstname: change.firstname ?? profile.firstname,
    lastname: change.lastname ?? profile.lastname,
    email: change.email ?? email,
  };
  const isSameDetails =
    details.firstname === profile.firstname && details.lastname === profile.lastname && details.email === email;
  const to = change.organizationId ?? from;
  const newRoles = change.roles ?? roles;
  return [
    ...(isSameDetails ? [] : [{ type: 'UserDetailsChanged' as const, data: { userId, ...details } }]),
    ...(to === from ? [] : [{ type: 'UserMoved' as const, data: { userId, from, to } }]),
    ...(isSameSet(newRoles, roles)
      ? []
      : [
          {
            type: 'UserRolesChanged' as const,
            data: { userId, from: [...roles], to: [...newRoles], ...(approval && { approval }) },
          },
        ]),
  ];
};

/** Decides what administrators do with an account that exists. */
export const decideManagement = (command: ManageCommand, state: Account): Decision<UserEvent> => {
  if (state.status === 'deleted') return notFound();
  const { userId } = state;
  const isActive = state.status === 'active';
  const { manager } = command.data;
  const approval = 'approval' in command.data ? command.data.approval : undefined;
  const unless = (after: Partial<After>, events: () => Decision<UserEvent>): Decision<UserEvent> =>
    refusalOf(
      state,
      {
        ...{ isActive, roles: state.roles, organizationId: state.organizationId, intoClosed: false },
        ...{ email: state.email, isApproved: approval !== undefined },
        ...after,
      },
      manager,
    ) ?? events();
  switch (command.type) {
    case 'ChangeUser': {
      const { change, intoClosed = false } = command.data;
      const { roles = state.roles, organizationId = state.organizationId, email = state.email } = change;
      return unless({ roles, organizationId, intoClosed, email }, () => changesOf(state, change, approval));
    }
    case 'InviteUser': {
      if (state.identity) return refuse('conflict', { code: 'user.has-joined' });
      const { until: expiresAt } = command.data;
      return unless({}, () => [{ type: 'UserInvited', data: { userId, expiresAt } }]);
    }
    case 'WithdrawInvitation':
      if (state.invitedUntil === null) return refuse('conflict', { code: 'user.no-invitation' });
      return unless({ isActive: false }, () => [
        { type: 'UserInvitationWithdrawn', data: { userId } },
        { type: 'UserDeleted', data: { userId } },
      ]);
    case 'DisableUser':
      return unless({ isActive: false }, () => (isActive ? [{ type: 'UserDisabled', data: { userId } }] : []));
    case 'EnableUser':
      return unless({ isActive: true }, () =>
        isActive ? [] : [{ type: 'UserEnabled', data: { userId, ...(approval && { approval }) } }],
      );
    case 'DeleteUser':
      return unless({ isActive: false }, () => [{ type: 'UserDeleted', data: { userId } }]);
    default:
      return command satisfies never;
  }
};
