import { createHash } from 'node:crypto';
import type { Guard } from '#eventstore/event-store.ts';
import { readGuards } from '../http/guards.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';

/** So many groups that two new organizations rarely share a guard. */
const groups = 1024;
const nameGuard = (nameLower: string): string =>
  `organization-name-${createHash('sha256').update(nameLower).digest().readUInt32BE() % groups}`;

/**
 * Makes sure that no other organization has a name, whatever the case of its letters. The name of a deleted one is free.
 * An organization that has the name already keeps it: two of the same name may be older than this rule.
 *
 * @param id   the organization that may have it; 0 for a new one.
 * @param name without spaces around it.
 * @returns the guard to append the event with that gives the organization this name.
 * @throws RefusedError `organization.name-taken` for the field `name`; 503 when the read tables are too far behind.
 */
export const claimName = async (
  services: Pick<Services, 'store' | 'pool'>,
  id: number,
  name: string,
): Promise<readonly Guard[]> => {
  const guards = await readGuards(services, [nameGuard(name.toLowerCase())], ['organizations']);
  const { rowCount } = await services.pool.query(
    `select from organizations
     where sort_name = lower($2) and id <> $1 and status <> 'deleted'
       and not exists (select from organizations own where own.id = $1 and own.sort_name = lower($2))
     limit 1`,
    [id, name],
  );
  if (rowCount !== 0) throw invalidField('name', 'organization.name-taken');
  return guards;
};
