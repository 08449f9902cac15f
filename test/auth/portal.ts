import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { authenticate } from '#bff/auth/authenticate.ts';
import { clientInfo } from '#bff/auth/client-info.ts';
import { requestGuard } from '#bff/auth/request-guard.ts';
import { authRoutes } from '#bff/auth/routes.ts';
import { createCallLimiter } from '#bff/http/call-limiter.ts';
import type { BffEnv } from '#bff/http/context.ts';
import { correlation } from '#bff/http/correlation.ts';
import { errorHandler } from '#bff/http/error-handler.ts';
import type { Services } from '#bff/http/services.ts';
import { createTraces } from '#bff/http/traces.ts';
import { openReadTables } from '#bff/sql/read-tables.ts';
import { portal as portalActor } from '#domain/core/actor.ts';
import type { Command, Decider } from '#domain/core/decider.ts';
import { isRefusal, RefusedError } from '#domain/core/problem.ts';
import type { Role } from '#domain/core/role.ts';
import { eventCatalogue, type PorticoEvent } from '#domain/event-catalogue.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { plainOrganization } from '#domain/organization/details.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { termsVersion } from '#domain/user/terms.ts';
import type { UserCommand } from '#domain/user/user.ts';
import { execute } from '#eventstore/execute.ts';
import { identifyInstallation } from '#eventstore/identify-installation.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createGatewayNames } from '#gateway/names/gateway-names.ts';
import { createTargetPolicy } from '#gateway/target/target-policy.ts';
import { silentLog } from '#platform/log.ts';
import { readSettings } from '#platform/settings.ts';
import { randomId } from '#platform/uuid.ts';
import { createVault } from '#platform/vault.ts';
import { runProjections } from '#projections/run-projections.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { Account } from '#sandbox/identity-provider/accounts.ts';
import type { ProviderKeys } from '#sandbox/identity-provider/keys.ts';
import { startIdentityProvider } from '#sandbox/identity-provider/start.ts';
import { startWorldDatabase } from '../postgres/postgres.ts';

export const publicUrl = 'https://portal.example';
export const audience = 'https://portal.example/api';

export const account = (sub: string, email: string, emailVerified = true): Account => ({
  sub,
  email,
  emailVerified,
  givenName: sub.slice(0, 1).toUpperCase() + sub.slice(1),
  familyName: 'Example',
  role: 'Somebody',
  hint: 'Try it.',
});

const accounts = [
  account('ada', 'Ada@portico.example'),
  account('ben', 'ben@partner.example'),
  account('newcomer', 'newcomer@corp.portico.example'),
  account('twin', 'twin@portico.example'),
  account('stranger', 'stranger@elsewhere.example'),
  account('applicant', 'applicant@elsewhere.example'),
  account('unverified', 'unverified@portico.example', false),
  account('pretender', 'ben@partner.example', false),
];

export type Portal = Awaited<ReturnType<typeof startPortal>>;

/**
 * Sign-in as it runs: real Postgres, real projections, the sandbox's provider over HTTP, a clock to turn.
 *
 * @param odd accounts besides the usual ones.
 */
