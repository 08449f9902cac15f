import * as z from 'zod/mini';
import { idParameter, idSchema } from '../core/id.ts';
import { rowBasedOn, savedBasedOn } from '../core/older-form.ts';
import { userRow } from './row.ts';

/** User detail: `GET /api/user`. */
export const userDetail = z.object({
  ...userRow.shape,
  /** `maintainersDecide`: whether its maintainers decide about access to its APIs. */
  ownerApps: z.array(z.object({ id: idSchema, name: z.string(), maintainersDecide: z._default(z.boolean(), false) })),
  organizationName: z.string(),
  organizationExternal: z.boolean(),
  /** True until the person has seen the first-login dialog. */
  firstlogin: z.boolean(),
  phoneNumber: z.string(),
  /** The accepted version of the terms. The app asks again unless it is `termsVersion`. */
  termsAccepted: z.nullable(z.string()),
  basedOn: rowBasedOn,
});
export type UserDetail = z.output<typeof userDetail>;

export const userQuery = z.object({ email: z.string().check(z.minLength(3), z.maxLength(320)) });

export const userByIdQuery = z.object({ id: idParameter });

/**
 * The response to a change of one's own account. Read the user again at `position`. `approvalId`: of the request that waits for a second
 * person, where an administrator gives the portal administrator's role.
 */
export const userChanged = z.object({
  userId: idSchema,
  approvalId: z.optional(idSchema),
  basedOn: savedBasedOn,
  position: z.string(),
});

export const acceptTermsBody = z.strictObject({ version: z.string().check(z.minLength(1), z.maxLength(50)) });

/** `POST /api/user/changepassword`: the identity provider's page for changing the password. */
export const passwordPointer = z.object({ accountUrl: z.string() });
