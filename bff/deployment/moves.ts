import { type Kysely, type RawBuilder, sql } from 'kysely';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { type MoveView, namedCallers } from '#domain/deployment/move.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { behindKeys } from '#projections/behind-keys.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { unheardDays } from '#projections/unheard-days.ts';
import { refuseReadOnly } from '../resource/shared/refuse-read-only.ts';

/*
 * A deployment that moves has another one at the new gateway, which follows it while both stand
 * (docs/decisions/0123-moving-a-deployment.md).
 */

const shownOfOther = (
  isLeader: boolean,
) => sql`json_build_object('isLeader', ${sql.lit(isLeader)}::boolean, 'id', other.id,
  'gateway', place.name, 'api_url', place.api_url, 'context_path', other.context_path)`;

/** Selects the other deployment of a move, for a row of `deployments`; null: it does not move. */
export const otherOfMove = <Other>(): RawBuilder<Other | null> => sql<Other | null>`coalesce(
  (select ${shownOfOther(true)} from deployments other join resources place on place.id = other.gateway_id
   where other.follows = deployments.id and other.state <> 'undeploying' and deployments.state <> 'undeploying'
   order by other.id desc limit 1),
  (select ${shownOfOther(false)} from deployments other join resources place on place.id = other.gateway_id
   where other.id = deployments.follows and other.state <> 'undeploying' and deployments.state <> 'undeploying'))`;

/** Selects whether a deployment follows another one. @param id a column. */
export const followsNow = (id: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from deployments follower join deployments leader on leader.id = follower.follows
  where follower.id = ${sql.ref(id)} and leader.state <> 'undeploying')`;

/** Selects the name of the gateway at which the deployment is that another one follows; null: it follows none. @param id of the other one. */
export const followsAt = (id: RawBuilder<number | null>): RawBuilder<string | null> => sql<string | null>`(
  select place.name from deployments follower join deployments leader on leader.id = follower.follows
  join resources place on place.id = leader.gateway_id
  where follower.id = ${id} and leader.state <> 'undeploying')`;

type Moving = Readonly<{ moving: DeploymentRow['moving'] }>;

/** Refuses what belongs to the deployment that is followed. @throws RefusedError */
export const refuseFollower = ({ moving }: Moving): void => {
  if (moving && !moving.isLeader) throw followerRefused(moving.gateway ?? '');
};

export const followerRefused = (gateway: string): RefusedError =>
  new RefusedError(refuse('conflict', { code: 'deployment.follows', parameters: { gateway } }));

type Row = MoveView['follower'] &
  Readonly<{
    total: number;
    behind: number;
    used: number;
    first: MoveView['callers']['first'];
    end: MoveView['end'] & Readonly<{ followerId: number }>;
    isHeard: boolean;
  }>;

/** Returns how far the move of a deployment is, or undefined when it does not move. */
export const readMove = async (db: Kysely<ReadTables>, leaderId: number): Promise<MoveView | undefined> => {
  const { rows } = await sql<Row>`
    with follower as (
      select id, state, created_at, applied is not null as serves,
        (select config - 'gatewayId' - 'former' from deployments leader where leader.id = ${leaderId})
          is not distinct from config - 'gatewayId' - 'former' as "hasForm"
      from deployments
      where follows = ${leaderId} and state <> 'undeploying'
        and exists (select from deployments leader where leader.id = ${leaderId} and leader.state <> 'undeploying')
      order by id desc limit 1
    ), used as (
      select consumers.id, organizations.name as organization, consumers.nickname, max(use.last_used_at) as last_used_at
      from consumers
      join credential_uses use on use.consumer_id = consumers.id
      join organizations on organizations.id = consumers.organization_id
      where consumers.deployment_id = ${leaderId} and use.last_used_at > now() - interval '1 day'
      group by 1, 2, 3
    )
    select follower.*, (select move_end from deployments leader where leader.id = ${leaderId}) as end,
      not exists (
        select from deployments leader
        cross join lateral (${sql.raw(unheardDays('leader.gateway_id', "(leader.move_end->>'quietDays')::integer"))}) unheard
        where leader.id = ${leaderId} and unheard.day >= (follower.created_at at time zone 'UTC')::date) as "isHeard",
      (select count(*)::int from consumers where deployment_id = ${leaderId} and applied is not null and state <> 'removing') as total,
      (select count(*)::int from (${sql.raw(behindKeys(String(leaderId), 'follower.id'))}) behind) as behind,
      (select count(*)::int from used) as used,
      coalesce((select json_agg(json_build_object('organization', organization, 'nickname', nickname,
        'lastUsed', to_char(last_used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
        from (select * from used order by last_used_at desc, id limit ${namedCallers}) named), '[]') as first
    from follower`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { id, state, serves, hasForm, total, behind, used, first, end, isHeard } = row;
  const planned = end?.followerId === id ? { endsOn: end.endsOn, quietDays: end.quietDays } : null;
  return {
    follower: { id, state, serves, hasForm },
    keys: { total, behind },
    end: planned,
    isHeard: isHeard || !planned?.quietDays,
    callers: { total: used, first },
  };
};

export const earlyEndCode = 'deployment.move-not-level';

/** @throws RefusedError while callers of a deployment that moves would lose by its end. */
const refuseEarlyEnd = async (
  db: Kysely<ReadTables>,
  { id, moving }: Moving & Readonly<{ id: number }>,
): Promise<void> => {
  if (!moving?.isLeader) return;
  const move = await readMove(db, id);
  // The first deploy at the other gateway failed: nothing is there.
  if (!move || (move.follower.state === 'failed' && !move.follower.serves)) return;
  if (move.follower.state === 'deployed' && move.follower.hasForm && move.keys.behind === 0) return;
  throw new RefusedError(refuse('conflict', { code: earlyEndCode, parameters: { gateway: moving.gateway ?? '' } }));
};

/** @throws RefusedError where a deployment can't be taken off its gateway now. */
export const refuseEnd = async (
  db: Kysely<ReadTables>,
  deployment: Pick<DeploymentRow, 'id' | 'moving' | 'kongServer'>,
): Promise<void> => {
  await refuseEarlyEnd(db, deployment);
  if (deployment.kongServer) await refuseReadOnly(db, deployment.kongServer.id);
};