export const startPortal = async (env: Readonly<Record<string, string>> = {}, odd: readonly Account[] = []) => {
  const database = await startWorldDatabase();
  const { pool } = database;
  const key = randomBytes(32);
  const { store } = openEventStore({ pool, key, definitions: eventCatalogue });
  const stopping = new AbortController();
  const projections = runProjections({ store, pool, signal: stopping.signal });
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'portico-auth-'));

  // Only for what the provider itself sends to the portal: back-channel logout.
  const app = new Hono<BffEnv>();
  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  const startProvider = (providerPort: number) =>
    startIdentityProvider({
      port: providerPort,
      host: 'localhost',
      dataFolder,
      accounts: [...accounts, ...odd],
      audience,
      clientId: 'portico',
      clientSecret: 'a-secret-of-the-test',
      redirectUris: [`${publicUrl}/auth/callback`],
      postLogoutRedirectUris: [`${publicUrl}/logout`],
      backchannelLogoutUri: `http://127.0.0.1:${port}/auth/backchannel-logout`,
    });
  let provider = await startProvider(0);
  const { issuer } = provider;
  const settings = readSettings({
    DATABASE_URL: database.appUrl,
    PORTICO_KEY: key.toString('base64'),
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'portico',
    OIDC_CLIENT_SECRET: 'a-secret-of-the-test',
    OIDC_AUDIENCE: audience,
    INTERNAL_EMAIL_DOMAINS: 'portico.example,corp.portico.example',
    ...env,
  });
  const clock = { offset: 0 };
  const limiter = createCallLimiter({ pool, log: silentLog });
  const services: Services = {
    settings,
    store,
    pool,
    db: openReadTables(pool),
    vault: createVault(settings.PORTICO_KEY),
    names: createGatewayNames(await identifyInstallation(store)),
    targets: createTargetPolicy(settings),
    limiter,
    traces: createTraces({ store, limiter, log: silentLog }),
    log: silentLog,
    now: () => new Date(Date.now() + clock.offset),
  };
  app.onError(errorHandler(services));
  app.use(correlation(), clientInfo(services));
  app.route('/auth', authRoutes(services));
  app.use('/api/*', requestGuard(services), authenticate(services));
  app.all('/api/whoami', (c) => {
    const caller = c.get('caller');
    return caller ? c.json({ ...caller.actor, viaSession: Boolean(caller.session) }) : c.json({}, 401);
  });

  /** Sends a command and waits until the read tables show it. */
  const send = async <State, C extends Command, E extends PorticoEvent>(
    decider: Decider<State, C, E>,
    id: number,
    command: C,
  ) => {
    const { userId, organizationId, roles } = portalActor;
    const done = await execute({
      store,
      decider,
      id,
      command,
      meta: {
        actor: { userId, organizationId, roles: [...roles] },
        commandId: randomId(),
        correlationId: randomId(),
        time: services.now().toISOString(),
      },
    });
    if (isRefusal(done)) throw new RefusedError(done);
    await waitForPosition(pool, done.position, 10_000);
  };

  const registerOrganization = (id: number, external: boolean) =>
    send(organizationDecider, id, {
      type: 'RegisterOrganization',
      data: { ...plainOrganization, organizationId: id, name: `Organization ${id}`, external },
    });
  const switchOrganization = (id: number, deactivated: boolean) =>
    send(organizationDecider, id, {
      type: 'SwitchOrganization',
      data: { operationId: randomId(), deactivated, hasLastAdministrator: false },
    });
  const changeUser = (id: number, command: UserCommand) => send(userDecider, id, command);
  const registerUser = (id: number, email: string, organizationId: number, roles: readonly Role[]) =>
    changeUser(id, {
      type: 'RegisterUser',
      data: { userId: id, organizationId, firstname: 'Somebody', lastname: 'Example', email, roles },
    });

  /** Lets somebody ask for an account. */
  const requestAccount = (id: number, email: string) =>
    send(registrationDecider, id, {
      type: 'RequestRegistration',
      data: {
        registrationId: id,
        userId: 1_000 + id,
        firstname: 'Somebody',
        lastname: 'Example',
        email,
        company: 'Elsewhere',
        phoneNumber: '',
        comments: '',
        termsVersion,
      },
    });
  const denyAccount = (id: number) =>
    send(registrationDecider, id, { type: 'DenyRegistration', data: { decidedBy: 1, reason: 'Unknown here' } });

  return {
    app,
    services,
    clock,
    issuer,
    pool,
    ownerUrl: database.ownerUrl,
    registerOrganization,
    switchOrganization,
    registerUser,
    changeUser,
    requestAccount,
    denyAccount,
    keys: async (): Promise<ProviderKeys> =>
      JSON.parse(await readFile(path.join(dataFolder, 'identity-provider-keys.json'), 'utf8')) as ProviderKeys,
    /** Every event of a type so far, oldest first. */
    eventsOf: async (type: string): Promise<{ stream: string; meta: string }[]> => {
      const { rows } = await pool.query('select * from events where type = $1', [type]);
      return rows;
    },
    countSessions: async (): Promise<number> => (await pool.query('select 1 from sessions')).rowCount ?? 0,
    stopProvider: () => provider.close(),
    restartProvider: async () => {
      provider = await startProvider(Number(new URL(issuer).port));
    },
    close: async () => {
      stopping.abort();
      await projections;
      await provider.close();
      server.close();
      await store.close();
      await database.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
};
