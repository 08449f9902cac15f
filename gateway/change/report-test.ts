import type { DesiredEntity } from '../admin-api/entity.ts';
import { type GatewayNames, porticoTag } from '../names/gateway-names.ts';
import { telemetryKeyHeader } from '../telemetry/telemetry-key-header.ts';
import { canaryPath } from './canary.ts';
import { closed } from './closed-route.ts';

/** @property endpoint what the gateway posts its calls to. @property token known only to whoever tests. */
type Test = Readonly<{ resourceId: number; endpoint: string; telemetryKey: string; token: string }>;

/**
 * Returns what a test of a gateway's reports writes to it, in this order: a closed route that nobody else can call, a plugin
 * that responds, and one that posts each call at once. Their ids are the same in each test, so one that was killed leaves
 * nothing behind after the next.
 */
export const reportTestOf = (
  names: GatewayNames,
  { resourceId, endpoint, telemetryKey, token }: Test,
): readonly DesiredEntity[] => {
  const tags = [porticoTag, names.installation];
  const idOf = (...parts: string[]) => names.entityId('resource', resourceId, 'report-test', ...parts);
  const route = { id: idOf('route') };
  const plugin = (name: string, config: object): DesiredEntity => ({
    kind: 'plugin',
    id: idOf(name),
    label: `plugin ${name}`,
    body: { name, route, enabled: true, config, tags },
  });
  return [
    {
      kind: 'route',
      ...route,
      label: 'route of the test',
      body: closed(
        {
          name: names.nameFor('report-test', resourceId),
          paths: [canaryPath],
          protocols: ['http', 'https'],
          service: null,
          tags,
        },
        token,
      ),
    },
    plugin('request-termination', { status_code: 200, content_type: 'text/plain', body: token }),
    plugin('http-log', {
      http_endpoint: endpoint,
      headers: { [telemetryKeyHeader]: telemetryKey },
      queue: { max_batch_size: 1, max_retry_time: 5 },
    }),
  ];
};
