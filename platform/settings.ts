import * as z from 'zod';

/** Thrown when the environment is not fit to start with; the message names every wrong variable, never a value. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `cannot start, these environment variables are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
    this.name = 'SettingsError';
  }
}

const commaList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim().toLowerCase())
      .filter(Boolean),
  );

/** Addresses and networks: 192.0.2.1, 10.0.0.0/8, fd00::/8. */
const networkList = commaList.refine(
  (entries) => entries.every((entry) => z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(entry).success),
  'must be addresses or networks (10.0.0.0/8) with commas between them',
);

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' });

/** 32 random bytes hold about 30 different values; text, a pattern or a sample holds far fewer or only letters. */
const looksRandom = (key: Buffer): boolean => {
  const step = (key[1] ?? 0) - (key[0] ?? 0);
  const printable = key.every((byte) => byte >= 32 && byte < 127);
  const sequence = key.every((byte, index) => index === 0 || byte - (key[index - 1] ?? 0) === step);
  return new Set(key).size >= 20 && !printable && !sequence;
};

const portico32ByteKey = z
  .base64({ error: 'must be 32 random bytes in base64, made with: openssl rand -base64 32' })
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32, 'must be 32 bytes long, made with: openssl rand -base64 32')
  .refine(
    (key) => key.length !== 32 || looksRandom(key),
    'is a sample or too weak, make one with: openssl rand -base64 32',
  );

/** A setting that is planned and has no effect yet: whoever sets it would rely on something that does not happen. */
const notYet = (instead: string) => z.undefined({ error: `has no effect yet, take it away: ${instead}` }).optional();

/** Every variable that any process reads. To add one, add a line. */
const settingsSchema = z.object({
  /** The application role: reads and appends, owns nothing. */
  DATABASE_URL: databaseUrl,
  /** The owner of the schema; only migrations and `rebase-log` use it. DATABASE_URL unless set. */
  MIGRATION_DATABASE_URL: databaseUrl.optional(),
  EVENTSTORE_URL: notYet('the event log is kept in Postgres, at DATABASE_URL'),
  /** Jobs, and counts of calls, on Redis; Postgres unless set. */
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' }).optional(),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  /** The address that browsers use; its origin is what CSRF and redirects are checked against. */
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s):// address' }).optional(),
  /** Which installation this is; the web app shows it. */
  PORTICO_ENVIRONMENT: z.enum(['local', 'dev', 'test', 'uat', 'prod']).default('local'),
  /** Key-encryption key of everything that is stored encrypted. */
  PORTICO_KEY: portico32ByteKey,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  OIDC_ISSUER: z.url({ protocol: /^https?$/, error: 'must be an http(s):// address' }).optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(16, 'must be at least 16 characters long').optional(),
  /** The `aud` that access tokens of scripts must carry; `<PUBLIC_URL>/api` unless set. */
  OIDC_AUDIENCE: z.string().min(1).optional(),
  /** Where people change their password at the identity provider; its issuer unless set. */
  OIDC_ACCOUNT_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s):// address' }).optional(),
  /** The one algorithm that the provider's tokens are accepted with. */
  OIDC_SIGNING_ALGORITHM: z.enum(['RS256', 'PS256', 'ES256', 'Ed25519', 'EdDSA']).default('RS256'),
  /** Seconds without a sign of life after which a session ends: 840 of idling and 60 of warning. */
  SESSION_IDLE_SECONDS: z.coerce.number().int().min(60).default(900),
  /** Seconds after which a session ends, however active. */
  SESSION_ABSOLUTE_SECONDS: z.coerce.number().int().min(60).default(43_200),
  /** Addresses or networks (10.0.0.0/8) of the proxies whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: networkList,
  /** Targets that deployments may have whatever else is refused, `host:port` or `*.zone:port` each; see gateway/target-policy.ts. */
  UPSTREAM_ALLOW: commaList,
  /** Networks of targets that are allowed although gateway/refused-targets.ts or UPSTREAM_REFUSE_NETWORKS has them. */
  UPSTREAM_ALLOW_NETWORKS: networkList,
  /** Networks of targets that are refused beside those of gateway/refused-targets.ts. */
  UPSTREAM_REFUSE_NETWORKS: networkList,
  /** Names of targets, with all below them, that are refused beside those of gateway/refused-targets.ts. */
  UPSTREAM_REFUSE_NAMES: commaList,
  /** How many times the calls of bff/http/call-limits.ts are allowed: below 1 fewer, above 1 more. */
  CALL_LIMIT_FACTOR: z.coerce.number().min(0.1).max(1_000).default(1),
  /** A port of its own for what gateways post, so that it need not be reachable from outside; PORT unless set. */
  INGEST_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** Days that gateway requests are kept; callers' addresses are among them. */
  TELEMETRY_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
  /** Where a projector or worker tells its metrics; nowhere unless set. Each process on a machine needs its own. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** The path of OpenAPI Generator's jar; unless set, the pinned version is fetched by Maven once. */
  CODEGEN_JAR: z.string().min(1).optional(),
  /** Operations that a worker carries out at once. */
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(8),
  /** Who may read /metrics; only this machine when it is not set. */
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters long').optional(),
  SMTP_URL: notYet('Portico sends no mail'),
  /** What the organization that runs the portal is called; used while there is no portal administrator. */
  PORTICO_ORGANIZATION: z.string().trim().min(1).max(200).optional(),
  /** Whoever signs in with this verified address becomes the first portal administrator, while there is none. */
  PORTICO_ADMIN_EMAIL: z.email('must be an e-mail address').max(320).optional(),
  /** People with these addresses register as internal. */
  INTERNAL_EMAIL_DOMAINS: commaList,
});

type Parsed = z.output<typeof settingsSchema>;
export type SettingName = keyof Parsed;
export type Settings = Readonly<Parsed & { MIGRATION_DATABASE_URL: string; PUBLIC_URL: string; OIDC_AUDIENCE: string }>;

/**
 * Reads and validates the environment once. Empty variables count as absent (compose passes them so).
 *
 * @param required variables that are optional in general but that this process cannot do without.
 * @throws SettingsError naming every wrong variable.
 */
export const readSettings = <const Required extends SettingName = never>(
  env: Readonly<Record<string, string | undefined>>,
  required: readonly Required[] = [],
): Settings & { readonly [Name in Required]-?: NonNullable<Parsed[Name]> } => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = settingsSchema.safeParse(given);
  const wrong = parsed.success
    ? []
    : parsed.error.issues.map(
        ({ path: [name], message }) => `${String(name)}: ${given[String(name)] ? message : 'is required'}`,
      );
  const absent = required.filter(
    (name) => given[name] === undefined && !wrong.some((line) => line.startsWith(`${name}:`)),
  );
  const problems = [...wrong, ...absent.map((name) => `${name}: is required`)];
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);
  const { data } = parsed;
  const publicUrl = data.PUBLIC_URL ?? `http://localhost:${data.PORT}`;
  return {
    ...data,
    MIGRATION_DATABASE_URL: data.MIGRATION_DATABASE_URL ?? data.DATABASE_URL,
    PUBLIC_URL: publicUrl,
    OIDC_AUDIENCE: data.OIDC_AUDIENCE ?? new URL('/api', publicUrl).href,
  } as Settings & { readonly [Name in Required]-?: NonNullable<Parsed[Name]> };
};

/** `readSettings(process.env)` for a main file: on a wrong environment it says what is wrong and ends the process (exit code 78). */
export const settingsOrExit = <const Required extends SettingName = never>(required: readonly Required[] = []) => {
  try {
    return readSettings(process.env, required);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(78);
  }
};
