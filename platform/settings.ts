import * as z from 'zod';
import { isMailAddress } from '#domain/core/mail-address.ts';
import { isOrganizationName } from '#domain/core/name-rule.ts';
import {
  allowedTargets,
  bearerToken,
  bucketAddress,
  collectorAddress,
  commaList,
  databaseUrl,
  eventStoreUrl,
  headerList,
  issuer,
  mailDomains,
  networkList,
  numberWithin,
  oneOf,
  portico32ByteKey,
  portNumber,
  publicOrigin,
  sealKeys,
  secretAddress,
  syslogAddress,
  targetNames,
  webAddress,
  wholeNumber,
} from './setting-kinds.ts';

/** Thrown when environment variables are wrong. The message names each wrong variable, never a value. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `cannot start, these environment variables are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
    this.name = 'SettingsError';
  }
}

/** All variables of all processes. To add one, add a line. */
const settingsSchema = z.object({
  /** Connects with the application role, which reads and appends, and owns nothing. */
  DATABASE_URL: databaseUrl,
  /** Connects as the owner of the schema; only migrations and `rebase-log` use it. Default: DATABASE_URL. */
  MIGRATION_DATABASE_URL: databaseUrl.optional(),
  /** Where the event log is kept, if that is KurrentDB. Default: in Postgres, at DATABASE_URL. */
  EVENTSTORE_URL: eventStoreUrl.optional(),
  /** What the names of this installation's streams in KurrentDB begin with, before a dot. */
  EVENTSTORE_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'must be lower-case letters, digits, - and _')
    .default('portico'),
  /** Whether the projector builds the read tables anew every night, and so finds rows that somebody changed. */
  REBUILD_READ_TABLES: oneOf(['nightly', 'never']).default('nightly'),
  /** A folder where the projector keeps signed checkpoints of the log, beside those in the database. */
  CHECKPOINT_FOLDER: z.string().min(1).optional(),
  /** Another Postgres, whose table `portico_checkpoints` keeps signed checkpoints of the log. */
  CHECKPOINT_DATABASE_URL: databaseUrl.optional(),
  /** Where the projector posts signed checkpoints of the log: https://user:password@keeper.example/checkpoints. */
  CHECKPOINT_URL: webAddress.optional(),
  /** A bucket of an S3-compatible store, with a folder in it or without, that keeps signed checkpoints of the log. */
  CHECKPOINT_BUCKET: bucketAddress.optional(),
  /** The region of the bucket. Default: us-east-1, as stores call theirs that have none. */
  CHECKPOINT_BUCKET_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case letters, digits and -')
    .optional(),
  /** The access key for the bucket, which lists, reads and adds. */
  CHECKPOINT_BUCKET_KEY_ID: z
    .string()
    .regex(/^[\w.@+-]{3,128}$/, 'must be 3 to 128 letters, digits and . @ + - _')
    .optional(),
  CHECKPOINT_BUCKET_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{8,256}$/, 'must be 8 to 256 printable characters without spaces')
    .optional(),
  /** A file to which a worker appends the trail, a JSON object a line. */
  TRAIL_FILE: z.string().min(1).optional(),
  /** Where a worker posts the trail, as lines of JSON. */
  TRAIL_URL: secretAddress.optional(),
  /** The bearer token for TRAIL_URL. */
  TRAIL_TOKEN: bearerToken.optional(),
  /** The syslog receiver to which a worker sends the trail. */
  TRAIL_SYSLOG: syslogAddress.optional(),
  /** Where jobs and counts of HTTP requests are stored. Default: in Postgres. */
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' }).optional(),
  PORT: portNumber.default(3000),
  /** The address where every process listens with all of its ports: `::` and `0.0.0.0` are all addresses. */
  LISTEN_HOST: z
    .string()
    .regex(/^[a-z0-9.:-]+$/i, 'must be an address or a name of this machine, without a port')
    .default('127.0.0.1'),
  /** The origin that browsers use, without a path and a slash at its end. */
  PUBLIC_URL: publicOrigin.optional(),
  /** The kind of this installation; the web app shows it. */
  PORTICO_ENVIRONMENT: oneOf(['local', 'dev', 'test', 'uat', 'prod']).default('local'),
  /** The key-encryption key for all that is stored encrypted. */
  PORTICO_KEY: portico32ByteKey,
  /**
   * Keys that seal events, the newest first. Every key that was ever here stays: it checks older events. Default: one that is made
   * from PORTICO_KEY.
   */
  SEAL_KEYS: sealKeys,
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(16, 'must be at least 16 characters long').optional(),
  /** The `aud` that access tokens of scripts must have. Default: `<PUBLIC_URL>/api`. */
  OIDC_AUDIENCE: z.string().min(1).optional(),
  /**
   * The types (`typ` of the header) that access tokens of scripts may have: `at+jwt` of RFC 9068, and `JWT`, which Keycloak
   * and Entra give them.
   */
  OIDC_ACCESS_TOKEN_TYPES: commaList
    .default(['at+jwt', 'jwt'])
    .refine(
      (types) => types.length > 0 && types.every((type) => type === 'at+jwt' || type === 'jwt'),
      'must be at+jwt, JWT or both with a comma between them',
    ),
  /** Where people change their password at the identity provider. Default: the issuer. */
  OIDC_ACCOUNT_URL: webAddress.optional(),
  /** The only algorithm that the provider's tokens may be signed with. */
  OIDC_SIGNING_ALGORITHM: oneOf(['RS256', 'PS256', 'ES256', 'Ed25519', 'EdDSA']).default('RS256'),
  /** Seconds of inactivity after which a session ends, the last 60 of them with a warning. */
  SESSION_IDLE_SECONDS: wholeNumber(60, 31_536_000).default(900),
  /** Seconds after which a session ends, also an active one. */
  SESSION_ABSOLUTE_SECONDS: wholeNumber(60, 31_536_000).default(43_200),
  /** Addresses or networks (10.0.0.0/8) of the proxies whose X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: networkList,
  /** Targets that are always allowed, `host:port` or `*.zone:port` each; see gateway/target/target-policy.ts. */
  UPSTREAM_ALLOW: allowedTargets,
  /**
   * Networks of targets that are allowed although gateway/target/refused-targets.ts or UPSTREAM_REFUSE_NETWORKS refuses them.
   */
  UPSTREAM_ALLOW_NETWORKS: networkList,
  /** Networks of targets that are refused in addition to those of gateway/target/refused-targets.ts. */
  UPSTREAM_REFUSE_NETWORKS: networkList,
  /** Names of targets, with their subdomains, that are refused in addition to those of gateway/target/refused-targets.ts. */
  UPSTREAM_REFUSE_NAMES: targetNames,
  /** Multiplies the limits of bff/http/call-limits.ts: below 1 allows fewer HTTP requests, above 1 more. */
  CALL_LIMIT_FACTOR: numberWithin(0.1, 1_000).default(1),
  /** The most keys that one organization may have on one deployment. */
  KEYS_PER_ORGANIZATION: wholeNumber(1, 1_000).default(10),
  /** A separate port for what gateways post, so that it need not be reachable from outside. Default: PORT. */
  INGEST_PORT: portNumber.optional(),
  /** Days that gateway calls are kept, with their callers' addresses. */
  TELEMETRY_RETENTION_DAYS: wholeNumber(1, 3_650).default(90),
  /** Days that counts of gateway calls are kept, by API and organization. At least as long as the calls. */
  TELEMETRY_COUNTS_RETENTION_DAYS: wholeNumber(1, 3_650).default(400),
  /** Days after which somebody whose account was deleted is erased. Default: only by hand. */
  DELETED_PEOPLE_DAYS: wholeNumber(1, 36_500).optional(),
  /** Days after which documents that nothing uses any more are deleted (bff/documents/retention.ts). Default: never. */
  DOCUMENTS_RETENTION_DAYS: wholeNumber(1, 36_500).optional(),
  /**
   * The port where a projector or worker serves its metrics. Default: none. Each process on a machine needs its own.
   */
  METRICS_PORT: portNumber.optional(),
  /** The path of OpenAPI Generator's jar. Default: Maven downloads the pinned version once. */
  CODEGEN_JAR: z.string().min(1).optional(),
  /** Seconds that OpenAPI Generator has for one document. Workers of one machine run one generator at a time. */
  CODEGEN_SECONDS: z.coerce.number().int().min(10).max(1_800).default(120),
  /** The number of operations that a worker runs at once. */
  WORKER_CONCURRENCY: wholeNumber(1, 64).default(8),
  /** The token that readers of /metrics must send. Without it only this machine can read them. */
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters long').optional(),
  /** The collector that gets spans by OTLP over HTTP, such as http://collector:4318. Default: nobody gets any. */
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorAddress.optional(),
  /** Headers for the collector: `authorization=Bearer%20...`. A secret. */
  OTEL_EXPORTER_OTLP_HEADERS: headerList.optional(),
  /** What the names of the processes begin with, in spans: `portico-bff`, `portico-worker`. */
  OTEL_SERVICE_NAME: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'must be letters, digits, _, . and -')
    .default('portico'),
  /** The mail server, with user and password: smtp://user:password@mail.acme.example:587. Default: no mail is sent. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  /** Minutes between two mails to one reviewer about requests for accounts. 0: a mail as soon as requests come. */
  REVIEW_MAIL_MINUTES: wholeNumber(0, 1_440).default(60),
  /** Days until a request for access is due. */
  ACCESS_DUE_DAYS: wholeNumber(1, 365).default(3),
  /** Days until a request for an account is due. */
  REGISTRATION_DUE_DAYS: wholeNumber(1, 365).default(3),
  /** Days until a request to delete an organization is due. */
  DELETION_DUE_DAYS: wholeNumber(1, 365).default(5),
  /** Days until something that was changed by hand is due for an answer. */
  DRIFT_DUE_DAYS: wholeNumber(1, 365).default(2),
  /** Days after which a request for a second person's approval is overdue in the inbox. */
  APPROVAL_DUE_DAYS: wholeNumber(1, 365).default(1),
  /** The sender of all mails. Default: Portico at the host of PUBLIC_URL. */
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$/, 'must look like Portico <portico@acme.example>')
    .optional(),
  /** The name of the organization that runs the portal; used while there is no portal administrator. */
  PORTICO_ORGANIZATION: z
    .string()
    .trim()
    .refine(isOrganizationName, "must be a name of letters, digits and & . , ( ) + / ' -")
    .optional(),
  /** The person who signs in with this verified address becomes the first portal administrator, while there is none. */
  PORTICO_ADMIN_EMAIL: z.string().refine(isMailAddress, 'must be an e-mail address').optional(),
  /** People with e-mail addresses at these domains register as internal. */
  INTERNAL_EMAIL_DOMAINS: mailDomains,
});

