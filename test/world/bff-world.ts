import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp } from '#bff/app.ts';
import { insertSession, newSessionId, sessionHash } from '#bff/auth/session-store.ts';
import { createCallLimiter } from '#bff/http/call-limiter.ts';
import type { Services } from '#bff/http/services.ts';
import { createTraces } from '#bff/http/traces.ts';
import { openReadTables } from '#bff/sql/read-tables.ts';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { identifyInstallation } from '#eventstore/identify-installation.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createGatewayNames } from '#gateway/names/gateway-names.ts';
import { createTargetPolicy, type Lookup } from '#gateway/target/target-policy.ts';
import { createPool } from '#platform/database.ts';
import { createLog, silentLog } from '#platform/log.ts';
import { readSettings } from '#platform/settings.ts';
import { createVault } from '#platform/vault.ts';
import { runProjections } from '#projections/run-projections.ts';
import { startWorldDatabase, type TestDatabase } from '../postgres/postgres.ts';
import { startTokenIssuer } from '../servers/token-issuer.ts';
import { importForm } from './bff-forms.ts';
import { createSeed, type Member, type MemberName, memberNames, memberRoles } from './bff-seed.ts';
import { eventStoreUnderTest } from './event-store-under-test.ts';
import { untilShown } from './until-shown.ts';

export const publicUrl = 'https://portal.example';

/** What an answer is compared by; `body` is parsed when it is JSON, and its text under `text` when it is not. */
export type TestResponse = Readonly<{ status: number; body: Readonly<Record<string, unknown>>; headers: Headers }>;

export type Ask = Readonly<{
  json?: unknown;
  /** Multipart, or a body as it is. */
  body?: RequestInit['body'];
  /** An empty value takes a header away. */
  headers?: Readonly<Record<string, string>>;
  by?: 'session' | 'bearer';
}>;

const writeWebApp = async (): Promise<string> => {
  const root = await mkdtemp(path.join(tmpdir(), 'portico-web-'));
  await mkdir(path.join(root, 'assets'));
  await writeFile(path.join(root, 'index.html'), '<!doctype html><title>Portico</title>');
  await writeFile(path.join(root, 'assets', 'app-1a2b3c4d.js'), 'export {};');
  return root;
};

/** Every name of a test is one address of the documentation (RFC 5737); no other name is there. */
const resolveExamples: Lookup = async (name) => {
  if (name.endsWith('.example')) return ['203.0.113.80'];
  throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
};

/** @param response is read to its end. */
export const responseOf = async (response: Response): Promise<TestResponse> => {
  const text = await response.text();
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : { text } };
};

/**
 * The whole BFF over a database of its own, with projections that run and two organizations, Acme (internal) and
 * Partner (external), that have one of everything and a user of every role. One per test file.
 *
 * @param openDatabase gives the database; one in the shared cluster unless told.
 * @param changes      services that a test replaces, and settings.
 */
