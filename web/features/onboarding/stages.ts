import type { Role } from '#domain/core/role.ts';
import type { Destination } from '../../components/layout/next-steps.tsx';

/** Stages on the way from a description to an API that is called. */
export type Stage =
  | Readonly<{ kind: 'add-api'; applicationId: number | undefined }>
  | Readonly<{
      kind: 'create-consumer';
      apiId: number;
      organizationId: number | undefined;
      deploymentId: number | undefined;
    }>;

/** Address parameters that open the wizard. Closing removes them. `name` is only for people who read addresses. */
export const stageParameters = ['action', 'id', 'name', 'org', 'deployment', 'app'] as const;

/** Returns the stage in an address. Undefined if there is none, or if the API's id is missing. */
export const stageOf = (search: URLSearchParams): Stage | undefined => {
  const numberIn = (name: (typeof stageParameters)[number]) => Number(search.get(name)) || undefined;
  const apiId = numberIn('id');
  switch (search.get('action')) {
    case 'add-api':
      return { kind: 'add-api', applicationId: numberIn('app') };
    case 'create-consumer':
      return apiId
        ? { kind: 'create-consumer', apiId, organizationId: numberIn('org'), deploymentId: numberIn('deployment') }
        : undefined;
    default:
      return undefined;
  }
};

export type Choice = Readonly<{ destination: Destination; href: string }>;

type Somebody = Readonly<{ roles: readonly Role[]; ownerApps: readonly Readonly<{ id: number }>[] }>;

/** The user's rights for the API. All are false if there is no API. */
type May = Readonly<{ addKey: boolean }>;

const withNumber = (path: string, name: string, value: number | undefined): string =>
  value === undefined ? path : `${path}?${name}=${value}`;

const wall: Choice = { destination: 'wall', href: '/wall' };

/** A company admin adds a key for the own organization. Other people choose an organization. */
const consumerChoice = (stage: Stage & { kind: 'create-consumer' }, { roles }: Somebody, may: May): Choice => {
  const { apiId, organizationId, deploymentId } = stage;
  if (!may.addKey) return { destination: 'details', href: `/wall?dock=api:${apiId}` };
  const preset = [apiId, organizationId ?? '', deploymentId ?? ''].join(';').replace(/(?<!;);+$/, '');
  return {
    destination: roles.includes('ROLE_COMPANY_ADMIN') && organizationId ? 'add-key' : 'create-consumer',
    href: `/wall?dock=api:${apiId}/keys:${preset}`,
  };
};

/** Returns the choices of a stage, most likely first. */
export const choicesOf = (stage: Stage, user: Somebody, may: May): Choice[] => {
  switch (stage.kind) {
    case 'add-api': {
      const [only, ...others] = user.ownerApps;
      const app = stage.applicationId ?? (others.length === 0 ? only?.id : undefined);
      const isAdmin = user.roles.some((role) => role === 'ROLE_PORTAL_ADMIN' || role === 'ROLE_KONG_ADMIN');
      return [
        { destination: 'upload', href: withNumber('/api-upload', 'bizappId', app) },
        { destination: 'create', href: withNumber('/tools/editor', 'app', app) },
        { destination: 'apps', href: isAdmin ? '/applications' : '/my/applications' },
        wall,
      ];
    }
    case 'create-consumer':
      return [consumerChoice(stage, user, may), wall];
  }
};
