import type { Database } from '#platform/database.ts';
import { idsOf } from './administrators.ts';

/** What is deleted with all APIs of it. */
type Losing = Readonly<{ organizationId: number } | { applicationId: number } | { apiId: number }>;

const apisOf = (losing: Losing): readonly [condition: string, id: number] => {
  if ('organizationId' in losing) return ['a.organization_id = $1', losing.organizationId];
  return 'applicationId' in losing ? ['a.application_id = $1', losing.applicationId] : ['a.id = $1', losing.apiId];
};

/**
 * Returns the people who lose access with APIs: the administrators of organizations with a key or access, and whoever added
 * such a key and still belongs to them. Nobody of an organization that is deleted itself.
 *
 * @param except whoever deletes, who knows.
 */
export const losingPeople = (database: Database, losing: Losing, except = 0): Promise<readonly number[]> => {
  const [ofApis, id] = apisOf(losing);
  const stays = 'organizationId' in losing ? 'u.organization_id <> $1' : 'true';
  return idsOf(
    database,
    `u.id <> $2 and ${stays} and (
       u.roles @> '{ROLE_COMPANY_ADMIN}' and exists (
         select from access_grants g join apis a on a.id = g.api_id
         where g.organization_id = u.organization_id and g.revoked_at is null and ${ofApis})
       or exists (
         select from consumers c join apis a on a.id = c.api_id
         where c.organization_id = u.organization_id and ${ofApis}
           and (u.roles @> '{ROLE_COMPANY_ADMIN}' or c.created_by = u.id)))`,
    [id, except],
  );
};

/**
 * Returns the people who maintain an API, as long as they belong to its organization: whoever published it, and the owners of its
 * application.
 *
 * @param caller an organization, which is told nothing of its own.
 */
export const maintainersOf = (
  database: Database,
  apiId: number,
  except: number,
  caller = 0,
): Promise<readonly number[]> =>
  idsOf(
    database,
    `u.id <> $2 and exists (
       select from apis a
       where a.id = $1 and a.organization_id = u.organization_id and a.organization_id <> $3 and (
         a.created_by = u.id or exists (
           select from application_owners w
           where w.application_id = a.application_id and w.user_id = u.id)))`,
    [apiId, except, caller],
  );

const holds = `(u.organization_id = c.organization_id and (u.roles @> '{ROLE_COMPANY_ADMIN}' or c.created_by = u.id))`;

/** Returns the holders of a key: the administrators of its organization, and whoever added it and still belongs to it. */
export const keyHolders = (database: Database, consumerId: number, except: number): Promise<readonly number[]> =>
  idsOf(database, `u.id <> $2 and exists (select from consumers c where c.id = $1 and ${holds})`, [consumerId, except]);

/** Returns the holders of a deployment's keys. */
export const deploymentKeyHolders = (
  database: Database,
  deploymentId: number,
  except: number,
): Promise<readonly number[]> =>
  idsOf(database, `u.id <> $2 and exists (select from consumers c where c.deployment_id = $1 and ${holds})`, [
    deploymentId,
    except,
  ]);

/** Returns the colleagues who joined a request for access. */
export const askersOf = (database: Database, requestId: number): Promise<readonly number[]> =>
  idsOf(database, 'exists (select from access_request_joins j where j.request_id = $1 and j.user_id = u.id)', [
    requestId,
  ]);
