import * as z from 'zod';
import type { Problem } from '#domain/core/problem.ts';
import { lackedBy } from '#domain/deployment/needed-plugins.ts';
import { callOnce, isUntrusted, reasonOf } from './call-once.ts';

/** The fields of Kong's `GET /` that the check needs. */
const information = z.object({
  version: z.string(),
  edition: z.string().optional(),
  configuration: z.object({
    database: z.string(),
    router_flavor: z.string().default('traditional'),
    worker_state_update_frequency: z.number().default(5),
    proxy_listeners: z.array(z.object({ port: z.int(), ssl: z.boolean() })).catch([]),
  }),
  plugins: z.object({ available_on_server: z.record(z.string(), z.unknown()) }),
});
type Information = z.output<typeof information>;

/** The plugins that most deployments need. */
const needed = ['acl', 'http-log', 'key-auth', 'oauth2', 'rate-limiting', 'request-transformer'];
/**
 * Thrown for a Kong that Portico can't work with. The message is a sentence that says why, for whoever runs a command. The
 * problem says the same to people at a screen, at the property that is wrong.
 */
export class UnfitKongError extends Error {
  override name = 'UnfitKongError';
  readonly problem: Problem & Readonly<{ field: string }>;

  constructor(message: string, problem: UnfitKongError['problem']) {
    super(message);
    this.problem = problem;
  }
}

/**
 * @property token       for the Admin API, if it needs one.
 * @property authorities certificates (PEM) that are trusted besides those of this machine.
 * @property proxyOption the command-line option that sets the proxy's address.
 */
export type AskedKong = Readonly<{
  adminUrl: string;
  proxyUrl: string;
  proxySslUrl: string | undefined;
  token: string | undefined;
  authorities?: readonly string[] | undefined;
  proxyOption: string;
}>;

/**
 * What a Kong says of itself.
 *
 * @property frequency      `worker_state_update_frequency`, in seconds.
 * @property missingPlugins without which Portico does not work with it.
 * @property lackedPlugins  that only some deployments need.
 */
export type SeenKong = Readonly<{
  version: string;
  edition: string;
  router: string;
  frequency: number;
  hasDatabase: boolean;
  missingPlugins: readonly string[];
  lackedPlugins: readonly string[];
  portOf: (ssl: boolean) => number | undefined;
}>;

/** A Kong that Portico can work with. */
export type CheckedKong = Readonly<{ version: string; frequency: number; apiUrl: string; apiSslUrl: string }>;

const informationIn = (text: string): Information | undefined => {
  try {
    return information.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/** Asks an Admin API what it is. @throws UnfitKongError when no Kong answers. */
export const seeKong = async ({
  adminUrl,
  token,
  authorities,
}: Pick<AskedKong, 'adminUrl' | 'token' | 'authorities'>): Promise<SeenKong> => {
  const { host } = new URL(adminUrl);
  const response = await callOnce(`${adminUrl}/`, authorities, token ? { 'kong-admin-token': token } : {}).catch(
    (error: unknown) => {
      const reason = reasonOf(error);
      throw new UnfitKongError(
        `No Admin API answers at ${adminUrl} (${reason}). Check that the Kong is running and that this is its Admin API.`,
        {
          code: isUntrusted(error) ? 'gateway-check.untrusted' : 'gateway-check.no-answer',
          field: 'adminUrl',
          parameters: { host, reason },
        },
      );
    },
  );
  const { statusCode: status } = response;
  if (status === 401 || status === 403)
    throw new UnfitKongError(
      `The Admin API at ${adminUrl} refuses the request (${status}). Set the environment variable KONG_ADMIN_TOKEN to its token.`,
      { code: 'gateway-check.key-refused', field: 'adminApiKey', parameters: { host, status } },
    );
  const found = informationIn(response.text);
  if (!found)
    throw new UnfitKongError(`What answers at ${adminUrl} is not the Admin API of a Kong.`, {
      code: 'gateway-check.no-kong',
      field: 'adminUrl',
      parameters: { host },
    });
  const { version, edition, configuration, plugins } = found;
  return {
    version,
    edition: edition ?? (/enterprise/.test(version) ? 'enterprise' : 'community'),
    router: configuration.router_flavor,
    frequency: configuration.worker_state_update_frequency,
    hasDatabase: configuration.database !== 'off',
    missingPlugins: needed.filter((name) => !(name in plugins.available_on_server)),
    lackedPlugins: lackedBy(Object.keys(plugins.available_on_server)).filter((name) => !needed.includes(name)),
    portOf: (ssl) => configuration.proxy_listeners.find((listener) => listener.ssl === ssl)?.port,
  };
};

/** Returns what keeps Portico from working with a Kong that answers. */
export const lackOf = (adminUrl: string, { hasDatabase, missingPlugins }: SeenKong): UnfitKongError | undefined => {
  if (!hasDatabase)
    return new UnfitKongError(
      `The Kong at ${adminUrl} has no database (database = off), so its Admin API accepts no changes. Portico needs a Kong with Postgres.`,
      { code: 'gateway-check.no-database', field: 'adminUrl' },
    );
  if (missingPlugins.length === 0) return undefined;
  const plugins = missingPlugins.join(', ');
  return new UnfitKongError(
    `The Kong at ${adminUrl} lacks these plugins: ${plugins}. Add them to its setting "plugins".`,
    { code: 'gateway-check.plugins-missing', field: 'adminUrl', parameters: { plugins } },
  );
};

/** Calls the proxy. @throws UnfitKongError when it does not respond. */
export const checkProxy = async (
  { proxyUrl, authorities, proxyOption }: Pick<AskedKong, 'proxyUrl' | 'authorities' | 'proxyOption'>,
  { portOf }: SeenKong,
): Promise<void> => {
  await callOnce(proxyUrl, authorities).catch((error: unknown) => {
    const port = portOf(false);
    const hint = port === undefined ? '' : ` This Kong listens on port ${port}.`;
    const reason = reasonOf(error);
    throw new UnfitKongError(
      `The proxy does not respond at ${proxyUrl} (${reason}). Set its address with ${proxyOption} <URL>.${hint}`,
      {
        code: isUntrusted(error) ? 'gateway-check.untrusted' : 'gateway-check.proxy-silent',
        field: 'apiUrl',
        parameters: { host: new URL(proxyUrl).host, reason, port: port ?? '' },
      },
    );
  });
};

/** Returns the proxy's https address: as it was told, or what the Kong says. */
export const sslUrlOf = (
  { proxyUrl, proxySslUrl }: Pick<AskedKong, 'proxyUrl' | 'proxySslUrl'>,
  { portOf }: SeenKong,
): string => proxySslUrl ?? `https://${new URL(proxyUrl).hostname}:${portOf(true) ?? 8443}`;

/**
 * Checks that Portico can work with a Kong. It only reads.
 *
 * @throws UnfitKongError
 */
export const checkKong = async (asked: AskedKong): Promise<CheckedKong> => {
  const seen = await seeKong(asked);
  const lack = lackOf(asked.adminUrl, seen);
  if (lack) throw lack;
  await checkProxy(asked, seen);
  const { version, frequency } = seen;
  return { version, frequency, apiUrl: asked.proxyUrl, apiSslUrl: sslUrlOf(asked, seen) };
};
