import type { Database } from '#platform/database.ts';

/** Returns the Admin API addresses of the portal's gateways. No deployment may use one as its target. */
export const adminUrls = async (database: Database): Promise<string[]> => {
  const { rows } = await database.query<{ admin_url: string }>("select admin_url from resources where type = 'KONG'");
  return rows.map(({ admin_url }) => admin_url);
};
