import path from 'node:path';
import { internalEmailDomains } from './demo/accounts.ts';
import { forgetDeadPostmaster } from './postgres/postmaster.ts';
import { postgresIsReady, serverCommand } from './postgres/server-command.ts';
import type { DataFolder, Identity } from './process/data-folder.ts';
import { postgresStopSignals } from './process/end-leftovers.ts';
import type { PartOptions } from './process/part.ts';
import type { PortName } from './process/ports.ts';

/**
 * @property host      this machine's name or address for the gateway. Unless it is 127.0.0.1, the echo listens on all
 *                     addresses.
 * @property kafka     whether a real Kafka is started instead of the stand-in.
 * @property frequency seconds between the moments when changes come into force at the sandbox gateway; undefined with a
 *                     Kong of one's own.
 */
export type Sandbox = Readonly<{
  data: DataFolder;
  identity: Identity;
  ports: Readonly<Record<PortName, number>>;
  publicUrl: string;
  watch: boolean;
  host: string;
  frequency: number | undefined;
  nodes: number;
  workers: number;
  bffs: number;
  kafka: boolean;
}>;

const root = path.dirname(import.meta.dirname);

export const issuerOf = ({ ports }: Pick<Sandbox, 'ports'>) => `http://localhost:${ports.identityProvider}`;
/** Returns the BFF's port. With hot reload, Vite has the public port and passes requests on. */
export const bffPortOf = ({ watch, publicUrl, ports }: Sandbox) =>
  watch ? ports.bff : Number(new URL(publicUrl).port);
export const databaseUrlOf = ({ identity, ports }: Pick<Sandbox, 'identity' | 'ports'>) => ({
  owner: `postgres://owner:${identity.databasePassword}@127.0.0.1:${ports.postgres}/postgres`,
  app: `postgres://portico_app:${identity.appPassword}@127.0.0.1:${ports.postgres}/postgres`,
});

/** Returns the echo service's address for the gateway. */
export const echoUrlOf = ({ host, ports }: Sandbox) => `http://${host}:${ports.echo}`;

/** Returns this process's environment without what only the launcher needs. */
const inheritedEnvironment = (): NodeJS.ProcessEnv => {
  const { KONG_ADMIN_TOKEN: _, ...inherited } = process.env;
  return inherited;
};

/** Returns the part that runs a script of the project on the project's Node, without settings of other parts. */
const script = (sandbox: Sandbox, name: string, title: string, file: string, env: Record<string, string>) => {
  const watching = sandbox.watch ? ['--watch', '--watch-preserve-output'] : [];
  return {
    name,
    title,
    logFile: sandbox.data.at('logs', `${name}.log`),
    command: {
      file: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', ...watching, path.join(root, file)],
      cwd: root,
      env: { ...inheritedEnvironment(), ...env },
    },
  };
};

const respondsAt = (port: number, url: string) => ({ respondsAt: `http://127.0.0.1:${port}${url}` });
const saysReady = { says: '"ready":true' };

export const databasePart = async ({ data, identity, ports }: Sandbox): Promise<PartOptions> => {
  const directory = path.join(data.postgres, 'data');
  const password = identity.databasePassword;
  return {
    name: 'postgres',
    title: 'The database',
    command: { ...(await serverCommand({ directory, port: ports.postgres, password })), env: inheritedEnvironment() },
    ready: { says: postgresIsReady },
    ports: [ports.postgres],
    logFile: data.at('logs', 'postgres.log'),
    stopSignals: postgresStopSignals,
    prepare: () => forgetDeadPostmaster(directory),
  };
};

export const echoPart = (sandbox: Sandbox): PartOptions => ({
  ...script(sandbox, 'echo', 'The echo service', 'sandbox/demo/echo-main.ts', {
    ECHO_PORT: String(sandbox.ports.echo),
    ECHO_HOST: sandbox.host === '127.0.0.1' ? sandbox.host : '::',
  }),
  ports: [sandbox.ports.echo],
  ready: saysReady,
});

/** Settings that must be equal for the portal and the identity provider. */
const signIn = (sandbox: Sandbox) => ({
  OIDC_CLIENT_ID: 'portico',
  OIDC_CLIENT_SECRET: sandbox.identity.clientSecret,
  OIDC_AUDIENCE: `${sandbox.publicUrl}/api`,
});

export const mailboxUrlOf = ({ ports }: Pick<Sandbox, 'ports'>) => `http://localhost:${ports.mailbox}`;

/** Returns where the broker is that stands in for a Kafka, and its administrator. */
export const kafkaOf = ({ identity, ports }: Pick<Sandbox, 'identity' | 'ports'>) => ({
  address: `127.0.0.1:${ports.kafka}`,
  user: 'admin',
  password: identity.kafkaPassword ?? '',
});

/** Returns the broker's title and script. */
const kafkaScript = ({ kafka }: Sandbox): readonly [title: string, file: string] =>
  kafka ? ['Kafka', 'sandbox/kafka/real/main.ts'] : ['The stand-in for Kafka', 'sandbox/kafka/main.ts'];

