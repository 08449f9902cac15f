import type { Decider, Decision } from '../core/decider.ts';
import { notFound, type Problem, type Refusal, refuse } from '../core/problem.ts';
import { type Certificate, certificatesLimit, certificatesSizeLimit } from './certificate.ts';
import type { KnownResource, Resource, ResourceCommand, ResourceEvent, ResourceSettings } from './resource.ts';
import type { ResourceType } from './types.ts';

const words = { KONG: 'Gateway', KAFKA: 'Kafka', REDIS: 'Redis' } as const satisfies Record<ResourceType, string>;

const eventOf = (type: ResourceType, what: 'Registered' | 'Changed' | 'Removed', data: object): ResourceEvent =>
  ({ type: `${words[type]}${what}`, data }) as ResourceEvent;

/** Settings with each list in it: an event of the last release has none. */
const whole = <Settings extends ResourceSettings>(settings: Settings): Settings => ({
  ...settings,
  custom: settings.custom ?? [],
  certificates: settings.certificates ?? [],
});

const isSame = (one: ResourceSettings, other: ResourceSettings): boolean => {
  const values = (settings: ResourceSettings) => settings as Readonly<Record<string, unknown>>;
  return Object.keys(other).every((name) => JSON.stringify(values(one)[name]) === JSON.stringify(values(other)[name]));
};

/** Returns the event of settings that are others from now on. */
const changeTo = ({ status: _, ...from }: KnownResource, to: Partial<ResourceSettings>): Decision<ResourceEvent> => {
  const [before, after] = [whole(from), { ...whole(from), ...to } as ResourceSettings];
  return isSame(before, after) ? [] : [eventOf(from.type, 'Changed', { ...after, from: before })];
};

/** Refuses certificates that are too many, or two of the same name. */
const certificateProblem = (certificates: readonly Certificate[]): Refusal | undefined => {
  const names = certificates.map(({ name }) => name.toLowerCase());
  const double = certificates.find((_, index) => names.indexOf(names[index] ?? '') < index);
  if (double)
    return refuse('conflict', { code: 'certificate.name-taken', field: 'name', parameters: { name: double.name } });
  if (certificates.length > certificatesLimit)
    return refuse('conflict', { code: 'certificate.too-many', parameters: { maximum: certificatesLimit } });
  const size = certificates.reduce((sum, { certificate }) => sum + certificate.length, 0);
  return size > certificatesSizeLimit ? refuse('conflict', { code: 'certificate.too-large-together' }) : undefined;
};

/** Returns what keeps a resource. Each problem stands at the kind of thing that hangs on it. */
const usesOf = (
  { certificates = [], organizations }: KnownResource,
  { uses, organizationNames }: Extract<ResourceCommand, { type: 'RemoveResource' }>['data'],
): Problem[] =>
  [
    ...uses,
    {
      kind: 'certificates',
      count: certificates.length,
      names: certificates.map(({ name }) => name).join(', '),
    },
    { kind: 'organizations', count: organizations.length, names: organizationNames },
  ].flatMap(({ kind, count, names }) =>
    count > 0 ? [{ code: `resource.has-${kind}`, field: kind, parameters: { count, names } }] : [],
  );

const decideKnown = (command: Exclude<ResourceCommand, { type: 'RegisterResource' }>, state: KnownResource) => {
  switch (command.type) {
    case 'ChangeResource': {
      const { certificates: _, ...settings } = command.data;
      if (settings.type !== state.type) return refuse('conflict', { code: 'resource.type-fixed', field: 'type' });
      return changeTo(state, settings);
    }
    case 'AddCertificate': {
      const certificates = [...(state.certificates ?? []), { ...command.data }];
      return certificateProblem(certificates) ?? changeTo(state, { certificates });
    }
    case 'RemoveCertificate': {
      const { certificates = [] } = state;
      return changeTo(state, {
        certificates: certificates.filter(({ certificateId }) => certificateId !== command.data.certificateId),
      });
    }
    case 'GrantUse': {
      const { organizationId } = command.data;
      const organizations = state.organizations.filter((id) => id !== organizationId);
      if (organizations.length < state.organizations.length) return [];
      return changeTo(state, { organizations: [...organizations, organizationId] });
    }
    case 'EndUse':
      return changeTo(state, {
        organizations: state.organizations.filter((id) => id !== command.data.organizationId),
      });
    case 'RemoveResource': {
      const problems = usesOf(state, command.data);
      return problems.length > 0
        ? refuse('conflict', { code: 'resource.in-use' }, ...problems)
        : [eventOf(state.type, 'Removed', { resourceId: state.resourceId })];
    }
  }
};

export const resourceDecider: Decider<Resource, ResourceCommand, ResourceEvent> = {
  noun: 'resource',
  initialState: { status: 'none' },
  closedBy: ['GatewayRemoved', 'KafkaRemoved', 'RedisRemoved'],
  decide: (command, state) => {
    if (command.type === 'RegisterResource')
      return state.status === 'none'
        ? (certificateProblem(command.data.certificates ?? []) ?? [
            eventOf(command.data.type, 'Registered', command.data),
          ])
        : refuse('conflict', { code: 'resource.exists' });
    if (state.status === 'none') return notFound();
    if (state.status === 'removed') return command.type === 'RemoveResource' ? [] : notFound();
    return decideKnown(command, state);
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'GatewayRemoved':
      case 'KafkaRemoved':
      case 'RedisRemoved':
        return { status: 'removed', ...event.data };
      case 'GatewayRegistered':
      case 'KafkaRegistered':
      case 'RedisRegistered':
        return { status: 'active', ...event.data };
      case 'GatewayChanged':
      case 'KafkaChanged':
      case 'RedisChanged': {
        const { from: _, ...settings } = event.data;
        const { custom, certificates } = state.status === 'active' ? state : {};
        return {
          status: 'active',
          ...(custom && { custom }),
          ...(certificates && { certificates }),
          ...settings,
        } as KnownResource;
      }
      default:
        return state;
    }
  },
};
