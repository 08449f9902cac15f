import * as z from 'zod/mini';
import { idSchema } from '../core/id.ts';
import { rowBasedOn } from '../core/older-form.ts';
import { certificateContent } from './certificate.ts';
import { resourceTypes } from './types.ts';

const config = z.object({ name: z.string(), value: z.string() });

/** Who may use a resource. `id` is `<resource>-<organization>`. */
export const resourceAccess = z.object({
  id: z.string(),
  resourceId: idSchema,
  organizationId: idSchema,
  organization: z.object({ id: idSchema, name: z.string() }),
});
export type ResourceAccess = z.output<typeof resourceAccess>;

/** A file of certificates. `expiresAt` is when the first of them ends. */
export const certificateRow = z.object({
  id: idSchema,
  name: z.string(),
  certificate: z.string(),
  resource: idSchema,
  content: z.array(certificateContent),
  expiresAt: z.string(),
});
export type CertificateRow = z.output<typeof certificateRow>;

/**
 * A resource in the list, and the values of its form. A secret's value is empty where there is one, and `NO` where there is
 * none: what it is, nobody can read again.
 */
export const resourceRow = z.object({
  id: idSchema,
  name: z.string(),
  type: z.enum(resourceTypes),
  isPublic: z.boolean(),
  organizations: z.array(z.object({ id: idSchema, name: z.string() })),
  configs: z.array(config),
  certificates: z.array(certificateRow),
  access: z.array(resourceAccess),
  basedOn: rowBasedOn,
});
export type ResourceRow = z.output<typeof resourceRow>;
