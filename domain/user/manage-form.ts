import * as z from 'zod/mini';
import { idParameter, idSchema, idSchemaFor } from '../core/id.ts';
import { growingListParameters, growingPageOf } from '../core/list.ts';
import { mailAddress } from '../core/mail-address.ts';
import { personName } from '../core/name-rule.ts';
import { basedOnField, savedBasedOn } from '../core/older-form.ts';
import { roleSchema } from '../core/role.ts';

/** Days that an invitation may wait for its person. */
export const invitationDays = 14;

/** The check boxes of the role forms. One that is left out keeps what it was. `roles` replaces all. */
const roleFields = {
  roles: z.optional(z.array(roleSchema).check(z.maxLength(10))),
  portalAdmin: z.optional(z.boolean()),
  kongAdmin: z.optional(z.boolean()),
  companyAdmin: z.optional(z.boolean()),
  auditor: z.optional(z.boolean()),
  support: z.optional(z.boolean()),
};
const roleInput = z.object(roleFields);
export type RoleInput = z.output<typeof roleInput>;

const details = {
  firstname: personName('user.firstname-required'),
  lastname: personName('user.lastname-required'),
  email: mailAddress('user.email-required', 'user.email-invalid'),
  organizationId: idSchemaFor('user.organization-required'),
};

/** `POST /api/user/edit-user`. `id` 0 adds a person; `invite` then sends them an invitation. */
export const editUserBody = z.strictObject({
  id: z._default(z.int().check(z.minimum(0), z.maximum(2_147_483_647)), 0),
  ...details,
  ...roleFields,
  basedOn: basedOnField,
  invite: z._default(z.boolean(), false),
});
export type EditUserBody = z.output<typeof editUserBody>;

/** `POST /api/user/modify-user`. */
export const modifyUserBody = z.strictObject({ id: idSchema, ...details, ...roleFields, basedOn: basedOnField });

/** `POST /api/user` of an administrator: the role edit of the user dock. */
export const accountBody = z.strictObject({
  id: idSchema,
  organizationId: z.optional(details.organizationId),
  ...roleFields,
  basedOn: basedOnField,
});

export type AccountBody = z.output<typeof accountBody>;

/** `PUT /api/user`. */
export const userStatusBody = z.strictObject({ id: idSchema, status: z.enum(['DISABLED', 'ACTIVE']) });

/** `POST /api/user/invite`, which sends an invitation again, and `POST /api/user/erase`. */
export const userIdBody = z.strictObject({ id: idSchema });

export const userIdQuery = z.object({ id: idParameter });

/**
 * The response to what administrators do with an account. `approvalId`: of the request that waits for a second person. What needs none
 * was done: of a form everything but the roles.
 */
export const userManaged = z.object({
  id: idSchema,
  userId: idSchema,
  approvalId: z.optional(idSchema),
  basedOn: savedBasedOn,
  position: z.string(),
});
export const userRemoved = z.object({ entityId: idSchema, position: z.string() });

/** An entry of the history of a person's roles. */
const roleChange = z.object({
  id: z.uuid(),
  oldRole: z.array(roleSchema),
  newRole: z.array(roleSchema),
  updatedAt: z.string(),
});

/** A row of `GET /api/updatedRole`. The portal itself has no organization, name or address. `approvedBy`: the second person, or ''. */
const updatedRoleRow = z.extend(roleChange, {
  approvedBy: z._default(z.string(), ''),
  adminOrganizationName: z.string(),
  adminFirstName: z.string(),
  adminLastName: z.string(),
  adminEmail: z.string(),
  userId: idSchema,
  userFirstName: z.string(),
  userLastName: z.string(),
  userEmail: z.string(),
});
export type UpdatedRoleRow = z.output<typeof updatedRoleRow>;

export const updatedRolePage = growingPageOf('updatedRoles', updatedRoleRow);
export const updatedRolesPageSize = 10;

export const updatedRoleQuery = z.extend(
  growingListParameters(
    [
      'updatedAt',
      'adminOrganizationName',
      'adminFirstName',
      'adminLastName',
      'adminEmail',
      'userFirstName',
      'userLastName',
      'userEmail',
    ],
    { sort: 'updatedAt', order: 'desc' },
  ),
  { search: z._default(z.string().check(z.trim(), z.maxLength(200)), '') },
);

/** `GET /api/user/role-history?id=`, the newest first. */
export const roleHistoryEntry = z.extend(roleChange, {
  /** Null: the portal itself. */
  user: z.nullable(z.object({ id: z.int(), name: z.string() })),
  /** The second person, where two give the role. */
  approvedBy: z._default(z.nullable(z.object({ id: z.int(), name: z.string() })), null),
});
