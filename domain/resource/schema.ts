import * as z from 'zod';
import { idSchema } from '../core/id.ts';

/** `GET /api/resources?type=KONG`: the gateways that the user's organization may deploy to. */
export const resourceQuery = z.object({
  type: z.enum(['KONG', 'KAFKA', 'REDIS']).optional(),
  public: z.enum(['0', '1']).optional(),
});

export const resourceOption = z.object({
  id: idSchema,
  type: z.literal('KONG'),
  name: z.string(),
  isPublic: z.boolean(),
  apiUrl: z.string(),
});
export type ResourceOption = z.output<typeof resourceOption>;
