import type { CommandKind } from './ledger.ts';
import type { LogView, SeenDeployment, SeenKey } from './log-view.ts';
import type { Call } from './send.ts';
import type { PersonName } from './world/people.ts';
import type { Random } from './world/random.ts';

/** Ids of the demo, which exist from the beginning. */
export type Facts = Readonly<{
  gatewayId: number;
  applicationId: number;
  internalId: number;
  partnerId: number;
  echoUrl: string;
  userIds: Readonly<Record<PersonName, number>>;
}>;
export type Wish = Readonly<{ kind: CommandKind; who: PersonName; call: Call }>;

/** The most things that may exist. When there are as many, commands remove more than they make. */
const most = { apis: 16, deployments: 24, keys: 60 };

/** Number of draws when a command has nothing to work on. */
const draws = 5;

const letters = (number: number): string => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

const documentOf = (title: string) => ({
  openapi: '3.1.0',
  info: { title, version: '1.0.0', description: 'Made while everything went wrong.' },
  paths: { '/things/{id}': { get: { summary: 'One of them', responses: { 200: { description: 'Here it is' } } } } },
});

const plain = (all: Iterable<{ open: Set<string>; removal: boolean }>, busy: boolean) =>
  [...all].filter(({ open, removal }) => !removal && (busy || open.size === 0));

