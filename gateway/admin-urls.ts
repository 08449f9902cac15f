import type { Database } from '#platform/database.ts';

/** Where the gateways of the portal are administered: no deployment may lead there. */
export const adminUrls = async (database: Database): Promise<string[]> => {
  const { rows } = await database.query<{ admin_url: string }>("select admin_url from resources where type = 'KONG'");
  return rows.map(({ admin_url }) => admin_url);
};
