import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { randomId } from '#platform/uuid.ts';
import type { InForce } from '#sandbox/gateway/kernel/in-force.ts';
import { startGateway } from '#sandbox/gateway/start-gateway.ts';
import { quickFolder } from '../runner/quick-folder.ts';
import { madeByHand } from './made-by-hand.ts';

export type Timing = Pick<InForce, 'frequency' | 'workers'> &
  Partial<Pick<InForce, 'phases' | 'stuck' | 'nodes' | 'dbFrequency'>>;

/** As slow as a real gateway, on another scale: routes and plugins come into force one after the other, here or there. */
const outOfStep: Timing = {
  frequency: 0.1,
  workers: 2,
  phases: [
    { router: 0, plugins: 0.55 },
    { router: 0.7, plugins: 0.3 },
  ],
};

type Row = Readonly<Record<string, unknown>> & Readonly<{ id: string; tags?: readonly string[] | null }>;

const adminOf =
  (adminUrl: string, token: string): GatewayUnderTest['admin'] =>
  async (method, path, body) => {
    const response = await fetch(`${adminUrl}${path}`, {
      method,
      headers: { 'kong-admin-token': token, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : {};
  };

const rowsOf =
  (admin: GatewayUnderTest['admin'], isOwn: (row: Row) => boolean): GatewayUnderTest['rows'] =>
  async (collection) => {
    const rows: Row[] = [];
    let next: string | null = `/${collection}?size=1000`;
    while (next) {
      const page = (await admin('GET', next)) as { data: Row[]; next: string | null };
      rows.push(...page.data.filter(isOwn));
      next = page.next;
    }
    return rows;
  };

/**
 * A gateway for tests of operations.
 *
 * @property run     is put into every name where others use the gateway too; empty on one of the test's own.
 * @property named   returns a name, a path or a key as it is on this gateway: with `run` where others use it too.
 * @property made    marks what the portal makes for somebody else at a gateway that others use too. It goes at the end.
 * @property firstId from which deployments and keys are numbered: their numbers name what is theirs on the gateway.
 * @property upstreamHost under which the gateway reaches the test's own servers.
 * @property frequency    seconds between two looks of a worker at what has changed.
 * @property dbFrequency  seconds between two looks of another node at the database; 0 with one node.
 */
export type GatewayUnderTest = Readonly<{
  adminUrl: string;
  adminToken: string;
  proxyUrl: string;
  /** As clients see it: its certificate is its own. */
  proxySslUrl: string;
  run: string;
  named: (name: string) => string;
  made: (id: string) => void;
  firstId: number;
  upstreamHost: string;
  frequency: number;
  dbFrequency: number;
  /** One call of the Admin API. @throws when it is refused. */
  admin: (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;
  /** What the gateway holds of `routes`, `plugins` and so on, as far as it is this test's. */
  rows: (collection: string) => Promise<Row[]>;
  down: () => Promise<void>;
  up: () => Promise<void>;
  close: () => Promise<void>;
}>;

/** The sandbox gateway, out of step with itself and for this test alone. */
export const startSandboxGateway = async (timing: Timing = outOfStep): Promise<GatewayUnderTest> => {
  const dataFolder = await mkdtemp(join(quickFolder(), 'portico-gateway-'));
  const adminToken = `admin-${randomId()}`;
  const start = (ports = { adminPort: 0, proxyPort: 0, proxySslPort: 0 }) =>
    startGateway({ dataFolder, ...ports, adminToken, inForce: { consistency: 'eventual', ...timing } });
  let gateway = await start();
  const { adminUrl, proxyUrl, proxySslUrl } = gateway;
  const admin = adminOf(adminUrl, adminToken);
  const portOf = (url: string) => Number(new URL(url).port);
  return {
    adminUrl,
    adminToken,
    proxyUrl,
    proxySslUrl,
    run: '',
    named: (name) => name,
    made: () => undefined,
    firstId: 1,
    upstreamHost: '127.0.0.1',
    frequency: timing.frequency,
    dbFrequency: (timing.nodes ?? 1) > 1 ? (timing.dbFrequency ?? 5) : 0,
    admin,
    rows: rowsOf(admin, () => true),
    down: () => gateway.close(),
    up: async () => {
      const [adminPort, proxyPort, proxySslPort] = [portOf(adminUrl), portOf(proxyUrl), portOf(proxySslUrl)];
      gateway = await start({ adminPort, proxyPort, proxySslPort });
    },
    close: async () => {
      await gateway.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
};

type Root = Readonly<{
  configuration: Readonly<{
    worker_state_update_frequency?: number;
    proxy_listeners?: readonly Readonly<{ port: number; ssl?: boolean }>[];
  }>;
}>;

const withoutSlash = (url: string) => url.replace(/\/$/, '');

/** The most deployments and keys of one world. */
export const numbers = 100_000;

/** Whether suites run on a Kong that others use too: nobody breaks or stops that. */
export const isSharedKong = Boolean(process.env.KONG_ADMIN_URL);

/** Returns a limit in milliseconds, longer on a Kong that takes changes into force as slowly as it is set. */
export const patiently = (milliseconds: number): number =>
  isSharedKong ? Math.max(milliseconds, 600_000) : milliseconds;

/** The Kong of KONG_ADMIN_URL and KONG_PROXY_URL, which others may use too. */
const sharedKong = async (adminUrl: string, proxyUrl: string): Promise<GatewayUnderTest> => {
  const { KONG_ADMIN_TOKEN: adminToken = 'none', KONG_PROXY_SSL_URL, KONG_UPSTREAM_HOST } = process.env;
  const byHand = madeByHand(adminOf(adminUrl, adminToken));
  const { admin } = byHand;
  const { configuration } = (await admin('GET', '/')) as Root;
  const secure = new URL(proxyUrl);
  secure.protocol = 'https:';
  secure.port = String(configuration.proxy_listeners?.find(({ ssl }) => ssl)?.port ?? 8443);
  const firstId = randomInt(1_000_000_000, 2_000_000_000);
  const rows = rowsOf(
    admin,
    ({ id, tags }) =>
      byHand.has(id) ||
      (tags ?? []).some((tag) => {
        const number = Number(/^portico-.*-(\d+)$/.exec(tag)?.[1]);
        return number >= firstId && number < firstId + numbers;
      }),
  );
  const removeOwn = async () => {
    for (const collection of ['routes', 'plugins', 'services', 'upstreams', 'consumers', 'certificates'])
      for (const { id } of await rows(collection)) await admin('DELETE', `/${collection}/${id}`);
  };
  const never = async () => {
    throw new Error('a Kong that others use is not stopped');
  };
  const run = firstId.toString(36);
  return {
    adminUrl,
    adminToken,
    proxyUrl,
    proxySslUrl: withoutSlash(KONG_PROXY_SSL_URL ?? secure.href),
    run,
    named: (name) => `${name}-${run}`,
    made: byHand.note,
    firstId,
    upstreamHost: KONG_UPSTREAM_HOST ?? '127.0.0.1',
    frequency: configuration.worker_state_update_frequency ?? 5,
    dbFrequency: 0,
    admin,
    rows,
    down: never,
    up: never,
    close: removeOwn,
  };
};

/** The Kong that KONG_ADMIN_URL and KONG_PROXY_URL name; without them the sandbox gateway. */
export const startAnyGateway = (timing?: Timing): Promise<GatewayUnderTest> => {
  const { KONG_ADMIN_URL, KONG_PROXY_URL } = process.env;
  if (!KONG_ADMIN_URL) return startSandboxGateway(timing);
  if (!KONG_PROXY_URL) throw new Error('KONG_PROXY_URL is needed beside KONG_ADMIN_URL');
  return sharedKong(withoutSlash(KONG_ADMIN_URL), withoutSlash(KONG_PROXY_URL));
};
