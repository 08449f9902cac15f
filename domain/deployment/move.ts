import * as z from 'zod/mini';
import { idSchema, idSchemaFor } from '../core/id.ts';
import { deploymentStates } from './row.ts';

/** `POST /api/swaggers/deployment/{id}/move`: the gateway that the deployment moves to. */
export const moveBody = z.strictObject({ kongServer: idSchemaFor('deployment.gateway-required') });

/** The most days without a call after which a move can end by itself. */
const mostQuietDays = 90;

/**
 * When the deployment that moves ends by itself: after its last day in UTC (`YYYY-MM-DD`), or when none of its keys was used for so many
 * days. Neither: a person ends it.
 */
const moveEnd = z.strictObject({
  endsOn: z._default(z.nullable(z.iso.date('deployment.move-end-not-a-day')), null),
  quietDays: z._default(
    z.nullable(
      z
        .int('deployment.move-quiet-days')
        .check(z.minimum(1, 'deployment.move-quiet-days'), z.maximum(mostQuietDays, 'deployment.move-quiet-days')),
    ),
    null,
  ),
});
export type MoveEnd = z.output<typeof moveEnd>;

/** `PUT /api/swaggers/deployment/{id}/move`. `seen`: the plan that the form was opened with. */
export const planMoveEndBody = z.strictObject({ ...moveEnd.shape, seen: z.nullable(moveEnd) }).check(
  z.refine(({ endsOn, quietDays }) => endsOn === null || quietDays === null, {
    path: ['quietDays'],
    error: 'deployment.move-one-end',
  }),
);

export const movePlanned = z.object({ entityId: idSchema, position: z.string() });

/** Keys that are named. More are only counted. */
export const namedCallers = 10;

/**
 * `GET /api/swaggers/deployment/{id}/move`: how far the move of a deployment is, told of the one that moves.
 *
 * @property follower the deployment that takes its place.
 * @property keys     how many keys work here, and how many of them are not yet the same there.
 * @property end      when it ends by itself.
 * @property isHeard  whether calls were heard of from its gateway on each of the days that it waits without a call, so far. Otherwise it
 *                    waits longer.
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
  /** Null: a person ends it. */
  end: z._default(z.nullable(moveEnd), null),
  isHeard: z._default(z.boolean(), true),
  callers: z.object({
    total: z.int(),
    first: z.array(z.object({ organization: z.string(), nickname: z.string(), lastUsed: z.string() })),
  }),
});
export type MoveView = z.output<typeof moveView>;
