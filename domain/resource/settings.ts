import { type Config, isSasl, nodesIn, noSecret } from './configs.ts';
import type { Gateway, Kafka, Redis, ResourceSettings } from './resource.ts';

/** Gateways post their calls to this path of the portal. */
export const httpLogEndpointOf = (portalUrl: string, resourceId: number): string =>
  `${portalUrl}/ingest/gateways/${resourceId}/requests`;

/** Returns how a gateway reaches the portal. */
const portalUrlOf = (httpLogEndpoint: string): string =>
  httpLogEndpoint.replace(/\/ingest\/gateways\/\d+\/requests$/, '');

/** Returns an address as it is kept: without a slash at its end. */
export const keptAddress = (text: string): string => {
  const url = new URL(text);
  return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
};

const secretIn = (secret: unknown): string => (secret ? '' : noSecret);

const pairsOf = (settings: ResourceSettings): Record<string, string> => {
  switch (settings.type) {
    case 'KONG': {
      const { adminUrl, apiUrl, apiSslUrl, httpLogEndpoint, adminApiKey, nodes = 1, nodeNames = [] } = settings;
      return {
        adminUrl,
        apiUrl,
        apiSslUrl,
        httpLogEndpoint: portalUrlOf(httpLogEndpoint),
        adminApiKey: secretIn(adminApiKey),
        clusters: nodeNames.length > 0 ? nodeNames.join(', ') : String(nodes),
      };
    }
    case 'KAFKA': {
      const { envType, address, internalAddr, securityProtocol, mechanism, user, password } = settings;
      return {
        envType,
        address,
        internalAddr: internalAddr ?? '',
        securityProtocol,
        ...(isSasl(securityProtocol)
          ? { mechanism: mechanism ?? '', user: user ?? '', password: secretIn(password) }
          : {}),
      };
    }
    case 'REDIS':
      return {
        host: settings.host,
        port: String(settings.port),
        timeout: String(settings.timeout),
        password: secretIn(settings.password),
      };
  }
};

/** Returns the properties of a resource as the form shows them: the predefined ones first. Secrets are never in them. */
export const configsOf = (settings: ResourceSettings): Config[] => [
  ...Object.entries(pairsOf(settings)).map(([name, value]) => ({ name, value })),
  ...(settings.custom ?? []),
];

const servers = (text: string): string =>
  text
    .split(',')
    .map((each) => each.trim())
    .join(',');

type Own<Settings> = Omit<
  Settings,
  'resourceId' | 'type' | 'name' | 'isPublic' | 'organizations' | 'custom' | 'certificates'
>;

/** Returns what the properties of a valid form say about a broker. */
export const kafkaOf = (value: (name: string) => string): Omit<Own<Kafka>, 'password'> => {
  const securityProtocol = value('securityProtocol') as Kafka['securityProtocol'];
  const withUser = isSasl(securityProtocol);
  return {
    envType: value('envType') as Kafka['envType'],
    address: servers(value('address')),
    internalAddr: value('internalAddr') === '' ? null : servers(value('internalAddr')),
    securityProtocol,
    mechanism: withUser ? (value('mechanism') as Kafka['mechanism']) : null,
    user: withUser ? value('user') : null,
  };
};

/** Returns what the properties of a valid form say about a Redis. */
export const redisOf = (value: (name: string) => string): Omit<Own<Redis>, 'password'> => ({
  host: value('host'),
  port: Number(value('port')),
  timeout: Number(value('timeout')),
});

/** Returns what the properties of a valid form say about a gateway, but for its keys and its https address. */
export const gatewayOf = (
  resourceId: number,
  value: (name: string) => string,
): Pick<Gateway, 'adminUrl' | 'apiUrl' | 'httpLogEndpoint' | 'nodes' | 'nodeNames'> => ({
  adminUrl: keptAddress(value('adminUrl')),
  apiUrl: keptAddress(value('apiUrl')),
  httpLogEndpoint: httpLogEndpointOf(keptAddress(value('httpLogEndpoint')), resourceId),
  nodeNames: [],
  ...nodesIn(value('clusters')),
});
