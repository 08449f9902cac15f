import * as z from 'zod';

/** The fields of Kong's `GET /` that the check needs. */
const information = z.object({
  version: z.string(),
  configuration: z.object({
    database: z.string(),
    worker_state_update_frequency: z.number().default(5),
    proxy_listeners: z.array(z.object({ port: z.int(), ssl: z.boolean() })).catch([]),
  }),
  plugins: z.object({ available_on_server: z.record(z.string(), z.unknown()) }),
});

/** The plugins that most deployments need. */
const needed = ['acl', 'http-log', 'key-auth', 'oauth2', 'rate-limiting', 'request-transformer'];
/** Milliseconds to wait for one response. */
const patience = 5_000;

/** Thrown for a Kong that Portico can't work with. The message is a sentence that says why. */
export class UnfitKongError extends Error {
  override name = 'UnfitKongError';
}

/**
 * @property token       for the Admin API, if it needs one.
 * @property proxyOption the command-line option that sets the proxy's address.
 */
export type AskedKong = Readonly<{
  adminUrl: string;
  proxyUrl: string;
  proxySslUrl: string | undefined;
  token: string | undefined;
  proxyOption: string;
}>;

/**
 * A Kong that Portico can work with.
 *
 * @property frequency `worker_state_update_frequency`, in seconds.
 */
export type CheckedKong = Readonly<{ version: string; frequency: number; apiUrl: string; apiSslUrl: string }>;

const reasonOf = (error: unknown): string => {
  const { cause, name } = error as { cause?: { code?: string }; name: string };
  return name === 'TimeoutError' ? `no response within ${patience / 1_000} seconds` : (cause?.code ?? name);
};

const askAdmin = async (adminUrl: string, token: string | undefined): Promise<z.output<typeof information>> => {
  const response = await fetch(`${adminUrl}/`, {
    headers: token ? { 'kong-admin-token': token } : {},
    signal: AbortSignal.timeout(patience),
    redirect: 'manual',
  }).catch((error: unknown) => {
    throw new UnfitKongError(
      `No Admin API answers at ${adminUrl} (${reasonOf(error)}). Check that the Kong is running and that this is its Admin API.`,
    );
  });
  if (response.status === 401 || response.status === 403)
    throw new UnfitKongError(
      `The Admin API at ${adminUrl} refuses the request (${response.status}). Set the environment variable KONG_ADMIN_TOKEN to its token.`,
    );
  const parsed = information.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) throw new UnfitKongError(`What answers at ${adminUrl} is not the Admin API of a Kong.`);
  return parsed.data;
};

/**
 * Checks that Portico can work with a Kong. It only reads.
 *
 * @throws UnfitKongError
 */
export const checkKong = async ({
  adminUrl,
  proxyUrl,
  proxySslUrl,
  token,
  proxyOption,
}: AskedKong): Promise<CheckedKong> => {
  const { version, configuration, plugins } = await askAdmin(adminUrl, token);
  if (configuration.database === 'off')
    throw new UnfitKongError(
      `The Kong at ${adminUrl} has no database (database = off), so its Admin API accepts no changes. Portico needs a Kong with Postgres.`,
    );
  const missing = needed.filter((name) => !(name in plugins.available_on_server));
  if (missing.length > 0)
    throw new UnfitKongError(
      `The Kong at ${adminUrl} lacks these plugins: ${missing.join(', ')}. Add them to its setting "plugins".`,
    );
  const portOf = (ssl: boolean) => configuration.proxy_listeners.find((listener) => listener.ssl === ssl)?.port;
  await fetch(proxyUrl, { signal: AbortSignal.timeout(patience), redirect: 'manual' }).then(
    (response) => response.body?.cancel(),
    (error: unknown) => {
      const port = portOf(false);
      const hint = port === undefined ? '' : ` This Kong listens on port ${port}.`;
      throw new UnfitKongError(
        `The proxy does not respond at ${proxyUrl} (${reasonOf(error)}). Set its address with ${proxyOption} <URL>.${hint}`,
      );
    },
  );
  return {
    version,
    frequency: configuration.worker_state_update_frequency,
    apiUrl: proxyUrl,
    apiSslUrl: proxySslUrl ?? `https://${new URL(proxyUrl).hostname}:${portOf(true) ?? 8443}`,
  };
};
