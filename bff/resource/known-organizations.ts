import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';

/** Returns organizations with their names. @throws RefusedError at the field for one that does not exist. */
export const knownOrganizations = async (
  { db }: Pick<Services, 'db'>,
  field: string,
  ids: readonly number[],
): Promise<readonly Readonly<{ id: number; name: string }>[]> => {
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('status', '<>', 'deleted')
    .execute();
  if (found.length < new Set(ids).size) throw invalidField(field, 'user.organization-unknown');
  return found;
};