/** Returns a function that chooses the next command, from what exists according to the log. */
export const createWishes = (view: LogView, facts: Facts, random: Random) => {
  let made = 0;
  const own = () => [...view.apis.values()].filter(({ deleting, name }) => !deleting && name.startsWith('Chaos '));
  const ids = () => new Set(own().map(({ id }) => id));
  // Mostly deployments without an open operation, now and then one with an operation.
  const deployments = (): SeenDeployment[] => {
    const mine = ids();
    return (plain(view.deployments.values(), random.chance(0.15)) as SeenDeployment[]).filter(({ apiId }) =>
      mine.has(apiId),
    );
  };
  const keys = (): SeenKey[] => {
    const mine = ids();
    return (plain(view.keys.values(), random.chance(0.15)) as SeenKey[]).filter(
      ({ apiId, works }) => works && mine.has(apiId),
    );
  };
  const administrator = (): PersonName => random.pick(['ada-lindqvist', 'mateo-rossi'] as const) as PersonName;
  const partner = (): PersonName => random.pick(['grace-okafor', 'liam-chen'] as const) as PersonName;

  const deployBody = (apiId: number, before?: SeenDeployment) => {
    made += 1;
    return {
      id: apiId,
      ...(before ? { deploymentId: before.id } : {}),
      name: before?.config.name ?? `chaos ${letters(made)}`,
      env: before?.config.environment ?? random.pick(['DEV', 'TEST', 'UAT', 'PROD'] as const),
      auth: before?.config.authentication ?? (random.chance(0.25) ? 'both' : 'apikey'),
      contextPath: before?.config.contextPath ?? `chaos-${letters(made)}`,
      upstreamUrl: `${facts.echoUrl}/target-${made}`,
      kongServer: facts.gatewayId,
      oAuth2Config: { tokenExpiration: 3600 },
      rateLimit: { enabled: random.chance(0.3), ratePerMinute: 100_000 + made },
    };
  };

  const wishes: Record<CommandKind, () => Omit<Wish, 'kind'> | undefined> = {
    publish: () => {
      made += 1;
      const specText = JSON.stringify(documentOf(`Chaos ${letters(made)}`));
      const body = { specText, appId: facts.applicationId };
      return { who: administrator(), call: { method: 'PUT', path: '/api/swaggers', body } };
    },
    deploy: () => {
      const api = random.pick(own());
      return (
        api && {
          who: administrator(),
          call: { method: 'POST', path: '/api/swagger/deploy', body: deployBody(api.id) },
        }
      );
    },
    redeploy: () => {
      const deployment = random.pick(deployments());
      return (
        deployment && {
          who: administrator(),
          call: { method: 'POST', path: '/api/swagger/deploy', body: deployBody(deployment.apiId, deployment) },
        }
      );
    },
    'add key': () => {
      const deployment = random.pick(deployments().filter(({ serves }) => serves));
      if (!deployment) return undefined;
      const granted = view.accesses.get(`${deployment.apiId}-${facts.partnerId}`)?.status === 'granted';
      const external = granted && random.chance(0.6);
      made += 1;
      const body = {
        deploymentId: deployment.id,
        apiModelId: deployment.apiId,
        organizationId: external ? facts.partnerId : facts.internalId,
        nickname: `key ${made}`,
      };
      const who = external ? partner() : administrator();
      return { who, call: { method: 'POST', path: '/api/kong/add-consumer', body } };
    },
    'change key limit': () => {
      const key = random.pick(keys().filter(({ organizationId }) => organizationId === facts.internalId));
      made += 1;
      const body = { nickname: `key ${made}`, enabledRateLimit: true, rateLimitPerHour: 1_000_000 + made };
      return key && { who: 'mateo-rossi', call: { method: 'PUT', path: `/api/consumer/${key.id}`, body } };
    },
    'delete key': () => {
      const key = random.pick(keys());
      if (!key) return undefined;
      const internal = ['ada-lindqvist', 'mateo-rossi', 'ingrid-berg'] as const;
      const who =
        key.organizationId === facts.internalId
          ? (random.pick(internal) as PersonName)
          : (random.pick(['ada-lindqvist', 'grace-okafor'] as const) as PersonName);
      return { who, call: { method: 'DELETE', path: `/api/consumer/${key.id}` } };
    },
    undeploy: () => {
      const deployment = random.pick(deployments());
      const path = `/api/swaggers/deployment/${deployment?.id}`;
      return deployment && { who: administrator(), call: { method: 'DELETE', path } };
    },
    'request access': () => {
      const without = own().filter(
        ({ id }) => !['requested', 'granted'].includes(view.accesses.get(`${id}-${facts.partnerId}`)?.status ?? ''),
      );
      const api = random.pick(without);
      const body = { organizationId: facts.partnerId, productId: api?.id, reason: 'To see what holds.' };
      return api && { who: partner(), call: { method: 'POST', path: '/api/request-access', body } };
    },
    'approve access': () => {
      const mine = ids();
      const asked = [...view.accesses.values()].filter(
        ({ status, apiId }) => status === 'requested' && mine.has(apiId),
      );
      const request = random.pick(asked);
      const body = { apiAccessRequestId: request?.requestId, note: '' };
      const path = '/api/approve-api-access-request';
      return request && { who: 'ada-lindqvist', call: { method: 'POST', path, body } };
    },
    'revoke access': () => {
      const mine = ids();
      const granted = [...view.accesses.values()].filter(
        ({ status, apiId }) => status === 'granted' && mine.has(apiId),
      );
      const access = random.pick(granted);
      return access && { who: 'ada-lindqvist', call: { method: 'DELETE', path: `/api/api-access/${access.grantId}` } };
    },
    'delete API': () => {
      const api = random.pick(own());
      return api && { who: administrator(), call: { method: 'DELETE', path: `/api/swaggers/${api.id}` } };
    },
  };

  const weights = (): Record<CommandKind, number> => {
    const room = (count: number, limit: number, weight: number) => (count < limit ? weight : 0.2);
    return {
      publish: room(own().length, most.apis, own().length < 4 ? 20 : 5),
      deploy: room(deployments().length, most.deployments, deployments().length < 6 ? 20 : 8),
      redeploy: 14,
      'add key': room(keys().length, most.keys, 26),
      'change key limit': 10,
      'delete key': 14,
      undeploy: 4,
      'request access': 8,
      'approve access': 8,
      'revoke access': 3,
      'delete API': 1.5,
    };
  };

  return {
    /** Returns undefined if none of the drawn commands has anything to work on. */
    next: (): Wish | undefined => {
      for (let draw = 0; draw < draws; draw += 1) {
        const kind = random.weighed(weights());
        const wish = wishes[kind]();
        if (wish) return { kind, ...wish };
      }
      return undefined;
    },
  };
};
