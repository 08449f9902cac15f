import type { Pool } from '#platform/database.ts';

type Asked = Readonly<{ gatewayId: number; host: string }>;

/**
 * Returns the name of an API whose deployment at a gateway has a host as its target, before or after a change that is under way; undefined:
 * none has. Kong looks for an upstream of that name first, so the calls would go to its targets.
 */
export const deploymentAtHost = async (
  pool: Pick<Pool, 'query'>,
  { gatewayId, host }: Asked,
): Promise<string | undefined> => {
  const { rows } = await pool.query<{ api: string; url: string }>(
    `select coalesce(apis.name, deployments.name) as api, target.url from deployments left join apis on apis.id = deployments.api_id
     cross join lateral (values (config->>'upstreamUrl'), (applied->>'upstreamUrl')) as target (url)
     where gateway_id = $1 and strpos(lower(target.url), lower($2)) > 0`,
    [gatewayId, host],
  );
  return rows.find(({ url }) => new URL(url).hostname === host)?.api;
};
