import type { Role } from '../../domain/core/role.ts';

/**
 * A person of the demo. `organization` is where the seed puts them; the identity provider shows
 * `role` and `hint` on its sign-in page.
 */
export type DemoAccount = Readonly<{
  sub: string;
  email: string;
  emailVerified: boolean;
  givenName: string;
  familyName: string;
  organization: 'internal' | 'external';
  roles: readonly Role[];
  /** Roles before a portal administrator changes them to `roles`. Default: `roles`. */
  rolesAtFirst?: readonly Role[];
  /** True if the seed makes this person an owner of the demo's applications. */
  ownsApplications?: boolean;
  /** True if this person sees the terms and the welcome at the first sign-in. */
  isNew?: boolean;
  /** The role as people say it. */
  role: string;
  /** One line about what this person can try. */
  hint: string;
}>;

/** The e-mail domains of the demo's own organization. */
export const internalEmailDomains = ['portico.example', 'corp.portico.example', 'staff.portico.example'] as const;

/**
 * Invented people: one for each role. Company roles are there twice, in the company that runs the portal and in a
 * partner.
 */
export const demoAccounts: readonly DemoAccount[] = [
  {
    sub: 'ada-lindqvist',
    email: 'ada.lindqvist@portico.example',
    emailVerified: true,
    givenName: 'Ada',
    familyName: 'Lindqvist',
    organization: 'internal',
    roles: ['ROLE_PORTAL_ADMIN'],
    role: 'Portal administrator',
    hint: 'See every API, deployment, key and operation; decide who gets access.',
  },
  {
    sub: 'elias-brandt',
    email: 'elias.brandt@portico.example',
    emailVerified: true,
    givenName: 'Elias',
    familyName: 'Brandt',
    organization: 'internal',
    roles: ['ROLE_PORTAL_ADMIN'],
    role: 'Portal administrator, second',
    hint: 'Approve what Ada asks for: deleting an organization takes two.',
  },
  {
    sub: 'noor-haddad',
    email: 'noor.haddad@portico.example',
    emailVerified: true,
    givenName: 'Noor',
    familyName: 'Haddad',
    organization: 'internal',
    roles: ['ROLE_KONG_ADMIN'],
    role: 'Gateway administrator',
    hint: 'Look at deployments on the gateway and at the keys behind them.',
  },
  {
    sub: 'mateo-rossi',
    email: 'mateo.rossi@portico.example',
    emailVerified: true,
    givenName: 'Mateo',
    familyName: 'Rossi',
    organization: 'internal',
    // Only company and portal administrators choose the environment of a deployment.
    roles: ['ROLE_COMPANY_ADMIN'],
    ownsApplications: true,
    role: 'API maintainer',
    hint: 'Publish an OpenAPI specification, deploy it to DEV, add an API key.',
  },
  {
    sub: 'ingrid-berg',
    email: 'ingrid.berg@corp.portico.example',
    emailVerified: true,
    givenName: 'Ingrid',
    familyName: 'Berg',
    organization: 'internal',
    roles: ['ROLE_COMPANY_ADMIN'],
    rolesAtFirst: ['ROLE_COMPANY_USER'],
    role: 'Company administrator, internal',
    hint: 'See, reveal and revoke the keys of the company that runs the portal.',
  },
  {
    sub: 'tomas-novak',
    email: 'tomas.novak@staff.portico.example',
    emailVerified: true,
    givenName: 'Tomas',
    familyName: 'Novak',
    organization: 'internal',
    roles: ['ROLE_COMPANY_USER'],
    isNew: true,
    role: 'Company user, internal',
    hint: 'New here: is asked to accept the terms, and welcomed. Browse the gallery and read documentation.',
  },
  {
    sub: 'grace-okafor',
    email: 'grace.okafor@harbour-freight.example',
    emailVerified: true,
    givenName: 'Grace',
    familyName: 'Okafor',
    organization: 'external',
    roles: ['ROLE_COMPANY_ADMIN'],
    role: 'Company administrator, partner',
    hint: 'See, reveal and revoke the keys of a partner company.',
  },
  {
    sub: 'liam-chen',
    email: 'liam.chen@harbour-freight.example',
    emailVerified: true,
    givenName: 'Liam',
    familyName: 'Chen',
    organization: 'external',
    roles: ['ROLE_COMPANY_USER'],
    role: 'Company user, partner',
    hint: 'Ask for access to an API; add a key where it was given.',
  },
  {
    sub: 'sofia-marin',
    email: 'sofia.marin@portico.example',
    emailVerified: true,
    givenName: 'Sofia',
    familyName: 'Marin',
    organization: 'internal',
    roles: ['ROLE_AUDITOR'],
    role: 'Auditor',
    hint: 'Look around; nothing can be changed from here.',
  },
  {
    sub: 'kenji-sato',
    email: 'kenji.sato@portico.example',
    emailVerified: true,
    givenName: 'Kenji',
    familyName: 'Sato',
    organization: 'internal',
    roles: ['ROLE_SUPPORT'],
    role: 'Support',
    hint: 'Find an operation that failed, see why, and run it again.',
  },
];
