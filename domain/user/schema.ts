import * as z from 'zod';
import { idSchema } from '../core/id.ts';
import { roleSchema } from '../core/role.ts';

/** User detail (specification 1, section 3; `GET /api/user`). */
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
  firstlogin: z.boolean(),
  phoneNumber: z.string(),
});
export type UserDetail = z.output<typeof userDetail>;

export const userQuery = z.object({ email: z.string().min(3).max(320) });