/** Returns the parts around Portico that start without a database, except the echo service. */
export const surroundingParts = (sandbox: Sandbox): PartOptions[] => {
  const { data, identity, ports, publicUrl } = sandbox;
  const gateway: PartOptions = {
    ...script(sandbox, 'gateway', 'The gateway', 'sandbox/gateway/main.ts', {
      GATEWAY_ADMIN_PORT: String(ports.gatewayAdmin),
      GATEWAY_PROXY_PORT: String(ports.gatewayProxy),
      GATEWAY_PROXY_SSL_PORT: String(ports.gatewayProxySsl),
      GATEWAY_DATA: data.at('gateway'),
      GATEWAY_ADMIN_KEY: identity.gatewayToken ?? '',
      // As in a real Kong, but faster.
      GATEWAY_WORKER_CONSISTENCY: 'eventual',
      GATEWAY_WORKER_STATE_UPDATE_FREQUENCY: String(sandbox.frequency),
      GATEWAY_WORKERS: '2',
      GATEWAY_NODES: String(sandbox.nodes),
      GATEWAY_DB_UPDATE_FREQUENCY: String(sandbox.frequency),
    }),
    ports: [ports.gatewayAdmin, ports.gatewayProxy, ports.gatewayProxySsl],
    ready: saysReady,
  };
  const [kafkaTitle, kafkaFile] = kafkaScript(sandbox);
  return [
    ...(sandbox.frequency !== undefined ? [gateway] : []),
    {
      ...script(sandbox, 'mailbox', 'The mailbox', 'sandbox/mailbox/main.ts', {
        MAILBOX_PORT: String(ports.mailbox),
        MAILBOX_SMTP_PORT: String(ports.smtp),
      }),
      ports: [ports.mailbox, ports.smtp],
      ready: saysReady,
    },
    {
      ...script(sandbox, 'kafka', kafkaTitle, kafkaFile, {
        KAFKA_DATA: data.at('kafka'),
        KAFKA_PORT: String(ports.kafka),
        KAFKA_TLS_PORT: String(ports.kafkaTls),
        KAFKA_USER: kafkaOf(sandbox).user,
        KAFKA_PASSWORD: kafkaOf(sandbox).password,
      }),
      ports: [ports.kafka, ports.kafkaTls],
      ready: saysReady,
    },
    {
      ...script(sandbox, 'identity-provider', 'The identity provider', 'sandbox/identity-provider/main.ts', {
        IDP_PORT: String(ports.identityProvider),
        IDP_HOST: 'localhost',
        IDP_DATA_FOLDER: data.at('identity-provider'),
        IDP_DATABASE_URL: databaseUrlOf(sandbox).app,
        IDP_PUBLIC_URL: issuerOf(sandbox),
        ...signIn(sandbox),
        IDP_REDIRECT_URIS: `${publicUrl}/auth/callback`,
        IDP_POST_LOGOUT_REDIRECT_URIS: `${publicUrl}/logout`,
        IDP_BACKCHANNEL_LOGOUT_URI: `http://127.0.0.1:${bffPortOf(sandbox)}/auth/backchannel-logout`,
      }),
      ports: [ports.identityProvider],
      ready: saysReady,
    },
  ];
};

/** Where Portico listens: on this machine only, unless told, or unless a Kong on another machine must reach it. */
const listenHost = (host: string): string => process.env.LISTEN_HOST || (host === '127.0.0.1' ? host : '::');

/** The gateway reports to the first one. */
const secondBff = (sandbox: Sandbox, { INGEST_PORT: _, ...portico }: Record<string, string>): PartOptions => {
  const { bff: port } = sandbox.ports;
  return {
    ...script(sandbox, 'bff-2', 'Web server 2', 'bff/main.ts', { ...portico, PORT: String(port) }),
    ports: [port],
    ready: respondsAt(port, '/healthz'),
  };
};

/** Returns the parts of Portico itself. The database must be prepared. */
export const porticoParts = (sandbox: Sandbox): PartOptions[] => {
  const { identity, ports, publicUrl, host } = sandbox;
  const bffPort = bffPortOf(sandbox);
  const database = databaseUrlOf(sandbox);
  const portico = {
    DATABASE_URL: database.app,
    MIGRATION_DATABASE_URL: database.owner,
    PORTICO_KEY: identity.porticoKey,
    PORT: String(bffPort),
    PUBLIC_URL: publicUrl,
    INGEST_PORT: String(ports.ingest),
    OIDC_ISSUER: issuerOf(sandbox),
    ...signIn(sandbox),
    LISTEN_HOST: listenHost(host),
    INTERNAL_EMAIL_DOMAINS: internalEmailDomains.join(','),
    UPSTREAM_ALLOW: `${host}:${ports.echo}`,
    SMTP_URL: process.env.SMTP_URL || `smtp://127.0.0.1:${ports.smtp}`,
    // Whoever tries the portal sees each mail at once.
    REVIEW_MAIL_MINUTES: '0',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
    ...(process.env.REDIS_URL ? { REDIS_URL: process.env.REDIS_URL } : {}),
  };
  return [
    {
      ...script(sandbox, 'projector', 'The projector', 'projections/main.ts', {
        ...portico,
        METRICS_PORT: String(ports.projector),
      }),
      ports: [ports.projector],
      ready: respondsAt(ports.projector, '/readyz'),
    },
    {
      ...script(sandbox, 'worker', 'The worker', 'workers/main.ts', { ...portico, METRICS_PORT: String(ports.worker) }),
      ports: [ports.worker],
      ready: respondsAt(ports.worker, '/readyz'),
    },
    ...Array.from({ length: sandbox.workers - 1 }, (_none, index) => ({
      ...script(sandbox, `worker-${index + 2}`, `Worker ${index + 2}`, 'workers/main.ts', portico),
      ports: [],
      ready: { says: 'worker started' },
    })),
    {
      ...script(sandbox, 'bff', 'The web server (bff)', 'bff/main.ts', portico),
      ports: [bffPort, ports.ingest],
      ready: respondsAt(bffPort, '/healthz'),
    },
    ...(sandbox.bffs > 1 ? [secondBff(sandbox, portico)] : []),
  ];
};
