import { sql } from 'kysely';
import type { ApplicationEvent } from '#domain/application/application.ts';
import type { Services } from '../http/services.ts';

const decide: ApplicationEvent['type'] = 'MaintainersDecide';
const decideNoMore: ApplicationEvent['type'] = 'MaintainersDecideNoMore';

/** Returns those of some applications whose maintainers decided about access to their APIs at a moment. */
export const decidingAppsAt = async (
  { db }: Pick<Services, 'db'>,
  applicationIds: readonly number[],
  at: Date,
): Promise<number[]> => {
  if (applicationIds.length === 0) return [];
  const rows = await db
    .selectFrom('history')
    .select(['about_id', 'kind'])
    .distinctOn('about_id')
    .where('about_noun', '=', 'application')
    .where(sql<boolean>`about_id = any(${[...applicationIds]}::integer[])`)
    .where('kind', 'in', [decide, decideNoMore])
    .where('happened_at', '<=', at)
    .orderBy('about_id')
    .orderBy('happened_at', 'desc')
    .orderBy('version', 'desc')
    .execute();
  return rows.flatMap(({ about_id, kind }) => (kind === decide ? [about_id] : []));
};
