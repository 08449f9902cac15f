import { type ChaosCommands, whileFewer } from '#chaos/noun-commands.ts';
import type { PersonName } from '#chaos/world/people.ts';

/** The most keys that may exist. */
const most = 60;

export const commands: ChaosCommands = (world) => {
  const { view, facts, deployments, keys, organizations, random, administrator, partner, newNumber } = world;
  /** An organization that the sweep added, which may be switched off and deleted. An administrator gives it access. */
  const another = () =>
    random.chance(0.3) ? random.pick(organizations().filter(({ status }) => status === 'active')) : undefined;
  return {
    'add key': {
      event: 'ConsumerRequested',
      weight: () => whileFewer(keys().length, most, 26),
      wish: () => {
        const deployment = random.pick(deployments().filter(({ serves }) => serves));
        if (!deployment) return undefined;
        const granted = view.accesses.get(`${deployment.apiId}-${facts.partnerId}`)?.status === 'granted';
        const external = granted && random.chance(0.6);
        const added = another();
        const body = {
          deploymentId: deployment.id,
          apiModelId: deployment.apiId,
          organizationId: added?.id ?? (external ? facts.partnerId : facts.internalId),
          nickname: `key ${newNumber()}`,
        };
        const who = added ? 'ada-lindqvist' : external ? partner() : administrator();
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
    'rotate key': {
      event: 'CredentialRotationRequested',
      weight: 5,
      wish: () => {
        const key = random.pick(keys().filter(({ previous }) => previous === undefined));
        const call = {
          method: 'POST',
          path: `/api/consumer/${key?.id}/rotation`,
          body: { overlapMinutes: 60 },
        } as const;
        return key && { who: 'ada-lindqvist', call };
      },
    },
    'end rotation': {
      event: 'PreviousCredentialsEnded',
      weight: 5,
      wish: () => {
        const key = random.pick(keys().filter(({ previous }) => previous !== undefined));
        const call = { method: 'POST', path: `/api/consumer/${key?.id}/rotation/end` } as const;
        return key && { who: 'ada-lindqvist', call };
      },
    },
    'delete key': {
      event: 'ConsumerRemovalRequested',
      weight: 14,
      wish: () => {
        const key = random.pick(keys());
        if (!key) return undefined;
        const remover: Readonly<Record<number, readonly PersonName[]>> = {
          [facts.internalId]: ['ada-lindqvist', 'mateo-rossi', 'ingrid-berg'],
          [facts.partnerId]: ['ada-lindqvist', 'grace-okafor'],
        };
        const who = random.pick<PersonName>(remover[key.organizationId] ?? ['ada-lindqvist']);
        return who && { who, call: { method: 'DELETE', path: `/api/consumer/${key.id}` } };
      },
    },
  };
};