type Parsed = z.output<typeof settingsSchema>;
export type SettingName = keyof Parsed;
export type Settings = Readonly<
  Parsed & { MIGRATION_DATABASE_URL: string; PUBLIC_URL: string; OIDC_AUDIENCE: string; MAIL_FROM: string }
>;

/** Returns whether people get mails. */
export const sendsMail = ({ SMTP_URL }: Pick<Settings, 'SMTP_URL'>): boolean => SMTP_URL !== undefined;

/**
 * Reads and checks the environment variables, without white space at their ends. An empty variable counts as absent, because
 * compose passes unset variables as empty.
 *
 * @param required variables that are optional in general, but that this process needs.
 * @throws SettingsError that names all wrong variables.
 */
export const readSettings = <const Required extends SettingName = never>(
  env: Readonly<Record<string, string | undefined>>,
  required: readonly Required[] = [],
): Settings & { readonly [Name in Required]-?: NonNullable<Parsed[Name]> } => {
  // A file that was written on Windows leaves a carriage return at each end.
  const trimmed = Object.entries(env).map(([name, value]) => [name, value?.trim()] as const);
  const given = Object.fromEntries(trimmed.filter(([, value]) => value !== undefined && value !== ''));
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
    MAIL_FROM: data.MAIL_FROM ?? `Portico <portico@${new URL(publicUrl).hostname}>`,
  } as Settings & { readonly [Name in Required]-?: NonNullable<Parsed[Name]> };
};

/** Reads the settings of a main file. When they are wrong, prints why and ends the process (exit code 78). */
export const settingsOrExit = <const Required extends SettingName = never>(required: readonly Required[] = []) => {
  try {
    return readSettings(process.env, required);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(78);
  }
};
