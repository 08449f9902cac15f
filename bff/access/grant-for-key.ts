import type { Access } from '#domain/access/access.ts';
import { type Granting, grantAccess } from './grant-access.ts';

/**
 * Returns the grant that a new key belongs to. An external organization has keys only while it has access. When an
 * administrator gives it a key without a request, this also grants access, by an event of its own.
 *
 * @param access the current access from its stream.
 * @returns the grant's id; null when the key needs none.
 */
export const grantForKey = async (
  request: Granting,
  access: Access,
  { apiId, organization }: Readonly<{ apiId: number; organization: Readonly<{ id: number; external: boolean }> }>,
): Promise<number | null> => {
  if (access.status !== 'granted' && !organization.external) return null;
  return await grantAccess(request, access, { apiId, organizationId: organization.id });
};
