import { nodesIn } from '#domain/resource/configs.ts';
import { httpLogEndpointOf, keptAddress } from '#domain/resource/settings.ts';
import { reportSeconds, type TestStep } from '#domain/resource/test-steps.ts';
import { callOnce, isUntrusted, reasonOf } from '#gateway/admin-api/call-once.ts';
import {
  type AskedKong,
  checkProxy,
  lackOf,
  type SeenKong,
  seeKong,
  sslUrlOf,
  UnfitKongError,
} from '#gateway/admin-api/check-kong.ts';
import { createKongClient } from '#gateway/admin-api/client.ts';
import { GatewayError } from '#gateway/admin-api/gateway-failure.ts';
import { testKeyOf, unsavedGatewayId } from '#gateway/telemetry/test-key.ts';
import { releaseLease, takeLease } from '#platform/lease.ts';
import { randomId } from '#platform/uuid.ts';
import type { Services } from '../http/services.ts';
import { tryReports } from './shared/try-reports.ts';

/** A form's gateway: what is asked, where its reports should go, and its nodes as they are written. */
export type TriedGateway = Readonly<{ id: number; asked: AskedKong; portalUrl: string; clusters: string }>;

/** Milliseconds for one call of the Admin API. */
const callTime = 5_000;

const failedAs = ({ problem: { code, parameters = {} } }: UnfitKongError): TestStep => ({
  finding: code,
  state: 'failed',
  parameters: { ...parameters },
});

/** Callers may trust and reach what Portico does not, so this is only a note. */
const httpsStep = async (apiSslUrl: string, authorities: readonly string[] | undefined): Promise<TestStep> => {
  const { host } = new URL(apiSslUrl);
  try {
    await callOnce(apiSslUrl, authorities);
    return { finding: 'https', state: 'ok', parameters: { host } };
  } catch (error) {
    const finding = isUntrusted(error) ? 'https-untrusted' : 'https-silent';
    return { finding, state: 'note', parameters: { host, reason: reasonOf(error) } };
  }
};

const seenSteps = ({ version, edition, router, frequency }: SeenKong, clusters: string): TestStep[] => [
  { finding: 'kong', state: 'ok', parameters: { version, edition } },
  { finding: 'router', state: 'ok', parameters: { router, seconds: frequency } },
  { finding: 'nodes', state: 'ok', parameters: { nodes: nodesIn(clusters)?.nodes ?? 1 } },
];

const reportStep = async (services: Services, tried: TriedGateway): Promise<TestStep[]> => {
  const { pool, vault, names, now } = services;
  const { id, asked, portalUrl } = tried;
  const resourceId = id === 0 ? unsavedGatewayId : id;
  const endpoint = httpLogEndpointOf(keptAddress(portalUrl), resourceId);
  const { host } = new URL(endpoint);
  const lease = await takeLease(pool, {
    name: `report-test-${new URL(asked.adminUrl).host}`,
    holder: 'bff',
    milliseconds: 2 * reportSeconds * 1_000,
  });
  // Two tests write the same route.
  if (!lease) return [{ finding: 'busy', state: 'note', parameters: {} }];
  const client = createKongClient({
    adminUrl: asked.adminUrl,
    token: asked.token,
    authorities: asked.authorities,
    timeout: callTime,
  });
  const token = randomId();
  const telemetryKey = testKeyOf(vault, resourceId, token, now().getTime() + 60_000);
  const most = reportSeconds * 1_000;
  const patience = { proxy: most, report: most, together: most };
  try {
    const apiUrl = asked.proxyUrl;
    const found = await tryReports(services, {
      client,
      names,
      resourceId,
      apiUrl,
      endpoint,
      telemetryKey,
      token,
      patience,
    });
    const proxy: TestStep = { finding: 'same-kong', state: 'ok', parameters: {} };
    if (found === 'other-proxy')
      return [
        { finding: 'other-kong', state: 'failed', parameters: { host: new URL(apiUrl).host, seconds: reportSeconds } },
      ];
    return found === 'arrived'
      ? [proxy, { finding: 'reports', state: 'ok', parameters: { host } }]
      : [proxy, { finding: 'no-reports', state: 'failed', parameters: { host, seconds: reportSeconds } }];
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { code, parameters = {} } = error.failure.problem;
    return [{ finding: code, state: 'failed', parameters: { ...parameters } }];
  } finally {
    await client.close();
    await releaseLease(pool, lease);
  }
};

/**
 * Tries a gateway as a form describes it: Admin API, proxy, https, and whether its reports reach the portal. Nothing of it stays at
 * the gateway.
 */
export const testGatewayForm = async (services: Services, tried: TriedGateway): Promise<TestStep[]> => {
  const { asked, clusters } = tried;
  const steps: TestStep[] = [];
  try {
    const seen = await seeKong(asked);
    steps.push(...seenSteps(seen, clusters));
    const lack = lackOf(asked.adminUrl, seen);
    if (lack) return [...steps, failedAs(lack)];
    const plugins = seen.lackedPlugins.join(', ');
    steps.push(
      plugins === ''
        ? { finding: 'plugins', state: 'ok', parameters: {} }
        : { finding: 'plugins-lacking', state: 'note', parameters: { plugins } },
    );
    await checkProxy(asked, seen);
    steps.push({ finding: 'proxy', state: 'ok', parameters: { host: new URL(asked.proxyUrl).host } });
    steps.push(await httpsStep(sslUrlOf(asked, seen), asked.authorities));
    return [...steps, ...(await reportStep(services, tried))];
  } catch (error) {
    if (!(error instanceof UnfitKongError)) throw error;
    return [...steps, failedAs(error)];
  }
};
