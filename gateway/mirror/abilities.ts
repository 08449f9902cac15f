import * as z from 'zod';
import type { KongReader } from '../admin-api/client.ts';

/** The fields of Kong's `GET /` that tell what it can do. */
const information = z.object({
  version: z.string().max(100),
  configuration: z.object({
    router_flavor: z.string().max(100).default('traditional'),
    database: z.string().max(100).optional(),
  }),
  plugins: z.object({ available_on_server: z.record(z.string().max(200), z.unknown()) }),
});

/** No gateway has so many plugins. */
const most = 2_000;

/**
 * What a gateway says of itself.
 *
 * @property plugins     names of those that can be switched on.
 * @property hasDatabase false: it takes no changes at its Admin API. Undefined: it did not say.
 */
export type Abilities = Readonly<{
  version: string;
  router: string;
  plugins: readonly string[];
  hasDatabase?: boolean | undefined;
}>;

/**
 * Reads what a gateway can do.
 *
 * @returns undefined when it says something else than a Kong does.
 * @throws GatewayError when it can't be asked.
 */
export const readAbilities = async (client: Pick<KongReader, 'information'>): Promise<Abilities | undefined> => {
  const { data } = information.safeParse((await client.information()).body);
  if (!data) return undefined;
  const plugins = Object.keys(data.plugins.available_on_server).slice(0, most).toSorted();
  const { router_flavor: router, database } = data.configuration;
  return {
    version: data.version,
    router,
    plugins,
    hasDatabase: database === undefined ? undefined : database !== 'off',
  };
};