export const startBffWorld = async ({
  env = {},
  openDatabase = startWorldDatabase,
  ...changes
}: Partial<Services> &
  Readonly<{ env?: Readonly<Record<string, string>>; openDatabase?: () => Promise<TestDatabase> }> = {}) => {
  const database = await openDatabase();
  const { pool } = database;
  const key = randomBytes(32);
  const issuer = await startTokenIssuer(`${publicUrl}/api`);
  const settings = readSettings({
    DATABASE_URL: database.appUrl,
    PORTICO_KEY: key.toString('base64'),
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: 'portico',
    OIDC_CLIENT_SECRET: 'a-secret-of-the-test',
    // A world's tests share its deployments.
    KEYS_PER_ORGANIZATION: '1000',
    ...env,
  });
  const log: string[] = [];
  const opened = openEventStore({
    pool,
    key,
    definitions: eventCatalogue,
    eventStore: eventStoreUnderTest(),
  }).store;
  const limiter = createCallLimiter({ pool, log: silentLog });
  const services: Services = {
    settings,
    store: opened,
    pool,
    db: openReadTables(pool),
    vault: createVault(key),
    names: createGatewayNames(await identifyInstallation(opened)),
    targets: createTargetPolicy(settings, resolveExamples),
    limiter,
    traces: createTraces({ store: opened, limiter, log: silentLog }),
    log: createLog('test', 'trace', { write: (line: string) => void log.push(line) }),
    now: () => new Date(),
    ...changes,
  };
  const { store } = services;
  const webRoot = await writeWebApp();
  const app = createApp(services, webRoot);
  const seed = createSeed(services, issuer.issuer);

  const cookies = new Map<number, string>();
  const tokens = new Map<number, string>();
  const signIn = async ({ userId, subject }: Member): Promise<void> => {
    const id = newSessionId(key);
    const startedAt = services.now();
    await insertSession(pool, {
      hash: sessionHash(id),
      userId,
      issuer: issuer.issuer,
      subject,
      providerSession: undefined,
      tokens: undefined,
      tokensDueAt: new Date(startedAt.getTime() + 3_600_000),
      startedAt,
      // As long as the session: no suite depends on how long it takes.
      signedInAt: new Date(startedAt.getTime() + 3_600_000),
      endsAt: new Date(startedAt.getTime() + 3_600_000),
    });
    cookies.set(userId, id);
    tokens.set(userId, await issuer.tokenFor(subject));
  };

  /** What a browser, or a script, sends along for a user; nothing for nobody. */
  const credentials = (who: Member | null, by: Ask['by'] = 'session'): Record<string, string> => {
    if (!who) return {};
    const user = { 'x-user-id': String(who.userId) };
    if (by === 'bearer') return { ...user, authorization: `Bearer ${tokens.get(who.userId)}` };
    return {
      ...user,
      cookie: `__Host-portico=${cookies.get(who.userId)}`,
      'x-portico': '1',
      'sec-fetch-site': 'same-origin',
    };
  };

  const ask = async (who: Member | null, method: string, target: string, options: Ask = {}): Promise<TestResponse> => {
    const { json, body, headers, by } = options;
    // As a script would that has its person sign in before each call.
    if (who && by === 'bearer') tokens.set(who.userId, await issuer.tokenFor(who.subject));
    return await responseOf(
      await app.request(`${publicUrl}${target}`, {
        method,
        headers: Object.entries({
          ...credentials(who, by),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        }).filter(([, value]) => value !== ''),
        ...(json === undefined ? {} : { body: typeof json === 'string' ? json : JSON.stringify(json) }),
        ...(body === undefined ? {} : { body }),
      }),
    );
  };

  const publicGatewayId = await seed.gateway('Public gateway');
  const businessAreaId = await seed.businessArea('Payments');
  const startSide = async (name: string, external: boolean) => {
    const organizationId = await seed.organization(name, external);
    const members = {} as Record<MemberName, Member>;
    for (const member of memberNames) {
      members[member] = await seed.user(organizationId, `${name}-${member}`, memberRoles[member]);
      await signIn(members[member]);
    }
    const applicationId = await seed.application(organizationId, `${name} shop`, [
      members.owner.userId,
      members.owningAdmin.userId,
    ]);
    const apiId = await seed.api(organizationId, applicationId, `${name} orders`);
    const gatewayId = await seed.gateway(`${name} gateway`, [organizationId]);
    const deployed = await seed.deployment(apiId, publicGatewayId, 'deployed', {}, organizationId);
    const failed = await seed.deployment(apiId, publicGatewayId, 'failed', { environment: 'TEST' }, organizationId);
    const deploying = await seed.deployment(
      apiId,
      publicGatewayId,
      'deploying',
      { environment: 'UAT' },
      organizationId,
    );
    const consumer = await seed.consumer(deployed.deploymentId, apiId, organizationId);
    return { name, organizationId, members, applicationId, apiId, gatewayId, deployed, failed, deploying, consumer };
  };
  const acme = await startSide('Acme', false);
  const partner = await startSide('Partner', true);

  const stopping = new AbortController();
  // As in production, what fills the read tables takes no connection from those who call. All that is there by now comes at once.
  const filling = createPool(database.appUrl, { applicationName: 'test projections', max: 4 });
  const projecting = runProjections({ store, pool: filling, signal: stopping.signal }).finally(() => filling.end());
  const shown = (position: unknown) => untilShown(pool, position);
  await shown(partner.consumer.position);

  /** How many events the transactions before one have written. None of them was open, so only later ones are counted again. */
  let counted = { before: '0', count: 0 };

  /** Waits until the read tables show all that was written until now: also what is fenced while another suite writes. */
  const allShown = async () => await shown(await services.store.newest());

  return {
    services,
    pool,
    ownerUrl: database.ownerUrl,
    /** What an operator's command is started with. */
    operatorEnv: { DATABASE_URL: database.appUrl, PORTICO_KEY: key.toString('base64') },
    app,
    /** The folder of a web app of two files. */
    webRoot,
    /** Every line that was logged. */
    log,
    seed,
    acme,
    partner,
    publicGatewayId,
    businessAreaId,
    ask,
    /** Gives a user who was seeded later a session and a token. */
    signIn,
    credentials,
    /** Returns an access token of a person, with other claims where they are given. */
    tokenFor: issuer.tokenFor,
    /** Waits until the read tables show everything up to a position. */
    shown,
    allShown,
    /** A new API of an organization's application. @returns its id, when the read tables show it. */
    publish: async ({ members, applicationId }: typeof acme): Promise<number> => {
      const { body } = await ask(members.owner, 'POST', '/api/swagger/import', { body: importForm(applicationId) });
      await shown(body.position);
      return Number(body.apiId);
    },
    /** How many events there are: refused commands leave none. */
    countEvents: async (): Promise<number> => {
      const { before, count } = counted;
      const { rows } = await pool.query(
        `select oldest::text, count(stream) filter (where xid < oldest) as settled, count(stream) filter (where xid >= oldest) as others,
           (select coalesce(sum(version - expected), 0)::bigint from intentions) as intended
         from pg_snapshot_xmin(pg_current_snapshot()) as oldest left join events on xid >= $1::xid8 and stream not like 'trace-%'
         group by oldest`,
        [before],
      );
      const { oldest, settled, others, intended } = rows[0];
      counted = { before: oldest, count: count + Number(settled) };
      return counted.count + Number(others) + Number(intended);
    },
    stopProjections: async () => {
      stopping.abort();
      await projecting;
    },
    close: async () => {
      stopping.abort();
      await projecting;
      issuer.close();
      await store.close();
      await database.close();
      await rm(webRoot, { recursive: true, force: true });
    },
  };
};

export type BffWorld = Awaited<ReturnType<typeof startBffWorld>>;
export type Side = BffWorld['acme'];
