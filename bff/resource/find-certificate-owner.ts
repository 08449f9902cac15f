import { sql } from 'kysely';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import type { Services } from '../http/services.ts';

/** Returns the resource that has a certificate. @throws RefusedError 404 when none has it. */
export const findCertificateOwner = async ({ db }: Pick<Services, 'db'>, certificateId: number): Promise<number> => {
  const row = await db
    .selectFrom('resources')
    .select('id')
    .where(sql<boolean>`certificates @> ${JSON.stringify([{ certificateId }])}::jsonb`)
    .executeTakeFirst();
  if (!row) throw new RefusedError(notFound());
  return row.id;
};
