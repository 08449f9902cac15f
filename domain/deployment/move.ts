import * as z from 'zod/mini';
import { idSchema, idSchemaFor } from '../core/id.ts';
import { deploymentStates } from './row.ts';

/** `POST /api/swaggers/deployment/{id}/move`: the gateway that the deployment moves to. */
export const moveBody = z.strictObject({ kongServer: idSchemaFor('deployment.gateway-required') });

/** Keys that are named. More are only counted. */
export const namedCallers = 10;

/**
 * `GET /api/swaggers/deployment/{id}/move`: how far the move of a deployment is, told of the one that moves.
 *
 * @property follower the deployment that takes its place.
 * @property keys     how many keys work here, and how many of them are not yet the same there.
 * @property callers  whose keys were used here in the last day, the latest first.
 */
export const moveView = z.object({
  follower: z.object({
    id: idSchema,
    state: z.enum(deploymentStates),
    /** Whether it was ever in force. */
    serves: z.boolean(),
    /** Whether its form is that of the one that moves. */
    hasForm: z.boolean(),
  }),
  keys: z.object({ total: z.int(), behind: z.int() }),
  callers: z.object({
    total: z.int(),
    first: z.array(z.object({ organization: z.string(), nickname: z.string(), lastUsed: z.string() })),
  }),
});
export type MoveView = z.output<typeof moveView>;
