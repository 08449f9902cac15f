import * as z from 'zod/mini';
import { idSchema } from '../core/id.ts';
import { resourceTypes } from './types.ts';

/** `GET /api/resources?type=KONG`: the gateways that the user's organization may deploy to. `public`: 0 only those that are not. */
export const resourceQuery = z.object({
  type: z.optional(z.enum(resourceTypes)),
  public: z.optional(z.enum(['0', '1'])),
});
export type ResourceQuery = z.output<typeof resourceQuery>;

export const resourceOption = z.object({
  id: idSchema,
  type: z.enum(resourceTypes),
  name: z.string(),
  isPublic: z.boolean(),
  /** Where a gateway takes calls; '' for other resources. */
  apiUrl: z.string(),
  /**
   * What a gateway said of itself when it was last looked at. Null for other resources, and until it was looked at.
   *
   * `lacks`: the plugins that a deployment may need and that it does not have. `isReadOnly`: it takes no changes, because it has no
   * database.
   */
  abilities: z._default(
    z.nullable(
      z.object({
        version: z.string(),
        router: z.string(),
        lacks: z.array(z.string()),
        isReadOnly: z._default(z.boolean(), false),
      }),
    ),
    null,
  ),
});
export type ResourceOption = z.output<typeof resourceOption>;
