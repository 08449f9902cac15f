import { type ChaosCommands, whileFewer } from '#chaos/noun-commands.ts';

/** The most keys that may exist. */
const most = 60;

export const commands: ChaosCommands = (world) => {
  const { view, facts, deployments, keys, random, administrator, partner, newNumber } = world;
  return {
    'add key': {
      event: 'ConsumerRequested',
      weight: () => whileFewer(keys().length, most, 26),
      wish: () => {
        const deployment = random.pick(deployments().filter(({ serves }) => serves));
        if (!deployment) return undefined;
        const granted = view.accesses.get(`${deployment.apiId}-${facts.partnerId}`)?.status === 'granted';
        const external = granted && random.chance(0.6);
        const body = {
          deploymentId: deployment.id,
          apiModelId: deployment.apiId,
          organizationId: external ? facts.partnerId : facts.internalId,
          nickname: `key ${newNumber()}`,
        };
        const who = external ? partner() : administrator();
        return { who, call: { method: 'POST', path: '/api/kong/add-consumer', body } };
      },
    },
    'change key limit': {
      event: 'ConsumerChangeRequested',
      weight: 10,
      wish: () => {
        const key = random.pick(keys().filter(({ organizationId }) => organizationId === facts.internalId));
        const number = newNumber();
        const body = { nickname: `key ${number}`, enabledRateLimit: true, rateLimitPerHour: 1_000_000 + number };
        return key && { who: 'mateo-rossi', call: { method: 'PUT', path: `/api/consumer/${key.id}`, body } };
      },
    },
    'delete key': {
      event: 'ConsumerRemovalRequested',
      weight: 14,
      wish: () => {
        const key = random.pick(keys());
        if (!key) return undefined;
        const internal = ['ada-lindqvist', 'mateo-rossi', 'ingrid-berg'] as const;
        const who = random.pick(
          key.organizationId === facts.internalId ? internal : (['ada-lindqvist', 'grace-okafor'] as const),
        );
        return who && { who, call: { method: 'DELETE', path: `/api/consumer/${key.id}` } };
      },
    },
  };
};
