import type { Gateway } from '#domain/resource/resource.ts';
import { identifyInstallation } from '#eventstore/identify-installation.ts';
import type { CheckedKong } from '#gateway/admin-api/check-kong.ts';
import { GatewayError } from '#gateway/admin-api/gateway-failure.ts';
import { type GatewaySession, withGateway } from '#gateway/admin-api/session.ts';
import { createGatewayNames } from '#gateway/names/gateway-names.ts';
import { codeOf } from '#platform/error-code.ts';
import { randomId } from '#platform/uuid.ts';
import { tryReports } from '../resource/shared/try-reports.ts';
import { checked, findGateway } from './gateway-settings.ts';
import type { Operator } from './open-operator.ts';
import { OperatorError } from './operator-error.ts';

/** Milliseconds for one call. */
const callTime = 5_000;

/**
 * Milliseconds that are waited: until the proxy shows the test, and then until a report comes. Default: three times what the
 * gateway takes to apply a change, and 15 s.
 */
export type Patience = Readonly<{ proxy: number; report: number }>;

const usual = ({ frequency }: CheckedKong): Patience => {
  const most = frequency * 3_000 + 15_000;
  return { proxy: most, report: most };
};

const certificateCodes = /CERT|SELF_SIGNED|LEAF_SIGNATURE|^ERR_TLS/;

/** Returns the status of a response, or the code of why there is none. */
const answerOf = async (url: string, init: RequestInit = {}): Promise<number | string> =>
  await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(callTime) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.status;
    },
    (error: Error) => codeOf(error.cause) || error.name,
  );

/** What was tried and how it ended. */
type Finding = Readonly<{ state: 'ok' | 'note' | 'FAILED'; text: string }>;

/** Looks at an https address with this machine's authorities. Others may reach and trust what this machine does not. */
const httpsFinding = async (who: string, url: string, init?: RequestInit): Promise<Finding | undefined> => {
  if (!url.startsWith('https:')) return undefined;
  const answer = await answerOf(url, init);
  if (typeof answer === 'number') return undefined;
  const { host } = new URL(url);
  return certificateCodes.test(answer)
    ? { state: 'note', text: `${who}: this machine does not trust the certificate of ${host} (${answer}).` }
    : { state: 'note', text: `${who}: from here nothing responds at ${host} (${answer}).` };
};

/** The portal refuses a report without a key: that is how its own address responds. */
const portalFinding = async ({ httpLogEndpoint }: Gateway): Promise<Finding> => {
  const { origin } = new URL(httpLogEndpoint);
  const answer = await answerOf(httpLogEndpoint, { method: 'POST', body: '{}' });
  if (answer === 401) return { state: 'ok', text: `From here the portal takes reports at ${origin}.` };
  // A gateway may reach what this machine does not.
  return {
    state: 'ok',
    text: `From here no portal responds at ${origin} (${answer}), which says nothing about the gateway.`,
  };
};

/** Has the gateway post one call of our own, and waits until the portal has got it. */
const reportFindings = async (
  operator: Operator,
  session: GatewaySession,
  patience: Patience,
): Promise<readonly Finding[]> => {
  const { gateway, client, names } = session;
  const { resourceId, httpLogEndpoint: endpoint, apiUrl } = gateway;
  const telemetryKey = await session.telemetryKey();
  const tried = { client, names, resourceId, apiUrl, endpoint, telemetryKey, token: randomId(), patience };
  const found = await tryReports(operator, tried);
  if (found === 'other-proxy')
    return [
      {
        state: 'FAILED',
        text: `The proxy at ${apiUrl} does not show what is written to the Admin API: is it another Kong's?`,
      },
    ];
  const proxy: Finding = { state: 'ok', text: `The proxy at ${apiUrl} belongs to this Admin API.` };
  if (found === 'arrived') return [proxy, { state: 'ok', text: `Its reports reach the portal at ${endpoint}.` }];
  const why = `Kong must reach this address, and trust its certificate (lua_ssl_trusted_certificate). Its error log says more. Another address: --portal-url`;
  return [proxy, { state: 'FAILED', text: `Its reports do not reach the portal at ${endpoint}. ${why}` }];
};

const findings = async (operator: Operator, gateway: Gateway, patience: Patience): Promise<readonly Finding[]> => {
  const names = createGatewayNames(await identifyInstallation(operator.store));
  const test = await withGateway(
    { ...operator, names },
    { status: 'active', ...gateway },
    { timeout: callTime },
    (session) => reportFindings(operator, session, patience),
  );
  const certificates = await Promise.all([
    httpsFinding('Callers', gateway.apiSslUrl),
    httpsFinding('Reports', gateway.httpLogEndpoint, { method: 'POST' }),
  ]);
  return [await portalFinding(gateway), ...certificates.filter((each) => each !== undefined), ...test];
};

/**
 * Tries a gateway both ways: its Admin API, its proxy, and whether its reports reach the portal. Writes a route that nobody
 * else can call, and removes it again.
 *
 * @throws OperatorError when something does not work.
 */
export const testGateway = async (
  operator: Operator,
  wanted: string,
  patience: Partial<Patience> = {},
): Promise<void> => {
  await operator.caughtUp();
  const gateway = await findGateway(operator, wanted);
  const { name, adminUrl, apiUrl: proxyUrl, apiSslUrl: proxySslUrl, adminApiKey } = gateway;
  const token = adminApiKey ? await operator.vault.openSecret(operator.pool, adminApiKey.secretId) : undefined;
  const kong = await checked(operator, {
    ...{ adminUrl, proxyUrl, proxySslUrl, token },
    authorities: gateway.certificates?.map(({ certificate }) => certificate),
  });
  console.log(`ok      The Admin API at ${adminUrl} is that of a Kong ${kong.version}.`);
  const found = await findings(operator, gateway, { ...usual(kong), ...patience }).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error;
    throw new OperatorError(`The Admin API at ${adminUrl} does not take changes: ${error.failure.problem.code}.`);
  });
  for (const { state, text } of found) console.log(`${state.padEnd(8)}${text}`);
  if (found.some(({ state }) => state === 'FAILED')) throw new OperatorError(`${name} does not work as it should.`);
};
