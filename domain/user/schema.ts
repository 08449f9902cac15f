import * as z from 'zod';
import { idParameter, idSchema } from '../core/id.ts';
import { roleSchema } from '../core/role.ts';
import { personName, phoneNumber } from './person.ts';

/** User detail: `GET /api/user`. */
export const userDetail = z.object({
  id: idSchema,
  email: z.string(),
  roles: z.array(roleSchema),
  ownerApps: z.array(z.object({ id: idSchema, name: z.string() })),
  firstname: z.string(),
  lastname: z.string(),
  organizationId: idSchema,
  organizationName: z.string(),
  organizationExternal: z.boolean(),
  /** True until the person has seen the first-login dialog. */
  firstlogin: z.boolean(),
  phoneNumber: z.string(),
  /** The accepted version of the terms. The app asks again unless it is `termsVersion`. */
  termsAccepted: z.string().nullable(),
});
export type UserDetail = z.output<typeof userDetail>;

export const userQuery = z.object({ email: z.string().min(3).max(320) });

export const userByIdQuery = z.object({ id: idParameter });

/**
 * `POST /api/user`, the profile form. The form sends `id` 0 for the signed-in user. `email` is only shown and must be
 * unchanged.
 */
export const profileBody = z.strictObject({
  id: z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,10}$/)
        .transform(Number),
    ])
    .default(0),
  firstname: personName('user.firstname-required'),
  lastname: personName('user.lastname-required'),
  email: z.string().max(320).optional(),
  phoneNumber,
});
export type ProfileBody = z.input<typeof profileBody>;

/** The response to a change of one's own account. Read the user again at `position`. */
export const userChanged = z.object({ userId: idSchema, position: z.string() });

export const acceptTermsBody = z.strictObject({ version: z.string().min(1).max(50) });

/** `POST /api/user/changepassword`: the identity provider's page for changing the password. */
export const passwordPointer = z.object({ accountUrl: z.string() });
