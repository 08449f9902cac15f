import type { QueryResultRow } from 'pg';
import type { Waiting } from '../engine/handler.ts';

/** Returns a function that reads what belongs to the run's organization. */
const rowsOf =
  <Row extends QueryResultRow>(sql: string) =>
  async ({ services, subject }: Waiting): Promise<Row[]> =>
    (await services.pool.query<Row>(sql, [subject.id])).rows;

/** What access is for: an API or an event category. */
export type Product = Readonly<{ apiId: number; eventCategoryId: null } | { apiId: null; eventCategoryId: number }>;

/**
 * The things of an organization, from the read tables. A thing without a row was removed. A thing that is requested later is
 * removed by its own operation.
 */
export const belongings = {
  keys: rowsOf<{ id: number; path: string; isGoing: boolean }>(
    `select consumers.id, config->>'contextPath' as path, consumers.state = 'removing' as "isGoing"
     from consumers join deployments on deployments.id = deployment_id
     where consumers.organization_id = $1 order by deployment_id, consumers.id`,
  ),
  subscriptions: rowsOf<{ id: number; name: string; isGoing: boolean }>(
    `select id, name, state = 'removing' as "isGoing" from event_subscriptions where organization_id = $1 order by id`,
  ),
  apis: rowsOf<{ id: number; name: string; isGoing: boolean }>(
    `select id, name, state <> 'published' as "isGoing" from apis where organization_id = $1 order by id`,
  ),
  applications: rowsOf<{ id: number; name: string; isGoing: boolean }>(
    `select id, name, deletion is not null as "isGoing" from applications where organization_id = $1 order by id`,
  ),
  grants: rowsOf<{ grantId: number } & Product>(
    `select id as "grantId", api_id as "apiId", event_category_id as "eventCategoryId" from access_grants
     where organization_id = $1 and revoked_at is null order by id`,
  ),
  requests: rowsOf<{ requestId: number } & Product>(
    `select id as "requestId", api_id as "apiId", event_category_id as "eventCategoryId" from access_requests
     where organization_id = $1 and status = 'NEW' order by id`,
  ),
  approvals: rowsOf<{ id: number }>(
    'select id from registrations where organization_id = $1 and not finished order by id',
  ),
  people: rowsOf<{ id: number }>('select id from users where organization_id = $1 and deleted_at is null order by id'),
};
