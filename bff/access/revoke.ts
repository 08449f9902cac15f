import { accessIdOfPair } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import type { Services } from '../http/services.ts';
import { findGrant } from './access-grants.ts';
import { pairOf } from './wire.ts';

/** Returns what revokes a grant. Who may is up to the caller. @throws RefusedError 404 when it is not in force */
export const revocationOf = async ({ db }: Pick<Services, 'db'>, id: number) => {
  const grant = await findGrant(db, id);
  if (!grant) throw new RefusedError(notFound());
  return {
    decider: accessDecider,
    id: accessIdOfPair(pairOf(grant)),
    command: { type: 'RevokeAccess', data: { grantId: grant.id } } as const,
    response: { entityId: grant.id },
    resource: grant.resource,
  };
};
