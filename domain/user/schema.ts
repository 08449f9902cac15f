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
  /** True until the first-login dialog has been seen. */
  firstlogin: z.boolean(),
  phoneNumber: z.string(),
  /** The version of the terms that was accepted last; to be asked again unless it is `termsVersion`. */
  termsAccepted: z.string().nullable(),
});
export type UserDetail = z.output<typeof userDetail>;

export const userQuery = z.object({ email: z.string().min(3).max(320) });

export const userByIdQuery = z.object({ id: idParameter });

/**
 * `POST /api/user`, the profile form. `id` 0 is whoever asks, as the form sends it; `email` is shown there and must be
 * the one that it is.
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

/** What a change of one's own account answers; read the user again at `position`. */
export const userChanged = z.object({ userId: idSchema, position: z.string() });

export const acceptTermsBody = z.strictObject({ version: z.string().min(1).max(50) });

/** `POST /api/user/changepassword`: where the identity provider lets people change it. */
export const passwordPointer = z.object({ accountUrl: z.string() });
