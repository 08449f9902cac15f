import { isDeepStrictEqual } from 'node:util';
import { type ApprovedChange, environmentOf, personOfChange } from '#domain/approval/approval.ts';
import { approvalDecider } from '#domain/approval/decider.ts';
import type { Position } from '#eventstore/event-store.ts';
import { load } from '#eventstore/load.ts';
import type { Services } from '../../http/services.ts';

/** Where a change belongs: what is equal has the same place. */
const placeOf = (change: ApprovedChange) => ({
  kind: change.kind,
  environment: environmentOf(change),
  apiId: change.kind === 'deployment' ? change.apiId : null,
  userId: personOfChange(change) ?? null,
});

/** Returns the guard under which a change is asked for, so that of two equal requests at once one is made. */
export const guardOfWaiting = (change: ApprovedChange): string => {
  const { kind, environment, apiId, userId } = placeOf(change);
  return environment === null ? `waiting-${kind}-${userId ?? ''}` : `waiting-${kind}-${environment}-${apiId ?? ''}`;
};

/** Returns a change as an event keeps it, without the ids that each request makes anew, and without why somebody asks for it. */
const asKept = (change: ApprovedChange): unknown =>
  JSON.parse(
    JSON.stringify({
      ...change,
      ...(change.kind === 'deployment' && {
        operationId: null,
        deploymentId: change.basis === null ? null : change.deploymentId,
      }),
      undoes: undefined,
      answers: undefined,
    }),
  );

type Waiting = Readonly<{ id: number; change: ApprovedChange; position: Position }>;

/** Returns the request that waits for the same change with the same difference. */
export const findWaiting = async (
  { pool, store, now }: Pick<Services, 'pool' | 'store' | 'now'>,
  { change, hash }: Readonly<{ change: ApprovedChange; hash: string }>,
): Promise<Waiting | undefined> => {
  const { kind, environment, apiId, userId } = placeOf(change);
  const { rows } = await pool.query<{ id: number }>(
    `select id from approvals where state = 'waiting' and kind = $1 and environment is not distinct from $2
       and api_id is not distinct from $3 and user_id is not distinct from $4 and expires_at > $5 order by id`,
    [kind, environment, apiId, userId, now()],
  );
  for (const { id } of rows) {
    const { state, position } = await load(store, approvalDecider, id);
    if (state.status !== 'waiting' || !isDeepStrictEqual(asKept(state.change), asKept(change))) continue;
    // Nothing of a new deployment is at the gateway, and its objects have ids of their own, so its hash is another one each time.
    const isNew = change.kind === 'deployment' && change.basis === null;
    if (isNew || state.hash === hash) return { id, change: state.change, position };
  }
  return undefined;
};
