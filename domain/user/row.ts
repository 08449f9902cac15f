import * as z from 'zod/mini';
import { idParameter, idSchema } from '../core/id.ts';
import { listFilter, listParameters, pageOf } from '../core/list.ts';
import { type Role, roleSchema } from '../core/role.ts';
import { type RoleFlags, roleOfFlag } from './roles.ts';

/**
 * How an account stands.
 *
 * - `invited`, `invitation-over`: nobody has signed in with it yet; the second is too late.
 * - `suspended`: the organization is deactivated or being deleted, so nobody of it signs in.
 * - `erased`: deleted, and nothing can be read about the person any more.
 */
const userStandings = ['active', 'invited', 'invitation-over', 'suspended', 'disabled', 'deleted', 'erased'] as const;
export type UserStanding = (typeof userStandings)[number];

/** A user in lists of administrators. */
export const userRow = z.object({
  id: idSchema,
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  organizationId: idSchema,
  organization: z.object({ organizationName: z.string(), external: z.boolean() }),
  roles: z.array(roleSchema),
  /** Y: may sign in. */
  activeStatus: z.enum(['Y', 'N']),
  standing: z.enum(userStandings),
  addedDate: z.string(),
  lastLogin: z.nullable(z.string()),
  /** When the open invitation ends. */
  invitedUntil: z.nullable(z.string()),
  /** Whether the address has a mail domain of the portal's own people: they may combine all roles. */
  isInternalAddress: z.boolean(),
});
export type UserRow = z.output<typeof userRow>;

export const userPage = pageOf('users', userRow);
export const usersPageSize = 10;

/** A check box in a query string. Both names of the specification are taken. */
const box = z.pipe(
  z.optional(z.enum(['true', 'false', '1', '0', 'Y', 'N', ''])),
  z.transform((text) => text === 'true' || text === '1' || text === 'Y'),
);
const words = z._default(z.string().check(z.trim(), z.maxLength(200)), '');

const filters = {
  /** Looks in names and address. */
  name: words,
  email: words,
  role: listFilter(roleSchema),
  org: listFilter(idParameter),
  portal: box,
  kong: box,
  company: box,
  filterPortal: box,
  filterKong: box,
  filterCompany: box,
  /** Default: everybody who is not deleted. */
  standing: z.optional(z.enum(['active', 'invited', 'suspended', 'disabled', 'deleted'])),
};

export const userListQuery = z.extend(
  listParameters(
    ['id', 'firstname', 'lastname', 'email', 'organizationName', 'activeStatus', 'addedDate', 'lastLogin'],
    {
      sort: 'id',
      order: 'desc',
    },
  ),
  filters,
);
export type UserListQuery = z.output<typeof userListQuery>;

/** What the file of the list asks for: the filters. It has the rows of all pages. */
export type UserReportQuery = Omit<UserListQuery, 'page' | 'sort' | 'order'>;

const boxes = [
  ['portal', 'filterPortal', 'portalAdmin'],
  ['kong', 'filterKong', 'kongAdmin'],
  ['company', 'filterCompany', 'companyAdmin'],
] as const satisfies readonly (readonly [keyof UserReportQuery, keyof UserReportQuery, keyof RoleFlags])[];

/** Returns the roles that a query asks for; a person has one of them. None: no filter. */
export const wantedRoles = (query: UserReportQuery): Role[] => [
  ...query.role,
  ...boxes.filter(([one, other]) => query[one] || query[other]).map(([, , flag]) => roleOfFlag[flag]),
];
