import * as z from 'zod/mini';
import { idSchema } from '../core/id.ts';

/** `GET /api/resources?type=KONG`: the gateways that the user's organization may deploy to. */
export const resourceQuery = z.object({
  type: z.optional(z.enum(['KONG', 'KAFKA', 'REDIS'])),
  public: z.optional(z.enum(['0', '1'])),
});

export const resourceOption = z.object({
  id: idSchema,
  type: z.literal('KONG'),
  name: z.string(),
  isPublic: z.boolean(),
  apiUrl: z.string(),
});
export type ResourceOption = z.output<typeof resourceOption>;
