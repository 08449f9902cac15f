import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { gatewayServiceName } from '#domain/deployment/gateway-name.ts';
import type { SpecOperations } from '#domain/deployment/lockdown.ts';
import { requestTransformerConfig, transformsRequests } from '#domain/deployment/request-transformer.ts';
import { responseTransformerConfig } from '#domain/deployment/response-transformer.ts';
import type { Authentication } from '#domain/deployment/row.ts';
import type { DesiredEntity, KongObject } from '../admin-api/entity.ts';
import type { CountingRedis } from '../admin-api/session.ts';
import type { GatewayNames, Generation } from '../names/gateway-names.ts';
import { realmOf } from '../names/refusal-realm.ts';
import { telemetryKeyHeader } from '../telemetry/telemetry-key-header.ts';
import { corsPlugin } from './cors-plugin.ts';
import { countedBy } from './counted-by.ts';
import { type DeploymentPlan, planRoutes } from './plan-routes.ts';
import { rewritingPlugins } from './rewriting.ts';

const upstreamOf = (upstreamUrl: string): KongObject => {
  const { protocol, hostname, port, pathname } = new URL(upstreamUrl);
  const scheme = protocol === 'https:' ? 'https' : 'http';
  return {
    protocol: scheme,
    host: hostname,
    port: port ? Number(port) : scheme === 'https' ? 443 : 80,
    path: pathname === '/' ? null : pathname,
  };
};

/**
 * @property generation   whose service, routes and plugins. The anonymous consumer is that of all generations.
 * @property operations   the operations that the description allows; undefined without a lockdown.
 * @property telemetryKey from the vault.
 * @property redis        in which calls are counted, if the configuration names one. Undefined leaves out how it is reached: for
 *   what is only compared.
 */
export type DeploymentTarget = Readonly<{
  names: GatewayNames;
  deploymentId: number;
  generation: number;
  config: DeploymentConfig;
  operations: SpecOperations | undefined;
  httpLogEndpoint: string;
  telemetryKey: string;
  redis?: CountingRedis | undefined;
}>;

/**
 * Returns the entities of one generation of a deployment. docs/product/deployments.md has the rules for names and paths. With `both`,
 * each plugin lets everybody through as an anonymous consumer, and request-termination responds 401 to that consumer.
 * Only this way works on a real Kong.
 */
export const planDeployment = ({
  names,
  deploymentId,
  generation: number,
  config,
  operations,
  httpLogEndpoint,
  telemetryKey,
  redis,
}: DeploymentTarget): DeploymentPlan => {
  const generation = names.generation(deploymentId, number);
  const serviceId = generation.entityId('service');
  const anonymousId = names.anonymousId(deploymentId);
  const both = config.authentication === 'both';
  const anonymous = both ? anonymousId : null;
  const together = config.countsTogether === true;
  const realm = realmOf(names, deploymentId);
  const name = gatewayServiceName(config.name, config.environment);
  const uses = (kind: Authentication) => both || config.authentication === kind;
  const pluginOf =
    ({ entityId, tags }: Generation, scope: KongObject) =>
    (name: string, settings: KongObject, ...of: string[]): DesiredEntity => ({
      kind: 'plugin',
      id: entityId('plugin', name, ...of),
      label: `plugin ${name}`,
      body: { name, ...scope, enabled: true, config: settings, tags: tags() },
    });
  const plugin = pluginOf(generation, { service: { id: serviceId } });
  const forAll = names.generation(deploymentId, 1);
  const onAnonymous = pluginOf(forAll, { consumer: { id: anonymousId } });

  const { entities: routes, probes, rewriting } = planRoutes(generation, config, operations);
  const entities: DesiredEntity[] = [
    {
      kind: 'service',
      id: serviceId,
      label: 'service',
      body: {
        name: generation.name(name),
        ...config.former?.fields,
        ...upstreamOf(config.upstreamUrl),
        enabled: true,
        tags: generation.tags(name),
      },
    },
    ...(both
      ? [
          {
            kind: 'consumer',
            id: anonymousId,
            label: 'anonymous consumer',
            body: { username: names.anonymousName(deploymentId), tags: forAll.tags() },
          } as const,
          onAnonymous('request-termination', { status_code: 401, message: 'Unauthorized' }),
          // The plugins for keys and tokens let an anonymous caller pass, so neither of them names the realm of the
          // refusal.
          onAnonymous(
            'response-transformer',
            { add: { headers: [`WWW-Authenticate:Key realm="${realm}"`] } },
            'anonymous',
          ),
        ]
      : []),
    ...(uses('apikey')
      ? [
          plugin('key-auth', {
            key_names: [...new Set(['apikey', ...(config.former?.keyNames ?? [])])],
            key_in_header: true,
            key_in_query: config.keyInQuery ?? true,
            hide_credentials: true,
            anonymous,
            realm,
          }),
        ]
      : []),
    ...(uses('oauth2')
      ? [
          plugin('oauth2', {
            enable_client_credentials: true,
            token_expiration: config.tokenExpiration,
            // A token counts at every generation of the service, and needs the deployment's group like a key.
            global_credentials: true,
            // Kong trusts this only from its trusted proxies, where TLS may end.
            accept_http_if_already_terminated: true,
            hide_credentials: true,
            anonymous,
            realm,
          }),
        ]
      : []),
    plugin('acl', { allow: [names.group(deploymentId)], hide_groups_header: !together }),
    ...(config.ratePerMinute === null
      ? []
      : [
          plugin('rate-limiting', {
            minute: config.ratePerMinute,
            ...(config.redis ? { policy: 'redis', ...(redis && { redis }) } : { policy: 'local' }),
            ...countedBy(together),
          }),
        ]),
    ...(config.allowedAddresses ? [plugin('ip-restriction', { allow: config.allowedAddresses, deny: null })] : []),
    ...(config.refusesBots ? [plugin('bot-detection', { allow: [], deny: [] })] : []),
    ...(config.cors ? [plugin('cors', corsPlugin(config.cors, config.authentication))] : []),
    ...(transformsRequests(config.requestTransformer)
      ? [plugin('request-transformer', requestTransformerConfig(config.requestTransformer))]
      : []),
    ...(config.responseTransformer
      ? [plugin('response-transformer', responseTransformerConfig(config.responseTransformer))]
      : []),
    plugin('http-log', {
      http_endpoint: httpLogEndpoint,
      headers: { [telemetryKeyHeader]: telemetryKey },
      // Up to 20 calls a post, at most a second late. The gateway keeps 10,000 while the portal is away.
      queue: { max_batch_size: 20, max_coalescing_delay: 1, max_entries: 10_000 },
    }),
    ...rewritingPlugins(rewriting, config.requestTransformer, {
      idOn: (routeId) => generation.entityId('plugin', 'request-transformer', routeId),
      label: 'plugin request-transformer',
      scope: {},
      tags: generation.tags(),
    }),
    ...routes,
  ];
  return { entities, probes, rewriting };
};
