import { type Kysely, sql } from 'kysely';
import type { DifferenceDetails } from '#domain/difference/schema.ts';
import type { ObjectKind } from '#domain/gateway-object/kind.ts';
import { markOf } from '#gateway/drift/below.ts';
import type { GatewayNames } from '#gateway/names/gateway-names.ts';
import { tagsOfOtherTools } from '#gateway/names/other-tools.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import type { FoundRow } from './rows.ts';

/** Objects that a dialog names. */
const mostBelow = 20;

type Below = Readonly<{ id: string; kind: ObjectKind; name: string; tags: string[] }>;

/** Returns what is known of somebody else's object before it is removed: its tags, and what the gateway removes with it. Null: it is not. */
export const readRemoval = async (
  db: Kysely<ReadTables>,
  names: GatewayNames,
  { form, noun, resource_id: gatewayId, kind, object_id: id }: FoundRow,
): Promise<DifferenceDetails['removal']> => {
  if (form !== 'foreign' || noun !== 'deployment') return null;
  const { rows } = await sql<{ tags: string[]; below: Below[] }>`
    select tags, (
      select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'name', coalesce(nullif(name, ''), about), 'tags', tags)
        order by kind, sort_name, id), '[]')
      from gateway_objects below where below.gateway_id = object.gateway_id and not below.is_gone
        and (below.route_id = object.id or below.upstream_id = object.id)
    ) as below
    from gateway_objects object where gateway_id = ${gatewayId} and kind = ${kind} and id = ${id} and not is_gone`.execute(
    db,
  );
  const { tags = [], below = [] } = rows[0] ?? {};
  const toolsOf = [{ tags }, ...below].flatMap((each) => tagsOfOtherTools(names, each.tags));
  return {
    tags,
    otherTools: [...new Set(toolsOf)],
    below: below.slice(0, mostBelow).map(({ kind: its, name }) => ({ kind: its, name })),
    total: below.length,
    // The digest of an upstream has its targets already. Of many upstreams, the gateway's copy has none.
    mark: kind === 'upstream' ? '' : markOf(below.map((each) => each.id)),
  };
};
