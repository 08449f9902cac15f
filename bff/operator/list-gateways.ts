import type { Operator } from './open-operator.ts';

/** Prints every gateway, its addresses and who may deploy to it. */
export const listGateways = async (operator: Operator): Promise<void> => {
  await operator.caughtUp();
  const { rows } = await operator.pool.query<{ line: string }>(
    `select concat_ws('  ', r.id, r.name, 'admin ' || r.admin_url, 'proxy ' || r.api_url,
       'reports to ' || substring(r.http_log_endpoint from '^(.*)/ingest/'),
       case when r.is_public then 'every organization'
         else (select string_agg(o.name, ', ' order by o.name) from organizations o where o.id = any(r.organizations)) end
     ) as line from resources r where r.type = 'KONG' order by r.id`,
  );
  console.log(rows.length > 0 ? rows.map(({ line }) => line).join('\n') : 'There is no gateway yet.');
};
