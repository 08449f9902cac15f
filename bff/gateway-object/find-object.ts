import { type Kysely, sql } from 'kysely';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import type { ListedKind } from '#domain/gateway-object/kind.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { givenOf } from '../sql/statement.ts';
import { type FoundObject, type ObjectFilters, objects } from './object-rows.ts';

type Where = Readonly<{ kind: ListedKind; id: string; gatewayId: number | undefined }>;

type Place = Readonly<{ id: number; name: string; asOf: Date | null; isReadOnly: boolean }>;

/** Finds an object, at its gateway if that is told. @throws RefusedError when none has the id, or two gateways have it. */
const locate = async (db: Kysely<ReadTables>, { kind, id, gatewayId }: Where): Promise<Place> => {
  const { rows } = await sql<Place>`
    select resources.id, resources.name, mirror.seen_at as "asOf", coalesce(not mirror.has_database, false) as "isReadOnly" from gateway_objects object
    join resources on resources.id = object.gateway_id left join gateway_mirrors mirror on mirror.gateway_id = object.gateway_id
    where object.id = ${id} and object.kind = ${kind} and not object.is_gone
      ${gatewayId === undefined ? sql`` : sql`and object.gateway_id = ${gatewayId}`}
    order by resources.id limit 2`.execute(db);
  const [one, another] = rows;
  if (!one) throw new RefusedError(notFound());
  if (another)
    throw new RefusedError(
      refuse('invalid', {
        code: 'gateway-object.two-gateways',
        field: 'gatewayId',
        parameters: { one: one.name, other: another.name },
      }),
    );
  return one;
};

export type ObjectPlace = Readonly<{
  found: FoundObject;
  gatewayId: number;
  gatewayName: string;
  asOf: Date | null;
  isReadOnly: boolean;
}>;

/**
 * Finds an object, at its gateway if that is told.
 *
 * @throws RefusedError when none has the id, or two gateways have it.
 */
export const findObject = async (db: Kysely<ReadTables>, where: Where): Promise<ObjectPlace> => {
  const { id: gatewayId, name: gatewayName, asOf, isReadOnly } = await locate(db, where);
  const filters = { gatewayId, kind: where.kind } as ObjectFilters;
  const found = await objects(db, givenOf(filters)).where('object.id', '=', where.id).executeTakeFirst();
  if (!found) throw new RefusedError(notFound());
  return { found, gatewayId, gatewayName, asOf, isReadOnly };
};
